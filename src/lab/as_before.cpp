// Asks the analyses of both games; names what they answer.
#include "lab/as_before.hpp"

#include <nlohmann/json.hpp>

namespace touchline::lab {

Expected<Carried, Message> as_before(const Table& before, const Table& after, analysis::Library& library,
                                     solve::Job& job) {
    const std::shared_ptr<analysis::Analysis> old = library.of(before);
    return library.of(after)->carried(*old, job);
}

Json as_before_json(const Carried& carried) {
    Json json{{"cost", carried.cost},       {"asked", carried.asked}, {"differs", carried.differs},
              {"unknown", carried.unknown}, {"bound", carried.bound}, {"choices", Json::array()}};
    for (const analysis::CarriedChoice& choice : carried.choices)
        json["choices"].push_back({{"event", choice.event},
                                   {"cost", choice.cost},
                                   {"asked", choice.asked},
                                   {"differs", choice.differs},
                                   {"unknown", choice.unknown}});
    return json;
}

std::vector<NamedFigure> named_figures(const Carried& carried) {
    std::vector<NamedFigure> named;
    const auto add = [&](const std::string& group, const auto& own) {
        named.push_back({group + ".cost", own.cost});
        named.push_back({group + ".asked", own.asked});
        named.push_back({group + ".differs", own.differs});
        named.push_back({group + ".unknown", own.unknown});
    };
    add("as_before", carried);
    for (const analysis::CarriedChoice& choice : carried.choices) add("as_before." + choice.event, choice);
    return named;
}

} // namespace touchline::lab
