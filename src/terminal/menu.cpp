// The pages before a game: which one, how, and who plays.
#include "terminal/menu.hpp"

#include "play/message_text.hpp"
#include "play/people.hpp"
#include "terminal/menu_page.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::terminal {

namespace {

// The games by number.
MenuEnd choose_game(Setup& setup, Console& console) {
    const Words& words = Words::of(setup.language);
    std::string note;
    while (true) {
        const Pen pen(console.ink());
        Lines page{title_line(words, pen), "", pen.bold(words.text("menu.title")), ""};
        for (std::size_t i = 0; i < kinds().size(); ++i) {
            const Words& own = Words::of(setup.language, kinds()[i]->id());
            page.push_back(item_line(i, pen.bold(own.text("game.name")), pen));
            page.push_back("     " + own.text("game.tagline"));
        }
        page.emplace_back();
        if (!note.empty()) page.push_back(note);
        page.push_back(pen.dim(words.text("menu.keys-game")));
        const Key key = ask_page(console, page);
        if (key.kind == Key::Kind::closed) return MenuEnd::closed;
        if (leaves(key)) return MenuEnd::left;
        const std::string text = typed(key);
        if (const std::optional<std::size_t> place = item_chosen(text, kinds().size())) setup.kind = kinds()[*place];
        if (const Kind* named = kind_named(text)) setup.kind = named;
        if (setup.kind != nullptr) return MenuEnd::start;
        note = words.text("error.unknown-key", {{"input", text.empty() ? words.text("key.enter") : text},
                                                {"keys", fmt::format("{}, q", item_keys(kinds().size()))}});
    }
}

constexpr std::string_view kNamesOf = "-names";

// One line of the setup page: what it is called, what it is set to, and the values it can have.
struct Item {
    // The option's name; "home" and "away": who plays there; "home-names" and "away-names": how they are called;
    // "alone"; "companion"; "rules": house rules
    std::string option;
    std::string name;
    std::string value;
};

class SetupPage {
public:
    SetupPage(Setup& setup, Console& console, const PlayerMaker& makers)
        : setup_(setup), console_(console), words_(Words::of(setup.language, setup.kind->id())),
          specs_(setup.kind->options()), makers_(makers) {
        for (Seat seat : kSeats)
            if (!setup_.players[seat]) setup_.players[seat] = usual_player(setup_, seat);
    }

    MenuEnd run() {
        while (true) {
            const Pen pen(console_.ink());
            const std::vector<Item> items = house_ ? house_items() : main_items();
            Lines page{pen.bold(words_.text("game.name")), words_.text("game.tagline"),
                       fmt::format("{} · {}", words_.text("game.length"), words_.text("game.luck")), ""};
            if (house_) page.insert(page.end(), {pen.bold(words_.text("menu.choose-options")), ""});
            for (std::size_t i = 0; i < items.size(); ++i)
                page.push_back(item_line(i, padded(items[i].name, 26) + " " + pen.bold(items[i].value), pen));
            page.emplace_back();
            if (!note_.empty()) page.push_back(note_);
            page.push_back(pen.dim(words_.text(house_ ? "menu.keys-house" : "menu.keys-setup")));
            const Key key = ask_page(console_, page);
            note_.clear();
            if (key.kind == Key::Kind::closed) return MenuEnd::closed;
            const bool back = typed(key) == "b" && !item_chosen("b", items.size());
            if (house_ && (is_enter(key) || leaves(key) || back)) {
                house_ = false;
                continue;
            }
            if (leaves(key)) return MenuEnd::left;
            if (is_enter(key)) {
                if (sound()) return MenuEnd::start;
                continue;
            }
            press(typed(key), items);
        }
    }

private:
    [[nodiscard]] const OptionSpec* spec(std::string_view name) const {
        const auto at = std::ranges::find(specs_, name, &OptionSpec::name);
        return at == specs_.end() ? nullptr : &*at;
    }
    [[nodiscard]] std::string value_of(const OptionSpec& own) const {
        const auto at = setup_.options.find(own.name);
        return at == setup_.options.end() ? text(own.fallback) : at->second;
    }
    [[nodiscard]] static bool team(std::string_view name) { return name == "home_team" || name == "away_team"; }
    // Whether it does anything beside what else is chosen.
    [[nodiscard]] bool plays(const OptionNeeds& needs) const {
        return met(needs, [&](const std::string& name) { return value_of(*spec(name)); });
    }
    [[nodiscard]] bool plays(const OptionSpec& own) const { return plays(own.needs); }
    [[nodiscard]] Item option_item(const OptionSpec& own) const {
        const std::string value = value_of(own);
        // A number of 0 that is the default stands for the number of the mode.
        const bool of_mode = own.values.empty() && value == "0" && value == text(own.fallback);
        return {own.name, option_name(words_, own),
                of_mode ? words_.text("menu.mode-default") : option_value(words_, own, value)};
    }

