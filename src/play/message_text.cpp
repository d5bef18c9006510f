// Looks up a message's sentence in the catalogue of its language and fills its gaps, nested messages included.
#include "play/message_text.hpp"

#include "core/shown_text.hpp"

#include <fmt/format.h>

namespace touchline {

namespace {

constexpr std::string_view kCatalogue = "messages";

// The text of a key with its gaps; the key itself in «» where there is none, so that it is noticed.
std::string pattern_of(std::string_view key, Language language) {
    const std::size_t slash = key.find('/');
    if (slash == std::string_view::npos) return Words::of(language, kCatalogue).text(key);
    return Words::of(language, key.substr(0, slash)).text(fmt::format("refusal.{}", key.substr(slash + 1)));
}

std::string in_words(const Message& message, Language language) {
    WordParams params;
    for (const Gap& gap : message.gaps) {
        std::string filling = gap.filling.text;
        for (const Message& part : gap.filling.messages) {
            if (!filling.empty()) filling += Words::of(language, kCatalogue).text("between");
            filling += in_words(part, language);
        }
        params.emplace_back(gap.name, std::move(filling));
    }
    return filled(pattern_of(message.key, language), params);
}

} // namespace

std::string text(const Message& message, Language language) {
    return message.empty() ? std::string() : shown_line(in_words(message, language));
}

std::string sentence_of(const std::exception& error, Language language) {
    const auto* failure = dynamic_cast<const Failure*>(&error);
    return failure != nullptr ? text(failure->message, language) : shown_line(error.what());
}

} // namespace touchline
