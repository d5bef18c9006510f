// touchline play, from the first screen to the last.
#include "terminal/play.hpp"

#include "core/shown_text.hpp"
#include "play/message_text.hpp"
#include "play/people.hpp"
#include "play/record.hpp"
#include "play/side_name.hpp"
#include "terminal/explain.hpp"
#include "terminal/look.hpp"
#include "terminal/menu.hpp"
#include "terminal/session.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <ctime>

namespace touchline::terminal {

namespace {

using Kind_ = Farewell::Kind;

std::optional<u64> number_of(const std::string& text) {
    u64 number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
    return number;
}

// How a side is called: as asked for, as its team card (in the players' language where the box has it), else by a name
// of ours.
std::string side_name(const Table& table, Seat seat, const std::string& wanted, const Words& words) {
    if (!wanted.empty()) return wanted;
    const std::string team = Look(table.view(Viewer::everyone)).text("teams", seat);
    if (team.empty() || team == "none") return words.side(seat); // cards may be left in the box
    const std::string_view known = words.find(fmt::format("option.{}_team.values.{}", name(seat), team));
    if (table.sheet_name() == "default" && !known.empty()) return std::string(known);
    const std::string printed = sheet_team(table.sheet_toml(), team);
    return printed.empty() ? words.side(seat) : printed;
}

// The seat's place in the record: who plays, under which name.
void write_tags(Table& table, const Setup& setup, const Words& words) {
    set_tag(table, "Date", fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr))));
    set_tag(table, "Home", side_name(table, Seat::home, setup.names.home, words));
    set_tag(table, "Away", side_name(table, Seat::away, setup.names.away, words));
    set_tag(table, "HomePlayer", *setup.players.home);
    set_tag(table, "AwayPlayer", *setup.players.away);
    if (setup.companion) set_tag(table, "Dice", "real");
    if (setup.alone) set_tag(table, kAloneTag, "yes");
    if (setup.seed) set_tag(table, "Seed", std::to_string(*setup.seed));
}

// What a saved game says about its players; what the command line says goes before it, and into the record.
void read_tags(Table& table, Setup& setup, const PlayerMaker& makers) {
    setup.kind = &table.kind();
    const auto known = [&](const std::string& player) {
        const std::vector<std::string> bots = makers.names();
        return player == kPerson || std::ranges::find(bots, player) != bots.end();
    };
    const SideNames names = side_names(table, Words::of(setup.language, table.kind().id()));
    for (Seat seat : kSeats) {
        const std::string saved = tag_of(table, seat == Seat::home ? "HomePlayer" : "AwayPlayer", std::string(kPerson));
        if (!setup.players[seat]) setup.players[seat] = known(saved) ? saved : std::string(kPerson);
        const bool named = !tag_of(table, seat == Seat::home ? "Home" : "Away").empty();
        if (named && setup.names[seat].empty()) setup.names[seat] = names[seat];
    }
    setup.companion = setup.companion || tag_of(table, "Dice") == "real";
    setup.alone =
        (setup.alone || played_alone(table)) && *setup.players.home == kPerson && *setup.players.away == kPerson;
    set_tag(table, "HomePlayer", *setup.players.home);
    set_tag(table, "AwayPlayer", *setup.players.away);
    if (setup.alone)
        set_tag(table, kAloneTag, "yes");
    else // a computer has taken a seat
        std::erase_if(table.tags, [](const Tag& tag) { return tag.name == kAloneTag; });
    setup.seed = number_of(tag_of(table, "Seed"));
}

Seating seating_of(const Table& table, const Setup& setup, PlayerMaker& makers, const Words& words) {
    Seating seating{.names = {}, .companion = setup.companion, .alone = setup.alone};
    SystemDice chance;
    for (Seat seat : kSeats) {
        seating.names[seat] = side_name(table, seat, setup.names[seat], words);
        const std::string& player = *setup.players[seat];
        if (player == kPerson) {
            seating.members[seat] = members_of(setup.names[seat]);
            continue;
        }
        const u64 seed = setup.seed ? *setup.seed * 2 + (seat == Seat::home ? 1 : 2) : chance.next();
        seating.players[seat] = makers.make(player, seed);
        seating.player_names[seat] = player;
    }
    return seating;
}

// Dice that go on where those of a seeded game stopped: the rolls so far are made again.
std::unique_ptr<Dice> dice_for(const Table& table, const std::optional<u64>& seed) {
    if (!seed) return std::make_unique<SystemDice>();
    auto dice = std::make_unique<SeededDice>(*seed);
    for (std::size_t i = 0; i < table.steps(); ++i)
        if (table.step(i).kind == TurnKind::chance)
            if (!table.before(i)->roll(*dice)) break;
    return dice;
}

OrRefusal<std::unique_ptr<Table>> open_new(const Setup& setup) {
    OrRefusal<Json> options = option_json(*setup.kind, setup.options);
    if (!options) return Unexpected{options.error()};
    return open_table(setup.kind->id(), *options, setup.sheet);
}

