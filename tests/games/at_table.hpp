// A table for tests of rules: positions, rolls and choices written as one reads them, failures shown at their own line.
//
//     at("sports-dice-football").set(R"({"ball":90})").rolls("10 10 10 10 20 TD | NG NG NG S S P6")
//         .shows(R"({"score":{"home":7}})").waits_for("roll", "away");
#pragma once

#include "play/kind.hpp"
#include "said.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <initializer_list>
#include <source_location>
#include <sstream>

namespace touchline {

class AtTable {
public:
    using Here = std::source_location;

    // Opens a table; `sheet` is TOML to be played with instead of the default components.
    explicit AtTable(std::string_view game, std::string_view options = "{}", std::string_view sheet = {},
                     Here here = Here::current()) {
        const std::optional<SheetText> components =
            sheet.empty() ? std::nullopt : std::optional(SheetText{"test", std::string(sheet)});
        const Kind* kind = kind_named(game);
        if (kind == nullptr) throw std::logic_error("no game '" + std::string(game) + "'");
        auto opened = kind->open(Json::parse(options), components);
        if (!opened)
            throw std::logic_error(said(opened.error().message) + " (line " + std::to_string(here.line()) + ")");
        table_ = std::move(*opened);
    }

    // Steps. Each must be accepted.
    AtTable& set(std::string_view fields, Here here = Here::current()) {
        return accepted(table_->set(Json::parse(fields)), "set", here);
    }
    // Tokens between blanks; a bar between sides is for the reader only.
    AtTable& rolls(std::string_view tokens, Here here = Here::current()) {
        return accepted(roll(tokens), tokens, here);
    }
    // One roll after the other, a single token each: also for faces with blanks in their names.
    AtTable& falls(std::initializer_list<std::string_view> tokens, Here here = Here::current()) {
        for (std::string_view token : tokens) accepted(table_->roll(std::vector<std::string_view>{token}), token, here);
        return *this;
    }
    AtTable& chooses(std::string_view action, Here here = Here::current()) {
        return accepted(table_->choose(std::nullopt, action), action, here);
    }
    AtTable& chooses(std::string_view seat, std::string_view action, Here here = Here::current()) {
        return accepted(table_->choose(seat_named(seat), action), action, here);
    }
    AtTable& undoes(Here here = Here::current()) { return accepted(table_->undo(), "undo", here); }

    // What the game waits for.
    AtTable& waits_for(std::string_view event, std::string_view seat, Here here = Here::current()) {
        return is_turn(TurnKind::chance, event, seat, here);
    }
    // All actions, in their order, between blanks.
    AtTable& asks(std::string_view event, std::string_view seat, std::string_view actions,
                  Here here = Here::current()) {
        is_turn(TurnKind::choice, event, seat, here);
        check(joined(table_->turn().actions) == actions, here, "actions " + joined(table_->turn().actions), actions);
        return *this;
    }
    AtTable& asks_secretly(std::string_view event, std::string_view seat, std::string_view actions,
                           Here here = Here::current()) {
        const TurnText turn = table_->turn(viewer_named(seat));
        check(turn.kind == TurnKind::secret && turn.event == event, here, std::string(turn.event), event);
        check(joined(turn.actions) == actions, here, "actions " + joined(turn.actions), actions);
        return *this;
    }
    AtTable& is_won_by(std::string_view winner, Here here = Here::current()) {
        const TurnText turn = table_->turn();
        check(turn.kind == TurnKind::over && name(turn.winner) == winner, here, std::string(name(turn.kind)), winner);
        return *this;
    }

    // Fields of the position; those not named are not looked at, within objects too.
    AtTable& shows(std::string_view fields, Here here = Here::current()) {
        const Json wanted = Json::parse(fields);
        check(contains(table_->state(), wanted), here, table_->state().dump(), wanted.dump());
        return *this;
    }
    AtTable& shows_to(Viewer viewer, std::string_view fields, Here here = Here::current()) {
        const Json wanted = Json::parse(fields);
        check(contains(table_->view(viewer), wanted), here, table_->view(viewer).dump(), wanted.dump());
        return *this;
    }

    // What happened in the last step: what, seat, how, amount and @spot of each, as far as they are told, then "; ".
    AtTable& tells(std::string_view wanted, Here here = Here::current()) {
        std::string told;
        for (const Happening& each : table_->happened(table_->steps() - 1)) {
            if (!told.empty()) told += "; ";
            told += name(each.what);
            if (each.seat) told += fmt::format(" {}", name(*each.seat));
            if (!each.how.empty()) told += fmt::format(" {}", each.how);
            if (each.amount) told += fmt::format(" {}", *each.amount);
            if (each.spot) told += fmt::format(" @{}", *each.spot);
        }
        check(told == wanted, here, told, std::string(wanted));
        return *this;
    }