    // As it will be called at the table: as asked for, by its team card, else by a name of ours.
    [[nodiscard]] std::string side_name(Seat seat) const {
        if (!setup_.names[seat].empty()) return setup_.names[seat];
        const OptionSpec* card = spec(fmt::format("{}_team", name(seat)));
        if (card == nullptr || !plays(*card) || value_of(*card) == "none") return words_.side(seat);
        return option_value(words_, *card, value_of(*card));
    }
    [[nodiscard]] std::string player_name(const std::string& player) const {
        return player == kPerson ? words_.text("menu.person") : words_.text(fmt::format("bot.{}.name", player));
    }
    // With the word by which the command line knows a bot.
    [[nodiscard]] std::string player_and_id(const std::string& player) const {
        return player == kPerson ? player_name(player) : fmt::format("{} ({})", player_name(player), player);
    }

    [[nodiscard]] std::vector<Item> main_items() const {
        std::vector<Item> items;
        if (const OptionSpec* mode = spec("mode")) items.push_back(option_item(*mode));
        for (std::string_view name : {"home_team", "away_team"})
            if (const OptionSpec* own = spec(name); own != nullptr && plays(*own)) items.push_back(option_item(*own));
        for (Seat seat : kSeats)
            items.push_back({std::string(name(seat)), side_name(seat), player_and_id(*setup_.players[seat])});
        items.push_back(
            {"alone", words_.text("menu.alone"), words_.text(setup_.alone ? "menu.both-sides" : "menu.not-alone")});
        items.push_back({"companion", words_.text("menu.dice"),
                         words_.text(setup_.companion ? "menu.real-dice" : "menu.own-dice")});
        for (Seat seat : kSeats)
            if (*setup_.players[seat] == kPerson)
                items.push_back({std::string(name(seat)) + std::string(kNamesOf),
                                 words_.text("menu.names", {{"seat", words_.side(seat)}}),
                                 setup_.names[seat].empty() ? words_.text("menu.no-names") : setup_.names[seat]});
        for (const OptionSpec& own : specs_)
            if (own.ruling.empty() && own.name != "mode" && !team(own.name) && plays(own))
                items.push_back(option_item(own));
        if (!house_specs().empty()) items.push_back({"rules", words_.text("menu.choose-options"), changed()});
        return items;
    }
    // The readings of the rulings, apart from what makes another game of it.
    [[nodiscard]] std::vector<const OptionSpec*> house_specs() const {
        std::vector<const OptionSpec*> own;
        for (const OptionSpec& each : specs_)
            if (!each.ruling.empty() && plays(each)) own.push_back(&each);
        return own;
    }
    [[nodiscard]] std::vector<Item> house_items() const {
        std::vector<Item> items;
        for (const OptionSpec* own : house_specs()) items.push_back(option_item(*own));
        return items;
    }
    // The house rules that differ from the box.
    [[nodiscard]] std::string changed() const {
        std::string out;
        for (const OptionSpec* own : house_specs())
            if (value_of(*own) != text(own->fallback)) out += (out.empty() ? "" : ", ") + option_name(words_, *own);
        return out.empty() ? words_.text("menu.default") : out;
    }

    void press(const std::string& key, const std::vector<Item>& items) {
        if (const std::optional<std::size_t> place = item_chosen(key, items.size())) {
            const std::string& option = items[*place].option;
            if (option == "rules")
                house_ = true;
            else if (option == "companion")
                setup_.companion = !setup_.companion;
            else if (option == "alone")
                play_alone(!setup_.alone);
            else if (const std::optional<Seat> seat = seat_named(option))
                choose_player(*seat);
            else if (option.ends_with(kNamesOf))
                type_names(*seat_named(option.substr(0, option.size() - kNamesOf.size())));
            else if (const OptionSpec* own = spec(option))
                next_value(*own);
            return;
        }
        note_ = words_.text(
            "error.unknown-key",
            {{"input", key}, {"keys", fmt::format("{}, {}, q", item_keys(items.size()), words_.text("key.enter"))}});
    }

