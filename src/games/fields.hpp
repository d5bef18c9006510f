// The fields of a position, each declared once: a game calls `field(name, kind)` for one after the other, and a writer,
// a reader, a check of bytes or a list of types takes them down. A kind refers to what it shows; it lives for the call.
#pragma once

#include "games/concepts.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>
#include <vector>

namespace touchline {

using Reasons = std::vector<Message>;
using Names = std::span<const std::string_view>;

// Whole numbers.
struct Range {
    int min = 0;
    int max = 0;
    int step = 1;

    [[nodiscard]] constexpr bool has(long long number) const {
        return number >= min && number <= max && (number - min) % step == 0;
    }
};

class FieldReader;

// A value from outside, and the place where it stands ("score.home"). What it cannot be becomes a reason of the reader.
class Given {
public:
    Given(FieldReader& reader, std::string path, const Json& value)
        : reader_(reader), path_(std::move(path)), value_(value) {}

    [[nodiscard]] bool null() const;
    [[nodiscard]] std::optional<int> number(const Range& range) const;
    [[nodiscard]] std::optional<bool> flag() const;
    // The place of a word among those that may be given.
    [[nodiscard]] std::optional<std::size_t> word(Names words) const;
    // The one text that this may be.
    void expect(std::string_view only) const;
    void expect_empty(std::string_view json) const; // null, or a list of nothing
    // The bits of the words that a list names, none of them twice.
    [[nodiscard]] std::optional<unsigned> words(Names words) const;
    // How often a list names each word.
    [[nodiscard]] std::optional<std::vector<int>> counted(Names words) const;
    // Calls each(key, value) for the members of an object; false where it is none or a key is unknown.
    bool members(Names keys, const std::function<void(std::size_t, const Given&)>& each) const;
    void wrong(Message wanted) const; // "'path' is …, but it must be …"

private:
    FieldReader& reader_;
    std::string path_;
    const Json& value_;
};

inline constexpr std::array<std::string_view, 2> kSeatNames{name(Seat::home), name(Seat::away)};

// 'a' | 'b': what TypeScript calls one of these words.
[[nodiscard]] std::string union_of(Names words);

// What has to hold between fields: else "'field' is found, but it must be wanted" is a reason.
void must(Reasons& reasons, bool holds, std::string_view field, Filling found, Message wanted);
void must(Reasons& reasons, const Range& range, std::string_view field, int found);

// ---- Kinds of fields -----------------------------------------------------------------------------------------------
// write(): as JSON. read(): from a value given. fits(): whether bytes from outside are within the range. type(): as
// TypeScript calls it. observe(): as numbers for a seat, always equally many (games/observation.hpp).

template <class T>
struct NumberField {
    T& value;
    Range set;  // what may be given
    Range play; // what play may lead to

    void write(JsonText& out) const { out.value(value); }
    void read(const Given& in) const {
        if (const auto number = in.number(set)) value = static_cast<T>(*number);
    }
    [[nodiscard]] bool fits() const { return play.has(value); }
    [[nodiscard]] static std::string type() { return "number"; }
    template <class Out>
    void observe(Out& out) const {
        if (play.max > set.max) // there is no end to it but a byte's or two
            out.open_number(static_cast<int>(value));
        else
            out.number(static_cast<int>(value), play);
    }
};

template <class T>
[[nodiscard]] NumberField<T> number(T& value, const Range& set, const Range& play) {
    return {value, set, play};
}
template <class T>
[[nodiscard]] NumberField<T> number(T& value, const Range& range) {
    return {value, range, range};
}

// One that has no end to speak of, for observed().
template <class T>
[[nodiscard]] NumberField<T> any_number(T& value) {
    return {value, {0, 0}, {0, 1}};
}

// One that follows from the rules and the position, for shown().
struct FigureField {
    int value;

    void write(JsonText& out) const { out.value(value); }
    [[nodiscard]] static std::string type() { return "number"; }
};

struct FlagField {
    u8& value;

    void write(JsonText& out) const { out.value(value != 0); }
    void read(const Given& in) const {
        if (const auto flag = in.flag()) value = *flag ? 1 : 0;
    }
    [[nodiscard]] bool fits() const { return value <= 1; }
    [[nodiscard]] static std::string type() { return "boolean"; }
    template <class Out>
    void observe(Out& out) const {
        out.flag(value != 0);
    }
};

[[nodiscard]] inline FlagField flag(u8& value) { return {value}; }

// One of some words by its number. What is no word, or means nothing now, is written as null.
template <class T>
struct WordField {
    T& value;
    Names words;
    std::optional<T> none{}; // no word
    bool takes_none = false; // whether it may be given, as null
    bool shown = true;
    Names given = words; // those that may be given

