// Writes a position as text and reads it back: base64url bytes with a checksum over all parts.
#include "play/position.hpp"

#include "core/hash.hpp"
#include "play/kind.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sodium.h>

namespace touchline {

namespace {

constexpr int kBase64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING;

std::string check_of(std::string_view head, std::string_view bytes) {
    Fnv hash;
    hash.add(head);
    hash.add(bytes);
    const u64 value = hash.value();
    std::string check(4, '\0');
    for (int i = 0; i < 4; ++i) check[static_cast<std::size_t>(i)] = static_cast<char>(value >> (8 * i));
    return check;
}

// All but the code: game, options, sheet.
std::string head_of(const Table& table) {
    std::string head(table.kind().id());
    for (const auto& [name, value] : table.options().all()) head += fmt::format("~{}.{}", name, text(value));
    if (table.sheet_name() != "default") head += fmt::format("~s{}", table.sheet_hash());
    return head;
}

std::string encode(const Table& table, const std::string& bytes) {
    const std::string head = head_of(table);
    const std::string checked = bytes + check_of(head, bytes);
    std::string code(sodium_base64_encoded_len(checked.size(), kBase64), '\0');
    sodium_bin2base64(code.data(), code.size(), reinterpret_cast<const unsigned char*>(checked.data()), checked.size(),
                      kBase64);
    code.pop_back(); // the terminating zero
    return head + "~" + code;
}

std::vector<std::string_view> parts_of(std::string_view text) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t cut = text.find('~');
        parts.push_back(text.substr(0, cut));
        if (cut == std::string_view::npos) return parts;
        text.remove_prefix(cut + 1);
    }
}

std::optional<std::string> decode(std::string_view code) {
    std::string bytes(code.size(), '\0');
    std::size_t length = 0;
    const int failed = sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), code.data(),
                                         code.size(), nullptr, &length, nullptr, kBase64);
    if (failed != 0 || length < 4) return std::nullopt;
    bytes.resize(length);
    return bytes;
}

// Options of the head as JSON, each read as its spec's kind; unknown ones are left to the check that follows.
Json options_of(const Kind& kind, const std::vector<std::string_view>& parts) {
    Json options = Json::object();
    const std::vector<OptionSpec>& specs = kind.options();
    for (std::string_view part : parts) {
        const std::size_t dot = part.find('.');
        if (dot == std::string_view::npos) continue;
        const std::string name(part.substr(0, dot));
        OptionValue value = std::string(part.substr(dot + 1));
        for (const OptionSpec& spec : specs)
            if (spec.name == name) value = read_option(spec, part.substr(dot + 1));
        options[name] = json(value);
    }
    return options;
}

} // namespace

Json table_json(const Table& table) {
    return {{"game", table.kind().id()}, {"options", table.options().json()}, {"sheet", table.sheet_hash()}};
}

std::string position_text(const Table& table) { return encode(table, table.state_bytes()); }
std::string start_text(const Table& table) { return encode(table, table.start_bytes()); }

OrRefusal<Done> set_position(Table& table, std::string_view text) {
    const std::size_t cut = text.rfind('~');
    if (cut == std::string_view::npos) return refuse(RefusalCode::bad_state, Message{"position.form"});
    const std::string_view head = text.substr(0, cut);
    const std::optional<std::string> checked = decode(text.substr(cut + 1));
    if (!checked || check_of(head, checked->substr(0, checked->size() - 4)) != checked->substr(checked->size() - 4))
        return refuse(RefusalCode::bad_state, Message{"position.mistyped", {{"code", text.substr(cut + 1)}}});
    if (head != head_of(table))
        return refuse(RefusalCode::bad_state,
                      Message{"position.other-game", {{"found", head}, {"own", head_of(table)}}});
    return table.set_bytes(std::string_view(*checked).substr(0, checked->size() - 4));
}

OrRefusal<std::unique_ptr<Table>> open_position(std::string_view text, const std::optional<std::string>& sheet_path) {
    std::vector<std::string_view> parts = parts_of(text);
    const Kind* kind = kind_named(parts.front());
    const Json options = kind == nullptr ? Json::object() : options_of(*kind, {parts.begin() + 1, parts.end()});
    OrRefusal<std::unique_ptr<Table>> table = open_table(parts.front(), options, sheet_path);
    if (!table) return table;
    OrRefusal<Done> done = set_position(**table, text);
    if (!done) return Unexpected{std::move(done.error())};
    return table;
}

} // namespace touchline
