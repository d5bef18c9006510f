// Puts the effects of other readings where the page links to them.
#include "play/rules_page.hpp"

#include "core/embedded.hpp"
#include "play/atlas.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace touchline {

namespace {

std::string decimals(double value, int places, const Words& words) {
    std::string text = fmt::format("{:.{}f}", value, places);
    if (const std::size_t point = text.find('.'); point != std::string::npos)
        text.replace(point, 1, words.text("number.decimal"));
    return text;
}

// "+0.3", with a true minus; nothing where it rounds to 0.
std::string with_sign(std::optional<double> change, const Words& words) {
    if (!change || std::abs(*change) < 0.005) return {};
    return fmt::format(" ({}{})", *change < 0 ? "−" : "+", decimals(std::abs(*change), 2, words));
}

// The facts of one reading that are known.
std::string facts(const Atlas& atlas, const AtlasReading& reading, const Words& words) {
    std::vector<std::string> parts;
    const auto percent = [&](double value) {
        return words.text("number.percent", {{"value", decimals(100 * value, 2, words)}});
    };
    const auto points = [](std::optional<double> chance) {
        return chance ? std::optional(100 * *chance) : std::nullopt;
    };
    if (const auto edge = reading.figure("first_edge"))
        parts.push_back(words.text("atlas.first", {{"wins", percent(0.5 + *edge)}}) +
                        with_sign(points(atlas.change(reading, "first_edge")), words));
    if (const auto scored = reading.figure("points"))
        parts.push_back(words.text("atlas.points", {{"points", decimals(*scored, 2, words)}}) +
                        with_sign(atlas.change(reading, "points"), words));
    if (const auto draw = reading.figure("draw"); draw && (*draw > 0 || atlas.own.figure("draw").value_or(0) > 0))
        parts.push_back(words.text("atlas.draw", {{"draw", percent(*draw)}}) +
                        with_sign(points(atlas.change(reading, "draw")), words));
    return fmt::format("{}", fmt::join(parts, ", "));
}

// The option that a line links to in the atlas.
std::string linked_option(std::string_view line) {
    const std::size_t folder = line.find("/atlas/");
    const std::size_t mark = folder == std::string_view::npos ? folder : line.find('#', folder);
    if (!line.starts_with('[') || mark == std::string_view::npos) return {};
    return atlas_option(std::string(line.substr(mark + 1, line.find(')', mark) - mark - 1)));
}

} // namespace

std::string effect_text(const Kind& kind, std::string_view option, Language language) {
    const Atlas* atlas = atlas_of(kind);
    const Words& words = Words::of(language, kind.id());
    std::vector<std::string> lines;
    if (atlas != nullptr)
        for (const AtlasReading& reading : atlas->readings) {
            const auto value = reading.set.find(std::string(option));
            if (value == reading.set.end()) continue;
            const std::string_view only = matters_only(words, option, value->second);
            const std::string known = only.empty() ? facts(*atlas, reading, words) : std::string(only);
            if (known.empty()) continue;
            const std::string_view name = words.find(fmt::format("option.{}.values.{}", option, value->second));
            lines.push_back(
                words.text(reading.source == AtlasSource::estimate ? "atlas.effect-estimate" : "atlas.effect",
                           {{"reading", name.empty() ? value->second : std::string(name)}, {"facts", known}}));
        }
    return fmt::format("{}", fmt::join(lines, " "));
}

namespace {

// The page line by line; `each` gives back what stands in a line's place.
template <class Each>
std::string rewritten(std::string_view page, Each&& each) {
    std::string out;
    for (std::size_t at = 0; at < page.size();) {
        const std::size_t end = std::min(page.find('\n', at), page.size());
        out += each(page.substr(at, end - at));
        if (end < page.size()) out += '\n';
        at = end + 1;
    }
    return out;
}

// An option as a table has it.
struct Played {
    std::string name;
    std::string value;
    bool usual;
};

Played played(const OptionSpec& spec, const Words& words, const Json& options) {
    const auto given = options.find(spec.name);
    const std::string usual = text(spec.fallback);
    const std::string value = given == options.end() ? usual
                              : given->is_string()   ? given->get<std::string>()
                                                     : given->dump();
    const std::string_view said = words.find(fmt::format("option.{}.values.{}", spec.name, value));
    return {words.text(fmt::format("option.{}.name", spec.name)), said.empty() ? value : std::string(said),
            value == usual};
}

// A ruling as it is read: "R7" and its text on one line.
struct Ruling {
    std::string name{};
    std::string text{};
};

// "At this table, Spot of a lost fumble: …", a line for each switch of the ruling, and for what else it names where
// that is not as usual.
std::string played_here(const Kind& kind, const Ruling& ruling, const Words& words, const Json& options) {
    if (ruling.name.empty()) return {};
    std::string out;
    for (const OptionSpec& spec : kind.options()) {
        const Played own = played(spec, words, options);
        const bool named = ruling.text.find(fmt::format("**{}**", own.name)) != std::string::npos;
        if (spec.ruling.empty() ? own.usual || !named : spec.ruling != ruling.name) continue;
        out += fmt::format("{}\n\n", words.text("board.played-here", {{"option", own.name}, {"value", own.value}}));
    }
    return out;
}

// What is no reading of a ruling and not as usual: "At this table:" and a line each. Empty where all is.
std::string table_of(const Kind& kind, const Words& words, const Json& options) {
    std::string out;
    for (const OptionSpec& spec : kind.options()) {
        const Played own = played(spec, words, options);
        if (!spec.ruling.empty() || own.usual) continue;
        out += fmt::format("\n- {}",
                           words.text("board.fact", {{"name", fmt::format("**{}**", own.name)}, {"value", own.value}}));
    }
    return out.empty() ? out : fmt::format("\n\n{}\n{}", words.text("board.this-table"), out);
}

} // namespace

std::string rules_page(const Kind& kind, Language language, const Json& options) {
    const Words& words = Words::of(language, kind.id());
    Ruling ruling;
    const auto leave = [&] { return played_here(kind, std::exchange(ruling, {}), words, options); };
    std::string page = rewritten(rules_page(kind, language), [&](std::string_view line) {
        if (!line.starts_with('#')) {
            ruling.text += fmt::format("{} ", line);
            return std::string(line);
        }
        std::string before = leave();
        if (line.starts_with("### R")) ruling.name = line.substr(4, line.find('.') - 4);
        if (line.starts_with("# ")) return fmt::format("{}{}", line, table_of(kind, words, options));
        return before + std::string(line);
    });
    return page + leave();
}

std::string rules_page(const Kind& kind, Language language) {
    std::optional<std::string_view> page;
    if (language == Language::french) page = embedded(fmt::format("docs/rules/fr/{}.md", kind.id()));
    if (!page) page = embedded(fmt::format("docs/rules/{}.md", kind.id()));
    if (!page) return {};
    return rewritten(*page, [&](std::string_view line) {
        const std::string option = linked_option(line);
        return option.empty() ? std::string(line) : effect_text(kind, option, language);
    });
}

} // namespace touchline
