// What a game gives beyond its bare rules so that it can be played at a table: text, components, options, commentary.
#pragma once

#include "core/game.hpp"
#include "games/json_text.hpp"
#include "games/narration.hpp"
#include "games/options.hpp"
#include "games/sheet_reader.hpp"

namespace touchline {

// The fields of a position as on the game's page, without `game`, written one after the other. For games with hidden
// hands this is the full position.
template <class R>
concept WritesFields = requires(const R rules, const typename R::State state, JsonText& out) {
    { rules.write_fields(out, state) } -> std::same_as<void>;
};

// Hidden hands: what a view shows.
template <class R>
concept WritesViewFields = HasHidden<R> && requires(const R rules, const typename R::View view, JsonText& out) {
    { rules.write_view_fields(out, view) } -> std::same_as<void>;
};

// What boards draw beside the fields and would have to know the rules for: figures that everybody may know, which are
// no part of a position.
template <class R>
concept ShowsMore = requires(const R rules, const typename R::State state, JsonText& out) {
    { rules.write_shown(out, state) } -> std::same_as<void>;
};

struct FieldType {
    std::string name;
    std::string type;      // as TypeScript calls it
    bool optional = false; // not at every table, or not for every viewer
};

// The names and types of all fields, those of views included.
template <class R>
concept HasFieldTypes = requires(const R rules) {
    { rules.field_types() } -> std::same_as<std::vector<FieldType>>;
};

// The fields as a value (Json).
template <WritesFields R>
[[nodiscard]] auto fields_of(const R& rules, const typename R::State& state) {
    return json_of([&](JsonText& out) { rules.write_fields(out, state); });
}

// Every name that an event or an action can have, in a fixed order: their numbers for programs (play/numbered.hpp).
// Events stand at their own number; which action a code means depends on the event and on nothing else.
template <class R>
concept HasNumbers = requires(const R rules) {
    { rules.event_names() } -> std::same_as<std::vector<std::string_view>>;
    { rules.action_names() } -> std::same_as<std::vector<std::string_view>>;
};

// Of games that hide hands or choices with some options only: whether they do with these.
template <class R>
concept MayHide = requires(const R rules) {
    { rules.hides() } -> std::same_as<bool>;
};

// How many outcomes a chance turn can have at most, whatever is played, by the rules and the sheet.
template <class R>
concept HasMostOutcomes = requires(const R rules) {
    { rules.most_outcomes() } -> std::same_as<std::size_t>;
};

// Which tokens may come up at each place of a chance turn; without it they are gathered from chances().
template <class R>
concept HasFaces = requires(const R rules, const typename R::State state) {
    { rules.faces(state) } -> std::same_as<std::vector<std::vector<std::string_view>>>;
};

// The same for a viewer, derived from nothing that is hidden from it; without it, a viewer who may not see the outcome
// is told none.
template <class R>
concept HasFacesFor = requires(const R rules, const typename R::State state, Viewer viewer) {
    { rules.faces(state, viewer) } -> std::same_as<std::vector<std::vector<std::string_view>>>;
};

// The protocol's `set`: a position from (some of) its fields, or every reason why it cannot be.
template <class R>
concept HasSet = requires(const R rules, const typename R::State now, const Json given) {
    { rules.set(now, given) } -> std::same_as<Expected<typename R::State, std::vector<Message>>>;
};

template <class R>
concept HasNarration = requires(const R rules, const Moment<typename R::State>& moment, Narration& out) {
    { rules.narrate(moment, out) } -> std::same_as<void>;
};

// A game in a box: components from a sheet, options checked against it.
// make() gets options that fit one by one; what they must be together is its own to check (bad-option).
template <class R>
concept BoxedGame = requires(const SheetTable& root, const typename R::Sheet& sheet, const OptionValues& options,
                             OptionReader& reader) {
    { R::read_sheet(root) } -> std::same_as<typename R::Sheet>;
    R::read_options(reader, sheet);
    { R::make(sheet, options) } -> std::same_as<OrRefusal<R>>;
};

template <BoxedGame R>
[[nodiscard]] std::vector<OptionSpec> option_specs(const typename R::Sheet& sheet) {
    OptionReader reader;
    (void)R::read_options(reader, sheet);
    return reader.specs();
}

enum class PlayType { run, pass };

// Whose plays are runs and passes, as in football: which of the two What::play tells of by this word.
template <class R>
concept HasPlayTypes = requires(std::string_view how) {
    { R::play_type(how) } -> std::same_as<std::optional<PlayType>>;
};

// Other ids under which a game is known: static constexpr std::array<std::string_view, N> kAliases.
template <class R>
concept HasAliases = requires {
    requires std::same_as<typename decltype(R::kAliases)::value_type, std::string_view>;
};

// Positions that were written down when a State ended earlier, after kFirstSize bytes: they are read too. What came
// later stands behind it, and is as it was before there was anything else.
template <class R>
concept HasFirstSize = requires {
    { R::State::kFirstSize } -> std::convertible_to<std::size_t>;
};

template <class R>
concept TableGame = GameRules<R> && WritesFields<R> &&(BoxedGame<R> || std::default_initializable<R>);

} // namespace touchline