    // Refusals: nothing changes, and the message has this part.
    AtTable& refuses_set(std::string_view fields, std::string_view part = {}, Here here = Here::current()) {
        return refused([&] { return table_->set(Json::parse(fields)); }, "bad-state", part, here);
    }
    AtTable& refuses_roll(std::string_view tokens, std::string_view code, std::string_view part = {},
                          Here here = Here::current()) {
        return refused([&] { return roll(tokens); }, code, part, here);
    }
    AtTable& refuses_choice(std::string_view action, std::string_view code, std::string_view part = {},
                            Here here = Here::current()) {
        return refused([&] { return table_->choose(std::nullopt, action); }, code, part, here);
    }

    [[nodiscard]] Table& table() { return *table_; }

private:
    OrRefusal<Done> roll(std::string_view tokens) {
        std::istringstream words{std::string(tokens)};
        std::vector<std::string> held;
        for (std::string word; words >> word;)
            if (word != "|") held.push_back(word);
        return table_->roll(std::vector<std::string_view>(held.begin(), held.end()));
    }

    static std::string joined(const std::vector<std::string_view>& words) {
        std::string text;
        for (std::string_view word : words) text += (text.empty() ? "" : " ") + std::string(word);
        return text;
    }

    static bool contains(const Json& whole, const Json& part) {
        if (!part.is_object() || !whole.is_object()) return whole == part;
        for (const auto& [key, value] : part.items())
            if (!whole.contains(key) || !contains(whole[key], value)) return false;
        return true;
    }

    static void check(bool holds, Here here, std::string_view found, std::string_view wanted) {
        if (!holds)
            ADD_FAILURE_AT(here.file_name(), static_cast<int>(here.line()))
                << "found  " << found << "\nwanted " << wanted;
    }

    AtTable& is_turn(TurnKind kind, std::string_view event, std::string_view seat, Here here) {
        const TurnText turn = table_->turn();
        const std::string found =
            std::string(name(turn.kind)) + " '" + std::string(turn.event) + "' of " + std::string(name(turn.seat));
        check(turn.kind == kind && turn.event == event && name(turn.seat) == seat, here, found,
              std::string(name(kind)) + " '" + std::string(event) + "' of " + std::string(seat));
        return *this;
    }

    AtTable& accepted(const OrRefusal<Done>& done, std::string_view what, Here here) {
        check(done.has_value(), here, done ? "" : said(done.error().message), what);
        return *this;
    }

    template <class Try>
    AtTable& refused(Try&& attempt, std::string_view code, std::string_view part, Here here) {
        const std::string before = table_->state().dump();
        const OrRefusal<Done> done = attempt();
        if (done) {
            check(false, here, "accepted", code);
            return *this;
        }
        check(name(done.error().code) == code, here, name(done.error().code), code);
        check(said(done.error().message).find(part) != std::string::npos, here, said(done.error().message), part);
        check(table_->state().dump() == before, here, table_->state().dump(), before);
        return *this;
    }

    std::unique_ptr<Table> table_;
};

[[nodiscard]] inline AtTable at(std::string_view game, std::string_view options = "{}", std::string_view sheet = {}) {
    return AtTable(game, options, sheet);
}

// Why a sheet or options are refused; empty where they are not.
[[nodiscard]] inline std::string refusal_of(std::string_view game, std::string_view options,
                                            std::string_view sheet = {}) {
    const std::optional<SheetText> components =
        sheet.empty() ? std::nullopt : std::optional(SheetText{"test", std::string(sheet)});
    auto opened = kind_named(game)->open(Json::parse(options), components);
    return opened ? std::string() : std::string(name(opened.error().code)) + ": " + said(opened.error().message);
}

// The default sheet with one text replaced by another. Requires: it is there.
[[nodiscard]] inline std::string sheet_with(std::string_view game, std::string_view old_text,
                                            std::string_view new_text) {
    std::string sheet(kind_named(game)->default_sheet());
    const std::size_t found = sheet.find(old_text);
    if (found == std::string::npos) throw std::logic_error("the sheet has no '" + std::string(old_text) + "'");
    return sheet.replace(found, old_text.size(), new_text);
}

} // namespace touchline
