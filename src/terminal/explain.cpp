// Help for the current turn, and advice in words.
#include "terminal/explain.hpp"

#include "play/kind.hpp"
#include "play/rules_page.hpp"
#include "terminal/markdown.hpp"
#include "terminal/screen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace touchline::terminal {

namespace {

// "Step 5" and "Étape 5" alike: the number at its end.
std::string number_of(std::string_view rule) {
    const std::size_t at = rule.find_first_of("0123456789");
    if (at == std::string_view::npos) return {};
    return std::string(rule.substr(at, rule.find_first_not_of("0123456789", at) - at));
}

// "### Step 5. The defence" is the heading of step 5, "### R9. Audibles" that of a ruling.
bool heads(std::string_view line, std::string_view rule) {
    if (!line.starts_with("### ")) return false;
    line.remove_prefix(4);
    if (rule.starts_with('R')) return line.starts_with(fmt::format("{}.", rule));
    const std::size_t blank = line.find(' ');
    return blank != std::string_view::npos && line.substr(blank + 1).starts_with(number_of(rule) + ".");
}

std::string faces_text(const Table& table, const TurnText& turn, const Words& words) {
    std::vector<std::vector<std::string_view>> shown;
    std::string out;
    for (const std::vector<std::string_view>& place : table.faces()) {
        if (std::ranges::find(shown, place) != shown.end()) continue;
        shown.push_back(place);
        for (std::string_view face : place) {
            const std::string name = words.token(turn.event, face);
            const std::string_view help = words.at_event("token", turn.event, face, "help");
            const std::string called = fmt::format("`{}`{}", face, name == face ? "" : fmt::format(" **{}**", name));
            out += fmt::format(
                "- {}\n",
                help.empty() ? called : words.text("board.fact", {{"name", called}, {"value", std::string(help)}}));
        }
        if (place.size() > 14) break; // a deck of cards explains itself
        out += "\n";
    }
    return out;
}

// How often to take each choice, most often first; empty where nothing is known of it, or one is to be taken always:
// that one is the best of the list. What is but a first idea is told for one choice too.
std::string mix_of(const Advice& advice, std::string_view event, const Words& words) {
    const bool known = std::ranges::any_of(advice.actions, [](const AdvisedAction& each) { return each.share > 0; });
    const auto share = [&](const AdvisedAction& each) { return known ? each.share : each.first_share; };
    std::vector<AdvisedAction> taken;
    for (const AdvisedAction& each : advice.actions)
        if (std::lround(100 * share(each)) > 0) taken.push_back(each);
    if (taken.empty() || (known && taken.size() < 2)) return {};
    std::ranges::stable_sort(taken, std::ranges::greater{}, share);
    std::string mix;
    for (const AdvisedAction& each : taken)
        mix += fmt::format("{}{} {}", mix.empty() ? "" : ", ", words.action(event, each.action),
                           words.text("number.percent", {{"value", std::to_string(std::lround(100 * share(each)))}}));
    return words.text(known ? "prompt.hint-mix" : "prompt.hint-first-mix", {{"mix", mix}});
}

} // namespace

std::string rule_text(std::string_view page, std::string_view rule) {
    std::string out;
    bool inside = false;
    for (const std::string& line : lines_of(page)) {
        if (inside && line.starts_with('#')) break;
        if (heads(line, rule)) inside = true;
        if (inside) out += line + "\n";
    }
    return out;
}

Lines explanation(const Table& table, const TurnText& turn, const Words& words, int columns, Pen pen) {
    std::string page =
        fmt::format("# {}\n\n", turn.kind == TurnKind::over ? words.text("prompt.game-over") : words.event(turn.event));
    page += fmt::format("{}\n\n", words.find(fmt::format("event.{}.help", turn.event)));
    std::vector<std::string> rules;
    const auto note_rule = [&](std::string_view text) {
        const std::string rule(text);
        if (!rule.empty() && std::ranges::find(rules, rule) == rules.end()) rules.push_back(rule);
    };
    note_rule(words.find(fmt::format("event.{}.rule", turn.event)));
    if (!turn.actions.empty()) page += fmt::format("## {}\n\n", words.text("board.what-now"));
    for (std::string_view action : turn.actions) {
        page += fmt::format(
            "- {}\n",
            words.text("board.fact", {{"name", fmt::format("**{}**", words.action(turn.event, action))},
                                      {"value", std::string(words.at_event("action", turn.event, action, "help"))}}));
        note_rule(words.at_event("action", turn.event, action, "rule"));
    }
    page += "\n";
    if (turn.kind == TurnKind::chance)
        page += fmt::format("## {}\n\n{}", words.text("companion.faces-title"), faces_text(table, turn, words));
    page += fmt::format("\n## {}\n\n", words.text("board.rules"));
    const std::string own = rules_page(table.kind(), words.language(), table.options().json());
    for (const std::string& rule : rules) page += rule_text(own, rule) + "\n";
    return lines_of(markdown(page, columns, pen.ink()));
}

Lines advice_lines(const Advice& advice, std::string_view event, const Words& words, Pen pen) {
    Lines lines;
    if (const std::string mix = mix_of(advice, event, words); !mix.empty()) lines.push_back(pen.bold(mix));
    // Where the best is within the error of the next, none is named.
    const bool close = !advice.exact && advice.actions.size() > 1 && advice.actions[1].loss < advice.error;
    for (std::size_t i = 0; i < advice.actions.size(); ++i) {
        const AdvisedAction& own = advice.actions[i];
        const WordParams params{{"action", words.action(event, own.action)}, {"value", percent(own.value, words)}};
        const bool best = i == 0 && lines.empty() && !close;
        if (i == 0 && lines.empty() && close) lines.push_back(pen.bold(words.text("prompt.hint-close")));
        lines.push_back(best ? pen.bold(words.text("prompt.hint", params))
                             : "  " + words.text("prompt.hint-other", params));
    }
    std::string how = words.text(advice.exact ? "odds.exact" : "odds.estimate");
    if (!advice.exact) how += ", " + words.text("odds.error", {{"value", percent(advice.error, words)}});
    lines.push_back(pen.dim(fmt::format("({})", how)));
    return lines;
}

} // namespace touchline::terminal