    void write(JsonText& out) const {
        const auto at = static_cast<std::size_t>(value);
        out.value(shown && at < words.size() ? std::optional(words[at]) : std::nullopt);
    }
    void read(const Given& in) const {
        if (takes_none && in.null())
            value = *none;
        else if (const auto at = in.word(given))
            value = static_cast<T>(*at);
    }
    [[nodiscard]] bool fits() const { return static_cast<std::size_t>(value) < words.size() || value == none; }
    [[nodiscard]] std::string type() const {
        return (names_seats() ? "Seat" : union_of(words)) + (none || !shown ? " | null" : "");
    }
    template <class Out>
    void observe(Out& out) const {
        const std::size_t at = shown ? static_cast<std::size_t>(value) : words.size();
        if (names_seats())
            out.seat(at);
        else
            out.one_of(at, words);
    }

private:
    [[nodiscard]] bool names_seats() const { return words.data() == kSeatNames.data(); }
};

enum class Null { refused, taken };

template <class T>
[[nodiscard]] WordField<T> word(T& value, Names words) {
    return {value, words};
}
template <class T>
[[nodiscard]] WordField<T> word_or_null(T& value, Names words, T none, Null null = Null::taken) {
    return {value, words, none, null == Null::taken};
}
template <class T>
[[nodiscard]] WordField<T> seat_or_null(T& value, T nobody, Null null = Null::refused) {
    return {value, kSeatNames, nobody, null == Null::taken};
}
// A seat that means nothing, and is null, unless `shown`.
template <class T>
[[nodiscard]] WordField<T> seat_if(bool shown, T& value) {
    return {value, kSeatNames, {}, false, shown};
}

// A set of words as bits.
struct WordsField {
    u8& bits;
    Names words;

    void write(JsonText& out) const {
        out.open_list();
        for (std::size_t i = 0; i < words.size(); ++i)
            if ((bits >> i & 1) != 0) out.value(words[i]);
        out.close_list();
    }
    void read(const Given& in) const {
        if (const auto named = in.words(words)) bits = static_cast<u8>(*named);
    }
    [[nodiscard]] bool fits() const { return bits >> words.size() == 0; }
    [[nodiscard]] std::string type() const { return "(" + union_of(words) + ")[]"; }
    template <class Out>
    void observe(Out& out) const {
        out.some_of(bits, words);
    }
};

[[nodiscard]] inline WordsField words(u8& bits, Names words) { return {bits, words}; }

// How many there are of each of `kinds` things: id(i) names it, count(i) says how many, put(i, n) takes it. What an
// object given leaves out is 0.
template <class Id, class Count, class Put>
struct CountsField {
    std::size_t kinds;
    int most;
    bool zeros; // whether those are written of which there are none
    Id id;
    Count count;
    Put put;
    std::size_t places = kinds; // of an observation: as many as there may be kinds in another position

    void write(JsonText& out) const {
        out.open_object();
        for (std::size_t i = 0; i < kinds; ++i)
            if (const int number = count(i); zeros || number != 0) out.field(std::string_view(id(i)), number);
        out.close_object();
    }
    void read(const Given& in) const {
        std::vector<std::string_view> ids;
        for (std::size_t i = 0; i < kinds; ++i) ids.push_back(id(i));
        std::vector<int> counts(kinds);
        const auto one = [&](std::size_t i, const Given& value) { counts[i] = value.number({0, most}).value_or(0); };
        if (in.members(ids, one))
            for (std::size_t i = 0; i < kinds; ++i) put(i, counts[i]);
    }
    [[nodiscard]] static bool fits() { return true; } // the game's own to check
    [[nodiscard]] static std::string type() { return "Record<string, number>"; }
    template <class Out>
    void observe(Out& out) const {
        out.counts(*this);
    }
};
template <class Id, class Count, class Put, class... Places>
CountsField(std::size_t, int, bool, Id, Count, Put, Places...) -> CountsField<Id, Count, Put>;

// The table's own, from its options: it may be given, but only as it is.
struct OwnField {
    std::string_view value;
    Names words{}; // what it may be at another table, if that is known