    // One person at both seats; otherwise the usual opponent sits down again.
    void play_alone(bool alone) {
        setup_.alone = alone;
        setup_.players = {std::string(kPerson), alone ? std::string(kPerson) : usual_player(setup_, Seat::away)};
    }

    // Who may sit there: a person, opponents from the mildest on, then those that only follow a habit.
    [[nodiscard]] std::vector<std::string> players() const {
        std::vector<std::string> all{std::string(kPerson)};
        std::vector<std::string> habits;
        for (const std::string& bot : makers_.names())
            (makers_.loss(bot) || bot == "coach" ? all : habits).push_back(bot);
        all.insert(all.end(), habits.begin(), habits.end());
        return all;
    }

    // What is told of each player: as much as the screen has room for.
    enum class Detail { all, without_id, name_alone };

    [[nodiscard]] Lines players_page(Seat seat, const std::vector<std::string>& players, Detail detail) const {
        const auto called = [&](const std::string& player) {
            return detail == Detail::without_id ? player_name(player) : player_and_id(player);
        };
        int room = 0;
        for (const std::string& player : players) room = std::max(room, width(called(player)) + 1);
        const Pen pen(console_.ink());
        const int columns = console_.size().columns;
        Lines page{pen.bold(words_.text("menu.who-plays", {{"seat", side_name(seat)}})), ""};
        for (std::size_t i = 0; i < players.size(); ++i) {
            const std::string help(words_.find(players[i] == kPerson ? std::string("menu.person-help")
                                                                     : fmt::format("bot.{}.help", players[i])));
            const std::string name = padded(called(players[i]), room);
            const bool now = players[i] == *setup_.players[seat];
            const Lines lines = detail == Detail::name_alone
                                    ? Lines{""}
                                    : wrapped(help, std::max(8, std::min(columns, 100) - kItemIndent - room));
            page.push_back(item_line(i, (now ? pen.bold(name) : name) + pen.dim(lines.front()), pen));
            for (std::size_t line = 1; line < lines.size(); ++line)
                page.push_back(std::string(static_cast<std::size_t>(kItemIndent + room), ' ') + pen.dim(lines[line]));
        }
        page.emplace_back();
        page.push_back(pen.dim(words_.text("menu.keys-player")));
        return page;
    }

    void choose_player(Seat seat) {
        const std::vector<std::string> all = players();
        while (true) {
            const Size size = console_.size();
            Lines page;
            for (Detail detail : {Detail::all, Detail::without_id, Detail::name_alone}) {
                page = players_page(seat, all, detail);
                if (static_cast<int>(laid_out(page, size.columns).size()) <= size.rows) break;
            }
            const Key key = ask_page(console_, page);
            if (key.kind == Key::Kind::closed || leaves(key) || is_enter(key)) return;
            if (const std::optional<std::size_t> place = item_chosen(typed(key), all.size())) {
                setup_.players[seat] = all[*place];
                if (all[*place] != kPerson) setup_.alone = false;
                return;
            }
        }
    }

    void next_value(const OptionSpec& own) {
        if (own.values.empty()) {
            type_number(own);
            return;
        }
        std::vector<std::string> all;
        for (const OptionValue& value : own.values)
            if (const auto needs = own.value_needs.find(text(value));
                needs == own.value_needs.end() || plays(needs->second))
                all.push_back(text(value));
        auto at = std::ranges::find(all, value_of(own));
        at = at == all.end() || at + 1 == all.end() ? all.begin() : at + 1;
        if (team(own.name)) {
            const OptionSpec& other = *spec(own.name == "home_team" ? "away_team" : "home_team");
            if (*at != "none" && *at == value_of(other)) at = at + 1 == all.end() ? all.begin() : at + 1;
            // Cards play on both sides or on neither.
            const bool none = std::ranges::find(all, "none") != all.end();
            if (none && *at == "none") setup_.options[other.name] = "none";
            if (none && *at != "none" && value_of(other) == "none")
                for (const std::string& card : all)
                    if (card != "none" && card != *at) {
                        setup_.options[other.name] = card;
                        break;
                    }
        }
        setup_.options[own.name] = *at;
    }

