// A position as numbers from a seat's point of view: two more of those who take declared fields down
// (games/fields.hpp), one for the numbers and one for what stands where. Whatever the position, a table's observations
// have one layout.
#pragma once

#include "games/fields.hpp"

#include <fmt/format.h>

namespace touchline {

// Part of an observation: numbers from 0 to 1.
struct ObservedField {
    std::string name; // as in the position; ".own" and ".other" for what each seat has
    std::size_t at = 0;
    std::size_t size = 0;
    std::string meaning;
    std::vector<std::string> words{}; // what each number stands for
};

inline constexpr int kHalfWay = 32; // where a number without end counts one half
inline constexpr int kMany = 64;    // so many of a kind are without end

// Writes them. Requires: room for all.
class FieldFloats : public FieldsThere {
public:
    FieldFloats(std::span<float> out, Seat own)
        : at_(out.data()), end_(out.data() + out.size()), own_(static_cast<std::size_t>(own)) {}

    template <class Kind>
    void operator()(std::string_view, const Kind& kind) {
        kind.observe(*this);
    }
    template <class Kind>
    void observed(std::string_view, const Kind& kind) {
        kind.observe(*this);
    }
    template <class Kind>
    void shown(std::string_view, const Kind&) {}

    void number(int value, const Range& range) {
        const int width = range.max - range.min;
        const int within = std::clamp(value, range.min, range.max) - range.min;
        put(width == 0 ? 0.0F : static_cast<float>(within) / static_cast<float>(width));
    }
    void open_number(int value) {
        const auto there = static_cast<float>(std::max(value, 0));
        put(there / (there + static_cast<float>(kHalfWay)));
    }
    void flag(bool set) { put(set ? 1.0F : 0.0F); }
    void seat(std::size_t whose) {
        put(whose == own_ ? 1.0F : 0.0F);
        put(whose == 1 - own_ ? 1.0F : 0.0F);
    }
    void one_of(std::size_t which, Names words) {
        for (std::size_t i = 0; i < words.size(); ++i) put(i == which ? 1.0F : 0.0F);
    }
    void some_of(unsigned bits, Names words) {
        for (std::size_t i = 0; i < words.size(); ++i) put((bits >> i & 1U) != 0 ? 1.0F : 0.0F);
    }
    template <class Counts>
    void counts(const Counts& field) {
        for (std::size_t i = 0; i < field.places; ++i) {
            const int there = i < field.kinds ? field.count(i) : 0;
            field.most > kMany ? open_number(there) : number(there, {0, field.most});
        }
    }
    template <class Kind>
    void both(const std::array<Kind, 2>& kinds) {
        kinds[own_].observe(*this);
        kinds[1 - own_].observe(*this);
    }

    [[nodiscard]] const float* end() const { return at_; }

private:
    void put(float value) {
        assert(at_ != end_ && "an observation is longer than its layout");
        *at_++ = value;
    }

    float* at_;
    float* end_;
    std::size_t own_;
};

// Lists them.
class FieldLayout : public FieldsThere {
public:
    template <class Kind>
    void operator()(std::string_view name, const Kind& kind) {
        name_ = name;
        kind.observe(*this);
    }
    template <class Kind>
    void observed(std::string_view name, const Kind& kind) {
        (*this)(name, kind);
    }
    template <class Kind>
    void shown(std::string_view, const Kind&) {}

    void number(int, const Range& range) { add(1, fmt::format("0 to 1 for {} to {}", range.min, range.max)); }
    void open_number(int) { add(1, fmt::format("n / (n + {})", kHalfWay)); }
    void flag(bool) { add(1, "1 or 0"); }
    void seat(std::size_t) { add(2, "1 for the seat, zeros for nobody", {"own", "other"}); }
    void one_of(std::size_t, Names words) {
        add(words.size(), "1 for one of them, or for none", {words.begin(), words.end()});
    }
    void some_of(unsigned, Names words) { add(words.size(), "1 for each of them", {words.begin(), words.end()}); }
    template <class Counts>
    void counts(const Counts& field) {
        std::vector<std::string> words;
        for (std::size_t i = 0; field.places == field.kinds && i < field.kinds; ++i) words.emplace_back(field.id(i));
        add(field.places,
            field.most > kMany ? fmt::format("how many of each kind, n / (n + {})", kHalfWay)
                               : fmt::format("how many of each kind, 0 to 1 for 0 to {}", field.most),
            std::move(words));
    }
    template <class Kind>
    void both(const std::array<Kind, 2>& kinds) {
        const std::string name = name_;
        name_ = name + ".own";
        kinds[0].observe(*this);
        name_ = name + ".other";
        kinds[1].observe(*this);
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    std::vector<ObservedField> list;

private:
    void add(std::size_t size, std::string meaning, std::vector<std::string> words = {}) {
        list.push_back({name_, size_, size, std::move(meaning), std::move(words)});
        size_ += size;
    }

    std::string name_;
    std::size_t size_ = 0;
};

// Whether a game declares its fields for observations.
template <class R>
concept Observable = requires(const R rules, FieldFloats& floats, FieldLayout& layout, ViewOf<R>& known) {
    rules.declare(floats, known);
    rules.declare(layout, known);
};

} // namespace touchline
