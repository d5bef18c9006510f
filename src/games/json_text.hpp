// JSON as text: written straight, in the order of the calls, which is what answers that are asked for often are made
// of; dumped from a value; read from outside without throwing.
#pragma once

#include "core/expected.hpp"
#include "core/message.hpp"
#include "core/seat.hpp"
#include "games/json.hpp"

#include <charconv>
#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace touchline {

class JsonText {
public:
    // Appends to `out`, which lives longer.
    explicit JsonText(std::string& out) : out_(out) {}

    void open_object() { open('{'); }
    void close_object() { close('}'); }
    void open_list() { open('['); }
    void close_list() { close(']'); }

    // The name of the next value. Requires: an open object.
    void key(std::string_view name) {
        value(name);
        out_ += ':';
        comma_ = false;
    }

    void value(std::string_view text) {
        separate();
        quote(text);
    }
    void value(const char* text) { value(std::string_view(text)); }
    void value(std::nullptr_t) { word("null"); }
    void value(Seat seat) { value(name(seat)); }
    void json(const Json& any);
    // Values that were written before, separated by commas; nothing where it is empty.
    void written(std::string_view values) {
        if (!values.empty()) word(values);
    }
    template <std::integral T>
    void value(T number) {
        if constexpr (std::same_as<T, bool>) {
            word(number ? "true" : "false");
        } else {
            char digits[24];
            const char* end = std::to_chars(digits, digits + sizeof digits, number).ptr;
            word({digits, static_cast<std::size_t>(end - digits)});
        }
    }
    template <class T>
    void value(const std::optional<T>& maybe) {
        if (maybe)
            value(*maybe);
        else
            value(nullptr);
    }

    template <class T>
    void field(std::string_view name, const T& content) {
        key(name);
        value(content);
    }
    template <class T>
    void per_seat(std::string_view name, const T& home, const T& away) {
        key(name);
        open_object();
        field("home", home);
        field("away", away);
        close_object();
    }
    template <class Range>
    void list(const Range& items) {
        open_list();
        for (const auto& item : items) value(item);
        close_list();
    }
    template <class Range>
    void list(std::string_view name, const Range& items) {
        key(name);
        list(items);
    }

private:
    void separate() {
        if (comma_) out_ += ',';
        comma_ = true;
    }
    void open(char bracket) {
        separate();
        out_ += bracket;
        comma_ = false;
    }
    void close(char bracket) {
        out_ += bracket;
        comma_ = true;
    }
    void word(std::string_view text) {
        separate();
        out_ += text;
    }
    void quote(std::string_view text);

    std::string& out_;
    bool comma_ = false; // whether something stands before the next value
};

// One line; bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string dumped(const Json& any);

// What a text may be before it is parsed: a key takes longer to add the more there are.
struct JsonBounds {
    int deepest;           // brackets within each other
    std::size_t most_keys; // of all its objects together
};

// The object, or what is wrong with the text: "is no JSON object", "has more than … keys".
[[nodiscard]] Expected<Json, Message> parsed_object(std::string_view text, const JsonBounds& bounds);

// The object whose fields write(JsonText&) writes.
[[nodiscard]] Json json_of(const std::function<void(JsonText&)>& write);

} // namespace touchline
