// Writes the og: tags of a table from its JSON: an invitation while a seat is open, else the score.
#include "server/preview.hpp"

#include "core/html_text.hpp"
#include "play/side_name.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::server {

namespace {

std::string text_in(const Json& json, const char* key) {
    const auto at = json.find(key);
    return at != json.end() && at->is_string() ? at->get<std::string>() : std::string();
}

std::string meta(std::string_view property, std::string_view content) {
    return fmt::format("<meta property=\"og:{}\" content=\"{}\" />\n", property, html_text(content));
}

// What there is to say of a table: somebody is invited, it is being played, it is over.
struct Preview {
    std::string title;
    std::string description;
};

Preview preview_of(const Json& table, const Words& words) {
    const std::string game(words.find("game.name"));
    BySeat<std::string> sides;
    for (Seat seat : kSeats) {
        const Json& at = table.at("seats").at(std::string(name(seat)));
        const std::string bot = text_in(at, "bot");
        sides[seat] = side_name(words, bot.empty() ? text_in(at, "name") : bot, seat);
        if (!at.at("open").get<bool>()) continue;
        const std::string host = text_in(table.at("seats").at(std::string(name(other(seat)))), "name");
        return {host.empty() ? words.text("preview.invited", {{"game", game}})
                             : words.text("preview.invited-by", {{"name", host}, {"game", game}}),
                words.text("preview.sit-down")};
    }
    const auto points = [&](Seat seat) { return table.at("score").at(std::string(name(seat))).dump(); };
    const std::string score = words.text(
        "preview.score",
        {{"home", sides.home}, {"away", sides.away}, {"points", points(Seat::home)}, {"against", points(Seat::away)}});
    return {score, words.text(table.at("over").is_null() ? "preview.playing" : "preview.over", {{"game", game}})};
}

} // namespace

std::string preview_head(const Json& table, Language language, std::string_view site) {
    const Preview preview = preview_of(table, Words::of(language, text_in(table, "game")));
    return meta("type", "website") + meta("site_name", "Touchline") + meta("title", preview.title) +
           meta("description", preview.description) +
           meta("image", fmt::format("{}/preview-{}.png", site, text_in(table, "game"))) + meta("image:width", "1200") +
           meta("image:height", "630") + "<meta name=\"twitter:card\" content=\"summary_large_image\" />\n";
}

} // namespace touchline::server