    void write(JsonText& out) const { out.value(value); }
    void read(const Given& in) const { in.expect(value); }
    [[nodiscard]] static bool fits() { return true; }
    [[nodiscard]] std::string type() const { return words.empty() ? "string" : union_of(words); }
    template <class Out>
    void observe(Out&) const {} // the same in every position
};

[[nodiscard]] inline OwnField own(std::string_view value, Names words = {}) { return {value, words}; }

// What is known only while a play is under way: a position is set before one, so it is given empty or not at all.
// write(out) writes it. An observation has numbers instead, declared beside it by observed().
template <class Write>
struct PlayField {
    std::string_view empty; // "null" or "[]"
    std::string_view typescript;
    Write write;
    Names words{}; // instead of `typescript`: one of these

    void read(const Given& in) const { in.expect_empty(empty); }
    [[nodiscard]] static bool fits() { return true; } // the game's own to check
    [[nodiscard]] std::string type() const {
        return words.empty() ? std::string(typescript) : union_of(words) + " | null";
    }
    template <class Out>
    void observe(Out&) const {}
};
template <class Write, class... Words>
PlayField(std::string_view, std::string_view, Write, Words...) -> PlayField<Write>;

// A value for each seat; an object may name one of them only.
template <class Kind>
struct PerSeatField {
    std::array<Kind, 2> kinds;

    void write(JsonText& out) const {
        out.open_object();
        for (std::size_t seat = 0; seat < 2; ++seat) {
            out.key(kSeatNames[seat]);
            kinds[seat].write(out);
        }
        out.close_object();
    }
    void read(const Given& in) const {
        in.members(kSeatNames, [&](std::size_t seat, const Given& value) { kinds[seat].read(value); });
    }
    [[nodiscard]] bool fits() const { return kinds[0].fits() && kinds[1].fits(); }
    [[nodiscard]] std::string type() const { return "BySeat<" + kinds[0].type() + ">"; }
    template <class Out>
    void observe(Out& out) const {
        out.both(kinds);
    }
};

// kind_of(seat) for each seat.
template <class KindOf>
[[nodiscard]] auto per_seat(KindOf&& kind_of) {
    return PerSeatField<decltype(kind_of(Seat::home))>{{kind_of(Seat::home), kind_of(Seat::away)}};
}
template <class T, class... Ranges>
[[nodiscard]] auto numbers(std::array<T, 2>& values, const Ranges&... ranges) {
    return PerSeatField<NumberField<T>>{{number(values[0], ranges...), number(values[1], ranges...)}};
}
template <class T, class... Ranges>
[[nodiscard]] auto numbers(BySeat<T>& values, const Ranges&... ranges) {
    return PerSeatField<NumberField<T>>{{number(values.home, ranges...), number(values.away, ranges...)}};
}

// A field that is null at tables where it means nothing.
template <class Kind>
struct NullableField {
    bool there;
    Kind kind;

    void write(JsonText& out) const {
        if (there)
            kind.write(out);
        else
            out.value(nullptr);
    }
    void read(const Given& in) const {
        if (there)
            kind.read(in);
        else if (!in.null())
            in.wrong(Message{"value.no-value"});
    }
    [[nodiscard]] bool fits() const { return !there || kind.fits(); }
    [[nodiscard]] std::string type() const { return kind.type() + " | null"; }
    template <class Out>
    void observe(Out& out) const {
        kind.observe(out);
    }
};

template <class Kind>
[[nodiscard]] NullableField<Kind> nullable(bool there, Kind kind) {
    return {there, std::move(kind)};
}

// ---- Who takes the fields down -------------------------------------------------------------------------------------

// Fields that only some tables or viewers have.
struct FieldsThere {
    template <class More>
    void when(bool there, More&& more) {
        if (there) more();
    }
};

// What everybody sees of a play under way, but no field of the position says: only observations have it.
struct FieldsSaid : FieldsThere {
    template <class Kind>
    void observed(std::string_view, const Kind&) {}
    // What a board draws and a reader of the position would have to know the rules for. It is no part of the position.
    template <class Kind>
    void shown(std::string_view, const Kind&) {}
};

class FieldWriter : public FieldsSaid {
public:
    explicit FieldWriter(JsonText& out) : out_(out) {}

