#include "play/sentences.hpp"

#include <algorithm>

namespace touchline {

namespace {

constexpr std::string_view kGap = "{}";

// An English sentence with gaps, and what it is in another language.
struct Pattern {
    std::vector<std::string_view> pieces; // between the gaps
    std::size_t letters = 0;              // in the pieces
    std::string_view other;
};

std::vector<std::string_view> pieces_of(std::string_view english) {
    std::vector<std::string_view> pieces;
    for (std::size_t gap = english.find(kGap); gap != std::string_view::npos; gap = english.find(kGap)) {
        pieces.push_back(english.substr(0, gap));
        english.remove_prefix(gap + kGap.size());
    }
    pieces.push_back(english);
    return pieces;
}

// Those that say most come first: a general pattern is for what no other fits.
std::vector<Pattern> patterns_of(const Words& words) {
    std::vector<Pattern> patterns;
    for (const auto& [english, others] : words.all()) {
        if (english.find(' ') == std::string::npos && english.find(kGap) == std::string::npos) continue; // another key
        Pattern pattern{pieces_of(english), 0, others.front()};
        for (std::string_view piece : pattern.pieces) pattern.letters += piece.size();
        patterns.push_back(std::move(pattern));
    }
    std::ranges::stable_sort(patterns, std::ranges::greater(), &Pattern::letters);
    return patterns;
}

// What stands in the gaps, each as short as it can be; nothing where the sentence is another one.
std::optional<std::vector<std::string_view>> gaps_in(std::string_view sentence, const Pattern& pattern) {
    const std::string_view first = pattern.pieces.front();
    const std::string_view last = pattern.pieces.back();
    if (pattern.pieces.size() == 1)
        return sentence == first ? std::optional(std::vector<std::string_view>()) : std::nullopt;
    if (sentence.size() < first.size() + last.size() || !sentence.starts_with(first) || !sentence.ends_with(last))
        return std::nullopt;
    sentence.remove_prefix(first.size());
    sentence.remove_suffix(last.size());
    std::vector<std::string_view> gaps;
    for (std::size_t i = 1; i + 1 < pattern.pieces.size(); ++i) {
        const std::size_t at = sentence.find(pattern.pieces[i]);
        if (at == std::string_view::npos) return std::nullopt;
        gaps.push_back(sentence.substr(0, at));
        sentence.remove_prefix(at + pattern.pieces[i].size());
    }
    gaps.push_back(sentence);
    return gaps;
}

std::string said_by(const std::vector<Pattern>& patterns, std::string_view english) {
    for (const Pattern& pattern : patterns) {
        const auto gaps = gaps_in(english, pattern);
        if (!gaps) continue;
        static constexpr std::array<std::string_view, 9> kNames{"1", "2", "3", "4", "5", "6", "7", "8", "9"};
        WordParams params;
        for (std::size_t i = 0; i < gaps->size() && i < kNames.size(); ++i)
            params.emplace_back(kNames[i], said_by(patterns, (*gaps)[i]));
        return filled(pattern.other, params);
    }
    return std::string(english);
}

} // namespace

std::string said_in(Language language, std::string_view english) {
    if (language == Language::english) return std::string(english);
    static const std::vector<Pattern> kFrench = patterns_of(Words::of(Language::french, "sentences"));
    return said_by(kFrench, english);
}

} // namespace touchline
