// What is to be told to a person, not yet in any language: the key of a sentence and what fills its gaps. It is put
// into words where it is shown (play/message_text.hpp), from data/words.
#pragma once

#include <concepts>
#include <ranges>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace touchline {

struct Gap;

// The key of messages.toml, or "GAME/KEY" for what the catalogue of a game has under [refusal]. A literal: the tests
// look for it in the source.
struct Message {
    std::string_view key{};
    std::vector<Gap> gaps; // without {}: Gap is incomplete here

    // Nothing is to be told.
    [[nodiscard]] bool empty() const { return key.empty(); }
};

// What stands in a gap: text that is the same in every language (names, ids, numbers, words of the protocol), or
// messages, with a separator between them where there are several.
struct Filling {
    std::string text{};
    std::vector<Message> messages;

    Filling(std::string own);
    Filling(std::string_view own);
    Filling(const char* own);
    Filling(Message message);
    Filling(std::vector<Message> several);
    template <std::integral T>
    Filling(T number);
    // Names with commas between them.
    template <std::ranges::input_range Names>
    requires(std::convertible_to<std::ranges::range_reference_t<Names>, std::string_view> &&
             !std::convertible_to<Names, std::string_view>) Filling(const Names& names);
};

struct Gap {
    std::string_view name;
    Filling filling;
};

inline Filling::Filling(std::string own) : text(std::move(own)) {}
inline Filling::Filling(std::string_view own) : text(own) {}
inline Filling::Filling(const char* own) : text(own) {}
inline Filling::Filling(Message message) { messages.push_back(std::move(message)); }
inline Filling::Filling(std::vector<Message> several) : messages(std::move(several)) {}

template <std::integral T>
Filling::Filling(T number) {
    if constexpr (std::same_as<T, bool>)
        text = number ? "true" : "false";
    else if constexpr (std::same_as<T, char>)
        text = number;
    else
        text = std::to_string(number);
}

template <std::ranges::input_range Names>
requires(std::convertible_to<std::ranges::range_reference_t<Names>, std::string_view> &&
         !std::convertible_to<Names, std::string_view>) Filling::Filling(const Names& names) {
    for (const std::string_view name : names) (text += text.empty() ? "" : ", ") += name;
}

// Several reasons in one sentence.
[[nodiscard]] inline Message joined(std::vector<Message> reasons) {
    if (reasons.size() == 1) return std::move(reasons.front());
    return {"reasons", {{"all", std::move(reasons)}}};
}

// Thrown where work can only be abandoned; what() is the key alone (sentence_of() gives the whole sentence).
struct Failure : std::runtime_error {
    explicit Failure(Message own) : std::runtime_error(std::string(own.key)), message(std::move(own)) {}

    Message message;
};

} // namespace touchline
