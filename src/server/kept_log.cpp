// Keeps one growing text for each viewer and language, and cuts it when steps are taken back.
#include "server/kept_log.hpp"

namespace touchline::server {

const std::string& KeptLog::up_to(std::size_t steps, std::optional<Viewer> viewer, Language language,
                                  const BySeat<std::string>& sides,
                                  const std::function<std::string(std::size_t)>& line) {
    Text& kept = texts_[{viewer ? static_cast<int>(*viewer) : -1, language}];
    kept.asked = true;
    if (kept.sides.home != sides.home || kept.sides.away != sides.away) kept = {.sides = sides, .asked = true};
    while (kept.ends.size() < steps) {
        const std::string fresh = line(kept.ends.size());
        if (!fresh.empty()) kept.text += (kept.text.empty() ? "" : ",") + fresh;
        kept.ends.push_back(kept.text.size());
    }
    return kept.text;
}

void KeptLog::cut(std::size_t steps) {
    for (auto& [key, kept] : texts_) {
        if (kept.ends.size() <= steps) continue;
        kept.ends.resize(steps);
        kept.text.resize(steps == 0 ? 0 : kept.ends.back());
    }
}

void KeptLog::rest() {
    std::erase_if(texts_, [](const auto& each) { return !each.second.asked; });
    for (auto& [key, kept] : texts_) kept.asked = false;
}

} // namespace touchline::server