    void type_number(const OptionSpec& own) {
        const Pen pen(console_.ink());
        LineEdit edit;
        while (true) {
            const std::string range =
                words_.text("menu.type-number", {{"min", std::to_string(own.min)}, {"max", std::to_string(own.max)}});
            const Key key = ask_page(console_, {pen.bold(option_name(words_, own)),
                                                words_.text(fmt::format("option.{}.help", own.name)), "", range,
                                                "> " + edit.text(), note_});
            note_.clear();
            if (key.kind == Key::Kind::closed || key.kind == Key::Kind::escape) return;
            if (!edit.take(key)) continue;
            if (edit.text().empty()) return;
            const Json options{{own.name, json(read_option(own, edit.text()))}};
            const OrRefusal<OptionValues> read = OptionValues::check({own}, options);
            if (read) {
                setup_.options[own.name] = edit.text();
                return;
            }
            note_ = text(read.error().message, words_.language());
        }
    }

    // One name, or several people who take turns.
    void type_names(Seat seat) {
        const Pen pen(console_.ink());
        LineEdit edit;
        edit.set(setup_.names[seat]);
        while (true) {
            const Key key = ask_page(console_, {pen.bold(words_.text("menu.names", {{"seat", words_.side(seat)}})),
                                                words_.text("menu.type-names"), "", "> " + edit.text()});
            if (key.kind == Key::Kind::closed || key.kind == Key::Kind::escape) return;
            if (!edit.take(key)) continue;
            setup_.names[seat] = shown_side(edit.text());
            return;
        }
    }

    // Whether a table can be opened so; else the reason is told.
    bool sound() {
        std::map<std::string, std::string>& options = setup_.options;
        for (const OptionSpec& own : specs_)
            if (!plays(own)) options.erase(own.name);
        for (Seat seat : kSeats)
            if (setup_.alone && members_of(setup_.names[seat]).size() > 1) {
                note_ = words_.text("menu.alone-several", {{"names", setup_.names[seat]}});
                return false;
            }
        const OrRefusal<Json> read = option_json(*setup_.kind, options);
        if (!read) {
            note_ = text(read.error().message, words_.language());
            return false;
        }
        const OrRefusal<std::unique_ptr<Table>> table = open_table(setup_.kind->id(), *read, setup_.sheet);
        if (!table) note_ = text(table.error().message, words_.language());
        return table.has_value();
    }

    Setup& setup_;
    Console& console_;
    const Words& words_;
    std::vector<OptionSpec> specs_;
    const PlayerMaker& makers_;
    std::string note_;
    bool house_ = false;
};

} // namespace

std::string option_name(const Words& words, const OptionSpec& spec) {
    const std::string_view found = words.find(fmt::format("option.{}.name", spec.name));
    return found.empty() ? spec.name : std::string(found);
}

std::string option_value(const Words& words, const OptionSpec& spec, const std::string& value) {
    const std::string_view found = words.find(fmt::format("option.{}.values.{}", spec.name, value));
    return found.empty() ? value : std::string(found);
}

OrRefusal<Json> option_json(const Kind& kind, const std::map<std::string, std::string>& options) {
    const std::vector<OptionSpec>& specs = kind.options();
    Json out = Json::object();
    for (const auto& [name, value] : options) {
        const auto spec = std::ranges::find(specs, name, &OptionSpec::name);
        out[name] = spec == specs.end() ? Json(value) : json(read_option(*spec, value));
    }
    const OrRefusal<OptionValues> checked = OptionValues::check(specs, out);
    if (!checked) return Unexpected{checked.error()};
    return out;
}

MenuEnd run_menu(Setup& setup, Console& console, const PlayerMaker& makers) {
    const bool given = setup.kind != nullptr;
    if (given && setup.players.home && setup.players.away) return MenuEnd::start;
    if (given && setup.companion) {
        for (Seat seat : kSeats)
            if (!setup.players[seat]) setup.players[seat] = std::string(kPerson);
        return MenuEnd::start;
    }
    while (true) {
        if (setup.kind == nullptr)
            if (const MenuEnd end = choose_game(setup, console); end != MenuEnd::start) return end;
        const MenuEnd end = SetupPage(setup, console, makers).run();
        if (end != MenuEnd::left || given) return end;
        setup.kind = nullptr; // back to the list of games
        setup.options.clear();
    }
}

} // namespace touchline::terminal
