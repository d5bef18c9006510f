// The catalogues of data/words: everything that a person reads, in English and French, by key.
#pragma once

#include "games/narration.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchline {

enum class Language : u8 { english, french };

inline constexpr std::array kLanguages{Language::english, Language::french};

// "en", "fr".
[[nodiscard]] constexpr std::string_view code(Language language) { return language == Language::english ? "en" : "fr"; }
[[nodiscard]] std::optional<Language> language_named(std::string_view code);
// From LC_ALL, LC_MESSAGES or LANG; English where they say nothing that is known.
[[nodiscard]] Language language_of_environment();

// What is played after the last of them is overtime.
inline constexpr int kQuarters = 4;

// How the two sides are called, e.g. by the names of the people.
using SideNames = BySeat<std::string>;

// Words for whole numbers of parameters: {"yards", "10"}.
using WordParams = std::vector<std::pair<std::string_view, std::string>>;

class Words {
public:
    // The general words of the interface and those of one game (empty: none).
    Words(Language language, std::string_view game);
    // Kept for the life of the program, one for each language and game.
    [[nodiscard]] static const Words& of(Language language, std::string_view game = {});

    [[nodiscard]] Language language() const { return language_; }

    // A text by its dotted key, game before general; empty where there is none.
    [[nodiscard]] std::string_view find(std::string_view key) const;
    // The same with its parameters filled in; the key itself in «» where there is none, so that a gap is seen.
    [[nodiscard]] std::string text(std::string_view key, const WordParams& params = {}) const;
    // All variants of a key.
    [[nodiscard]] const std::vector<std::string>& variants(std::string_view key) const;

    // What is said of a token or an action: `part` is name, help or rule. It may mean different things at different
    // events, so an entry "event/id" goes before the plain one; empty where there is neither.
    [[nodiscard]] std::string_view at_event(std::string_view section, std::string_view event, std::string_view id,
                                            std::string_view part) const;
    // Names, the id itself where there is no word for it. An empty event is any.
    [[nodiscard]] std::string event(std::string_view id) const;
    [[nodiscard]] std::string action(std::string_view event, std::string_view id) const;
    [[nodiscard]] std::string token(std::string_view event, std::string_view id) const;
    [[nodiscard]] std::string seat(Seat seat) const;
    // The name of a side that nobody has named.
    [[nodiscard]] std::string side(Seat seat) const;

    // "2nd", "overtime", "2nd overtime": a quarter, or what is played after the last of four.
    [[nodiscard]] std::string quarter(int number) const;

    // One sentence of the play-by-play. `pick` chooses among its variants, which commentary.hpp takes in turn. Faces,
    // cards and players begin with a capital letter only where the sentence does.
    [[nodiscard]] std::string said(const Saying& saying, const SideNames& sides, u64 pick) const;

    // All keys with their texts, for the browser and the tests.
    [[nodiscard]] const std::map<std::string, std::vector<std::string>, std::less<>>& all() const { return texts_; }

private:
    [[nodiscard]] std::string shown(const SayingParam& param, const SideNames& sides) const;

    Language language_;
    std::map<std::string, std::vector<std::string>, std::less<>> texts_;
};

// Puts values in place of {name}; a name without a value stays as it is.
[[nodiscard]] std::string filled(std::string_view text, const WordParams& params);

} // namespace touchline
