// Makes both bots by name and asks the game's analysis; the names of all figures.
#include "lab/figures.hpp"

#include "bots/roster.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace touchline::lab {

namespace {

constexpr double kNothing = 1e-9;                // of an edge: rounding
constexpr double kSureOfIt = 1.6448536269514722; // one-sided, 95 %

void add_leads_json(const Figures& figures, Json& json) {
    Json& leads = json["leads"] = Json::array();
    for (const analysis::LeadChance& lead : figures.leads) leads.push_back(Json::array({lead.lead, lead.chance}));
}

[[nodiscard]] Json spread_json(const analysis::Spread& spread) {
    return {{"mean", spread.mean}, {"deviation", spread.deviation}};
}

// How many games until whoever wins more than half of them is told from an equal with 95 %.
[[nodiscard]] std::optional<double> games_to_tell(double wins) {
    const double edge = wins - 0.5;
    if (edge <= kNothing) return std::nullopt;
    return std::ceil(kSureOfIt * kSureOfIt * wins * (1 - wins) / (edge * edge));
}

// A bot whose choices are measured.
class JudgedBot final : public analysis::Strategy {
public:
    explicit JudgedBot(std::unique_ptr<analysis::Strategy> own) : own_(std::move(own)) {}
    [[nodiscard]] StrategyInput input() const override { return own_->input(); }
    [[nodiscard]] Shares shares(const analysis::Decision& at) const override { return own_->shares(at); }
    [[nodiscard]] bool habitual() const override { return own_->habitual(); }
    [[nodiscard]] bool judged() const override { return true; }
    [[nodiscard]] Shares listed(std::size_t actions) const override { return own_->listed(actions); }
    [[nodiscard]] Shares valued(std::span<const double> values) const override { return own_->valued(values); }

private:
    std::unique_ptr<analysis::Strategy> own_;
};

} // namespace

std::vector<std::string> skill_bots() {
    std::vector<std::string> names = bots::bot_names();
    std::erase(names, "perfect");
    return names;
}

namespace {

// Of perfect play in the home seat against each bot. By duels; by all figures of the pair where choices are followed
// and duels are not (the toss of Gridiron Glory).
Expected<std::vector<double>, Message> perfect_against(const std::vector<std::string>& names, const Table& table,
                                                       analysis::Library& library, solve::Job& job) {
    const auto perfect = bots::make_bot("perfect");
    std::vector<std::unique_ptr<analysis::Strategy>> others;
    std::vector<analysis::Strategies> pairs;
    for (const std::string& name : names) {
        others.push_back(bots::make_bot(name));
        pairs.push_back({perfect.get(), others.back().get()});
    }
    const std::shared_ptr<analysis::Analysis> analysis = library.of(table);
    std::vector<double> wins;
    if (const auto played = analysis->duels(table, pairs, 1e-7, job)) {
        for (const analysis::Duel& duel : *played) wins.push_back(duel.odds.worth.value);
        return wins;
    }
    for (const analysis::Strategies& pair : pairs) {
        const Expected<Figures, Message> figures = analysis->figures(pair, job);
        if (!figures) return Unexpected{figures.error()};
        wins.push_back(figures->home + figures->draw / 2);
    }
    return wins;
}

} // namespace

Expected<Done, Message> add_skill(Figures& figures, const std::vector<std::string>& names, const Table& table,
                                  analysis::Library& library, solve::Job& job) {
    const Expected<std::vector<double>, Message> wins = perfect_against(names, table, library, job);
    if (!wins) return Unexpected{wins.error()};
    for (std::size_t i = 0; i < names.size(); ++i) {
        figures.skill.push_back({names[i], (*wins)[i]});
        if (names[i] == "coach") figures.games_to_tell = games_to_tell((*wins)[i]);
    }
    return Done{};
}

Expected<Figures, Message> figures(const Table& table, const FiguresPlan& plan, analysis::Library& library,
                                   solve::Job& job) {
    const auto made = [&](const std::string& name) -> std::unique_ptr<analysis::Strategy> {
        if (!plan.judged) return bots::make_bot(name);
        return std::make_unique<JudgedBot>(bots::make_bot(name));
    };
    const auto home = made(plan.bots.home);
    const auto away = made(plan.bots.away);
    // One strategy in both seats says that they are alike: half the work.
    const bool alike = plan.bots.home == plan.bots.away;
    Expected<Figures, Message> figures = library.of(table)->figures({home.get(), alike ? home.get() : away.get()}, job);
    const bool best = plan.bots.home == "perfect" && plan.bots.away == "perfect";
    if (!figures || !plan.skill || !best || figures->decisions.asked == 0) return figures;
    if (const Expected<Done, Message> added = add_skill(*figures, skill_bots(), table, library, job); !added)
        return Unexpected{added.error()};
    return figures;
}