Farewell farewell(const Session& session, Session::End end, const Words& words) {
    if (!session.kept() && !session.table().over())
        return {Kind_::failed, words.text("error.not-kept", {{"file", saves_folder()}}), record_text(session.table())};
    switch (end) {
    case Session::End::closed: return {Kind_::done, words.text("error.no-input")};
    case Session::End::saved: return {Kind_::done, words.text("prompt.saved")};
    case Session::End::again:
    case Session::End::left: break;
    }
    if (!session.table().over()) return {Kind_::done, words.text("prompt.goodbye")};
    const BySeat<int> score = session.table().score();
    const std::string result = fmt::format(
        "{} {}", words.text("board.score"),
        words.text("number.score", {{"home", std::to_string(score.home)}, {"away", std::to_string(score.away)}}));
    const std::string kept =
        session.kept() ? "\n" + words.text("prompt.record-kept", {{"file", short_path(session.finished_path())}}) : "";
    return {Kind_::done, fmt::format("{}{}\n{}", result, kept, words.text("prompt.goodbye"))};
}

struct Opening {
    std::unique_ptr<Table> table{};
    std::optional<SaveFile> save{};
    std::optional<Farewell> stopped{};
};

// A saved game as it is taken up: with whom it was kept, and what the command line says. One person alone has one name.
Opening taken_up(Setup& setup, std::unique_ptr<Table> table, std::optional<SaveFile> save, const PlayerMaker& makers) {
    read_tags(*table, setup, makers);
    for (Seat seat : kSeats)
        if (setup.alone && members_of(setup.names[seat]).size() > 1)
            return {.stopped =
                        Farewell{Kind_::misused,
                                 text(Message{"cli.alone-several", {{"names", setup.names[seat]}}}, setup.language)}};
    return {std::move(table), std::move(save)};
}

// A saved game that is asked for, by its file or from the list; nothing where a new one is to be played.
Opening resumed(Setup& setup, Console& console, const PlayerMaker& makers) {
    const Words& words = Words::of(setup.language);
    if (setup.resume) {
        OrRefusal<std::unique_ptr<Table>> table = read_saved(*setup.resume);
        if (!table)
            return {.stopped = Farewell{
                        Kind_::failed,
                        text(Message{"cli.of-file", {{"file", *setup.resume}, {"what", table.error().message}}},
                             setup.language)}};
        return taken_up(setup, std::move(*table), std::nullopt, makers);
    }
    const bool computers_only =
        setup.players.home && setup.players.away && *setup.players.home != kPerson && *setup.players.away != kPerson;
    if (setup.fresh || computers_only) return {};
    std::vector<std::string> spoilt;
    std::vector<Saved> saved =
        saved_games(saves_folder(), setup.kind == nullptr ? std::string_view() : setup.kind->id(), spoilt);
    Lines notes;
    for (const std::string& file : spoilt) notes.push_back(words.text("error.bad-save", {{"file", file}}));
    if (saved.empty()) return {};
    const ResumeAnswer answer = offer_saved(saved, notes, console, setup.language);
    if (answer.end == MenuEnd::left) return {.stopped = Farewell{Kind_::done, words.text("prompt.goodbye")}};
    if (answer.end == MenuEnd::closed) return {.stopped = Farewell{Kind_::misused, words.text("error.no-input-menu")}};
    if (!answer.chosen) return {};
    Saved& one = saved[*answer.chosen];
    return taken_up(setup, std::move(one.table), SaveFile::open(one.path), makers);
}

} // namespace

Farewell play(Setup setup, Console& console, Evaluator& evaluator, PlayerMaker& makers, const Reviewer& reviewer) {
    Opening opening = resumed(setup, console, makers);
    if (opening.stopped) return *opening.stopped;
    if (!opening.table) {
        // Lines from a pipe or file: no page of settings, the usual ones.
        if (setup.kind != nullptr && !console.full_screen())
            for (Seat seat : kSeats)
                if (!setup.players[seat]) setup.players[seat] = usual_player(setup, seat);
        const MenuEnd end = run_menu(setup, console, makers);
        if (end == MenuEnd::left) return {Kind_::done, Words::of(setup.language).text("prompt.goodbye")};
        if (end == MenuEnd::closed) return {Kind_::misused, Words::of(setup.language).text("error.no-input-menu")};
    }
    while (true) {
        const Words& words = Words::of(setup.language, setup.kind->id());
        if (!opening.table) {
            OrRefusal<std::unique_ptr<Table>> table = open_new(setup);
            if (!table) return {Kind_::misused, text(table.error().message, setup.language)};
            opening.table = std::move(*table);
            write_tags(*opening.table, setup, words);
        }
        if (!opening.save) opening.save = SaveFile::create(saves_folder(), setup.kind->id());
        const std::unique_ptr<Dice> dice = dice_for(*opening.table, setup.seed);
        Seating seating = seating_of(*opening.table, setup, makers, words);
        Session session({console, evaluator, *dice, words, setup.pace, reviewer}, std::move(opening.table),
                        std::move(seating), std::move(opening.save));
        opening = {};
        const Session::End end = session.run();
        if (end != Session::End::again) return farewell(session, end, words);
        if (setup.seed) ++*setup.seed;
    }
}

} // namespace touchline::terminal
