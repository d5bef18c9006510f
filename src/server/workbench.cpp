// Reads what the workbench is asked: a game, its options, a sheet, and changes of its figures by path.
#include "server/workbench.hpp"

#include "games/sheet_figures.hpp"
#include "play/message_text.hpp"
#include "server/table_templates.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace touchline::server {

namespace {

OrRefusal<std::vector<std::string>> changes_in(const Json& body) {
    std::vector<std::string> changes;
    const auto given = body.find("changes");
    if (given == body.end() || given->is_null()) return changes;
    const auto is_text = [](const Json& each) { return each.is_string(); };
    if (!given->is_array() || given->size() > kMostChanges || !std::ranges::all_of(*given, is_text))
        return refuse(RefusalCode::bad_request, Message{"server.changes", {{"most", kMostChanges}}});
    for (const Json& each : *given) changes.push_back(each.get<std::string>());
    return changes;
}

// A range as numbers, for those who count up and down.
void add_range(const Message& wanted, Json& figure) {
    for (const Gap& gap : wanted.gaps) {
        const std::string& text = gap.filling.text;
        int number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error == std::errc() && end == text.data() + text.size()) figure[std::string(gap.name)] = number;
    }
}

// As a form writes it: %3D is '=', '+' a space.
std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned char code = 0;
        const char* const digits = text.data() + i + 1;
        const bool escaped =
            text[i] == '%' && text.size() - i > 2 && std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2;
        out += escaped ? static_cast<char>(code) : text[i] == '+' ? ' ' : text[i];
        if (escaped) i += 2;
    }
    return out;
}

// What an address says as the body of a request does: set=PATH=VALUE, option=NAME=VALUE with the value as JSON.
Json body_of(std::string_view game, std::string_view query) {
    Json body{{"game", game}, {"options", Json::object()}, {"changes", Json::array()}};
    while (!query.empty()) {
        const std::size_t end = query.find('&');
        const std::string_view pair = query.substr(0, end);
        query.remove_prefix(end == std::string_view::npos ? query.size() : end + 1);
        const std::size_t cut = std::min(pair.find('='), pair.size());
        const std::string said = unescaped(pair.substr(std::min(cut + 1, pair.size())));
        if (pair.substr(0, cut) == "set") body["changes"].push_back(said);
        if (pair.substr(0, cut) != "option") continue;
        const std::size_t name = std::min(said.find('='), said.size());
        const std::string value = said.substr(std::min(name + 1, said.size()));
        const Json read = Json::parse(value, nullptr, false);
        body["options"][said.substr(0, name)] = read.is_primitive() && !read.is_discarded() ? read : Json(value);
    }
    return body;
}

constexpr std::string_view kCertificatePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
                                                "frame-ancestors 'none'; form-action 'none'";

Json figures_listed(const Table& table, Language language) {
    const std::string toml = table.sheet_toml();
    Json list = Json::array();
    for (const SheetFigure& each : figures_read([&] { (void)table.kind().check_sheet(toml); })) {
        Json figure{{"path", each.path},
                    {"value", each.value},
                    {"wanted", text(each.wanted, language)},
                    {"source", each.source}};
        add_range(each.wanted, figure);
        list.push_back(std::move(figure));
    }
    return list;
}

} // namespace

OrRefusal<std::unique_ptr<Table>> Workbench::table(const Json& body) const {
    for (const char* key : {"game", "sheet"})
        if (const auto at = body.find(key); at != body.end() && !at->is_null() && !at->is_string())
            return refuse(RefusalCode::bad_request, Message{"server.text", {{"key", key}}});
    const std::string game = body.value("game", Json()).is_string() ? body["game"].get<std::string>() : "";
    if (game.empty()) return refuse(RefusalCode::bad_request, Message{"server.which-game"});
    const Json options = body.value("options", Json::object());
    std::optional<SheetText> sheet;
    if (const auto own = body.find("sheet"); own != body.end() && own->is_string())
        sheet = SheetText{"own", own->get<std::string>()};
    OrRefusal<std::vector<std::string>> changes = changes_in(body);
    if (!changes) return Unexpected{std::move(changes.error())};
    OrRefusal<std::unique_ptr<Table>> plain = fresh_table(game, options, sheet);
    if (!plain || changes->empty()) return plain;
    if (!maker_.changed) return refuse(RefusalCode::not_found, Message{"server.no-figures"});
    Expected<std::string, Message> toml = maker_.changed((*plain)->kind(), (*plain)->sheet_toml(), *changes);
    if (!toml) return refuse(RefusalCode::bad_sheet, std::move(toml.error()));
    return fresh_table(game, options, SheetText{"own", std::move(*toml)});
}

void Workbench::sheet(const Json& body, Language language, const Api::Respond& respond) const {
    const OrRefusal<std::unique_ptr<Table>> own = table(body);
    if (!own) return respond(refusal_answer(own.error()));
    Json json = sheet_json(**own);
    json["toml"] = (*own)->sheet_toml();
    json["paths"] = figures_listed(**own, language);
    respond(json_answer(json));
}

void Workbench::figures(const Json& body, const ApiRequest& request, const Api::Respond& respond) {
    if (!maker_.figures) return respond(refusal_answer(Refusal{RefusalCode::not_found, Message{"server.no-figures"}}));
    OrRefusal<std::unique_ptr<Table>> own = table(body);
    if (!own) return respond(refusal_answer(own.error()));
    desk_.answer(std::shared_ptr<const Table>(std::move(*own)), request, respond);
}

void Workbench::certificate(std::string_view game, const ApiRequest& request, const Api::Respond& respond) {
    if (!maker_.certificate)
        return respond(refusal_answer(Refusal{RefusalCode::not_found, Message{"server.no-figures"}}));
    const Json body = body_of(game, request.query);
    OrRefusal<std::unique_ptr<Table>> own = table(body);
    if (!own) return respond(refusal_answer(own.error()));
    certify({std::move(*own), body["changes"], language_for(request.query, request.accepted), request}, respond);
}

void Workbench::certify(const Certified& asked, const Api::Respond& respond) {
    desk_.answer(asked.table, asked.request, [this, asked, respond](const Answer& answer) {
        if (answer.refusal) return respond(answer);
        if (answer.status == 202) return certify(asked, respond); // nobody can read a part of it
        const Json figures = Json::parse(answer.content->plain)["figures"];
        std::string html = maker_.certificate(*asked.table, figures, asked.changes, asked.language);
        Answer page{200, "text/html; charset=utf-8", content_of(std::move(html), Lasting::passing)};
        page.policy = kCertificatePolicy;
        respond(std::move(page));
    });
}

} // namespace touchline::server