Json figures_json(const Figures& figures) {
    Json json{{"exact", figures.exact}, {"bound", figures.bound}, {"home", figures.home},
              {"draw", figures.draw},   {"away", figures.away},   {"first_edge", figures.first_edge}};
    if (figures.toss) {
        json["toss_edge"] = figures.toss->edge;
        json["toss_choice"] = figures.toss->choose;
    }
    json["points"] = {{"home", spread_json(figures.points.home)},
                      {"away", spread_json(figures.points.away)},
                      {"first", spread_json(figures.points.first)},
                      {"second", spread_json(figures.points.second)}};
    json["margin"] = spread_json(figures.margin);
    Json& length = json["length"];
    length = {{"rolls", spread_json(figures.rolls)}, {"decisions", spread_json(figures.decisions_taken)}};
    if (figures.plays) length["plays"] = spread_json(*figures.plays);
    if (figures.drives) length["drives"] = spread_json(*figures.drives);
    Json& ends = json["drives"] = Json::object();
    for (const analysis::DriveEnd& end : figures.drive_ends) ends[end.how] = end.share;
    if (!figures.exact) {
        add_leads_json(figures, json);
        return json;
    }
    Json& choices = json["decisions"]["choices"];
    choices = Json::array();
    for (const analysis::ChoiceFigure& choice : figures.decisions.choices) {
        Json actions = Json::array();
        for (const analysis::ActionFigure& action : choice.actions)
            actions.push_back({{"action", action.action}, {"best", action.best}, {"taken", action.taken}});
        choices.push_back({{"event", choice.event},
                           {"asked", choice.asked},
                           {"matter", choice.matters},
                           {"worth", choice.worth},
                           {"actions", std::move(actions)}});
    }
    json["decisions"]["asked"] = figures.decisions.asked;
    json["decisions"]["matter"] = figures.decisions.matter;
    json["decisions"]["worth"] = figures.decisions.worth;
    Json& skill = json["skill"] = Json::object();
    for (const analysis::SkillFigure& each : figures.skill) skill[each.bot] = each.wins;
    if (figures.games_to_tell) json["games_to_tell"] = *figures.games_to_tell;
    Json& luck = json["luck"];
    luck = {{"deviation", figures.luck}, {"by_event", Json::object()}};
    for (const analysis::LuckFigure& each : figures.luck_by_event) luck["by_event"][each.event] = each.deviation;
    add_leads_json(figures, json);
    return json;
}

std::vector<NamedFigure> named_figures(const Figures& figures) {
    std::vector<NamedFigure> named{{"first_edge", figures.first_edge}, {"draw", figures.draw}};
    const auto add = [&](const std::string& name, const analysis::Spread& spread) {
        named.push_back({name, spread.mean});
        named.push_back({name + ".deviation", spread.deviation});
    };
    if (figures.toss) named.push_back({"toss_edge", figures.toss->edge});
    named.push_back({"points", (figures.points.home.mean + figures.points.away.mean) / 2});
    add("points.home", figures.points.home);
    add("points.away", figures.points.away);
    add("points.first", figures.points.first);
    add("points.second", figures.points.second);
    add("margin", figures.margin);
    add("length.rolls", figures.rolls);
    add("length.decisions", figures.decisions_taken);
    if (figures.plays) add("length.plays", *figures.plays);
    if (figures.drives) add("length.drives", *figures.drives);
    for (const analysis::DriveEnd& end : figures.drive_ends) named.push_back({"drives." + end.how, end.share});
    if (!figures.exact) return named;
    named.push_back({"decisions.asked", figures.decisions.asked});
    named.push_back({"decisions.matter", figures.decisions.matter});
    named.push_back({"decisions.worth", figures.decisions.worth});
    for (const analysis::ChoiceFigure& choice : figures.decisions.choices)
        for (const analysis::ActionFigure& action : choice.actions)
            named.push_back({"decisions." + choice.event + "." + action.action, action.best});
    for (const analysis::SkillFigure& each : figures.skill) named.push_back({"skill." + each.bot, each.wins});
    if (figures.games_to_tell) named.push_back({"skill.games_to_tell", *figures.games_to_tell});
    named.push_back({"luck", figures.luck});
    for (const analysis::LuckFigure& each : figures.luck_by_event)
        named.push_back({"luck." + each.event, each.deviation});
    return named;
}

} // namespace touchline::lab