    template <class Kind>
    void operator()(std::string_view name, const Kind& kind) {
        out_.key(name);
        kind.write(out_);
    }

private:
    JsonText& out_;
};

// Writes what is shown beside the fields.
class ShownWriter : public FieldsThere {
public:
    explicit ShownWriter(JsonText& out) : out_(out) {}

    template <class Kind>
    void operator()(std::string_view, const Kind&) {}
    template <class Kind>
    void observed(std::string_view, const Kind&) {}
    template <class Kind>
    void shown(std::string_view name, const Kind& kind) {
        out_.key(name);
        kind.write(out_);
    }

private:
    JsonText& out_;
};

// Reads what is given and keeps every reason against it. A field left out stays as it is.
class FieldReader : public FieldsSaid {
public:
    // Requires: an object, which lives longer. Its `game`, if it has one, must be this one.
    FieldReader(const Json& given, std::string_view game);

    template <class Kind>
    void operator()(std::string_view name, const Kind& kind) {
        known_.push_back(name);
        if (const Json* value = find(name)) kind.read(Given(*this, std::string(name), *value));
    }

    // Whether a field, or a part of one ("score.home"), was given and is as it should be.
    [[nodiscard]] bool has(std::string_view path) const;
    // Whether something is wrong with a field or a part of it.
    [[nodiscard]] bool failed(std::string_view name) const;

    // The state that was read, or every reason. Every field that is given but was not asked for is one.
    template <class State>
    [[nodiscard]] Expected<State, Reasons> result(const State& state) {
        refuse_unknown();
        if (!reasons.empty()) return Unexpected{std::move(reasons)};
        return state;
    }

    void wrong(std::string_view path, const Json& value, Message wanted);
    Reasons reasons;

private:
    void refuse_unknown();
    [[nodiscard]] const Json* find(std::string_view path) const;

    const Json& given_;
    std::string_view game_;
    std::vector<std::string_view> known_;
    std::vector<std::string> failed_;
};

// Bytes from outside: every field within its range.
class FieldCheck : public FieldsSaid {
public:
    template <class Kind>
    void operator()(std::string_view name, const Kind& kind) {
        if (!kind.fits()) out_of_range(name);
    }
    Reasons reasons;

private:
    void out_of_range(std::string_view name);
};

// The names and types of the fields and of what is shown beside them, those that are not always there included.
class FieldTypes {
public:
    template <class Kind>
    void operator()(std::string_view name, const Kind& kind) {
        if (std::ranges::find(list, name, &FieldType::name) == list.end())
            list.push_back({std::string(name), kind.type(), optional_});
    }
    template <class More>
    void when(bool, More&& more) {
        const bool before = std::exchange(optional_, true);
        more();
        optional_ = before;
    }
    template <class Kind>
    void observed(std::string_view, const Kind&) {}
    template <class Kind>
    void shown(std::string_view name, const Kind& kind) {
        (*this)(name, kind);
    }

    std::vector<FieldType> list;

private:
    bool optional_ = false;
};

// ---- A game's functions --------------------------------------------------------------------------------------------
// From `template <class Fields> void declare(Fields& field, State& s) const` of its rules.

template <class R, class State>
void write_declared(JsonText& out, const R& rules, State s) {
    FieldWriter field(out);
    rules.declare(field, s);
}

template <class R, class State>
void write_declared_shown(JsonText& out, const R& rules, State s) {
    ShownWriter field(out);
    rules.declare(field, s);
}

template <class R, class... State>
[[nodiscard]] std::vector<FieldType> declared_types(const R& rules, State... s) {
    FieldTypes field;
    (rules.declare(field, s), ...);
    return field.list;
}

template <class T>
[[nodiscard]] bool one_of(T value, std::initializer_list<T> values) {
    return std::ranges::find(values, value) != values.end();
}

// Whether bytes are a position: each field in its range, then what check_fields() says must hold between them, then
// the play under way. The first reason, or nothing.
template <class R, class State, class PlayFits>
[[nodiscard]] Message declared_fault(const R& rules, State s, PlayFits&& play_fits) {
    FieldCheck field;
    rules.declare(field, s);
    if (field.reasons.empty()) rules.check_fields(s, field.reasons);
    if (!field.reasons.empty()) return field.reasons.front();
    return play_fits() ? Message{} : Message{"position.play"};
}

} // namespace touchline
