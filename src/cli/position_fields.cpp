// Parses typed fields of a position into JSON, by the type of each field.
#include "cli/position_fields.hpp"

#include "cli/commands.hpp"
#include "cli/guess.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace touchline::cli {

namespace {

// A word of the protocol, a number, true, false or null.
Json plain(std::string_view text) {
    if (text == "null") return nullptr;
    if (text == "true" || text == "false") return text == "true";
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (!text.empty() && error == std::errc{} && end == text.data() + text.size()) return number;
    return text;
}

Json list(std::string_view text) {
    Json items = Json::array();
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        items.push_back(plain(text.substr(0, comma)));
        text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    }
    return items;
}

Json value_of(std::string_view type, std::string_view text) {
    if (text.starts_with('{') || text.starts_with('[')) {
        Json json = Json::parse(text, nullptr, false);
        if (!json.is_discarded()) return json;
    }
    const bool of_both = type.starts_with("BySeat<");
    if (const std::size_t dash = text.find('-', 1); of_both && dash != std::string_view::npos)
        return {{"home", value_of(type.substr(7), text.substr(0, dash))},
                {"away", value_of(type.substr(7), text.substr(dash + 1))}};
    return type.find("[]") != std::string_view::npos && text != "null" ? list(text) : plain(text);
}

} // namespace

Json position_fields(const Kind& kind, const std::vector<std::string>& texts) {
    const std::vector<FieldType> types = kind.fields();
    std::vector<std::string> names;
    for (const FieldType& type : types) names.push_back(type.name);
    Json fields = Json::object();
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw Stop(RefusalCode::misused, Message{"cli.set-form", {{"text", text}}});
        const std::string path = text.substr(0, equals);
        const std::string name = path.substr(0, path.find('.'));
        const auto type = std::ranges::find(types, name, &FieldType::name);
        if (type == types.end())
            throw Stop(
                RefusalCode::bad_state,
                with_guess(Message{"field.unknown", {{"field", name}, {"fields", names}}}, closest(name, names)));
        Json* place = &fields;
        for (std::size_t begin = 0; begin < path.size();) {
            const std::size_t dot = std::min(path.find('.', begin), path.size());
            if (!place->is_null() && !place->is_object())
                throw Stop(RefusalCode::misused, Message{"cli.option-twice", {{"option", path}}});
            place = &(*place)[path.substr(begin, dot - begin)];
            begin = dot + 1;
        }
        if (!place->is_null()) throw Stop(RefusalCode::misused, Message{"cli.option-twice", {{"option", path}}});
        std::string_view own = type->type;
        if (path != name && own.starts_with("BySeat<")) own.remove_prefix(7);
        *place = value_of(own, std::string_view(text).substr(equals + 1));
    }
    return fields;
}

} // namespace touchline::cli
