// A table as the server keeps it: the game, who sits where, offers, clocks, and all of it as text. No network, no
// threads.
#pragma once

#include "fair/server_dice.hpp"
#include "play/commentary.hpp"
#include "play/people.hpp"
#include "play/table.hpp"
#include "server/kept_log.hpp"
#include "server/request.hpp"
#include "store/store.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace touchline::server {

using store::Millis;

// What a connection's token allows.
enum class Role : u8 { home, away, both, spectator };

[[nodiscard]] std::string_view name(Role role);
[[nodiscard]] bool holds(Role role, Seat seat);
// Home for whoever holds both.
[[nodiscard]] constexpr Seat seat_of(Role role) { return role == Role::away ? Seat::away : Seat::home; }

// Why a game is over.
enum class Reason : u8 { played, resigned, agreed, claimed, time };

[[nodiscard]] std::string_view name(Reason reason);

struct Ending {
    Result winner{};
    Reason reason{};
};

struct MadeOffer {
    Offer what{};
    Seat by{};
};

// One of those who play for a side.
struct Member {
    bool open = false;                 // waits for its friend
    std::string name{};                // of the person, if given
    std::string badge{};               // and what they wear
    std::vector<std::string> tokens{}; // hashes; any of them gives the seat
    std::string invite{};              // hash, while open
};

struct SeatState {
    bool computer = false;
    std::string bot{};                                    // of the computer
    std::vector<Member> members = std::vector<Member>(1); // in the order of their turns; at least one

    // Of all its people in a row.
    [[nodiscard]] std::string name() const;
    [[nodiscard]] const std::string& badge() const { return members.front().badge; }
    // Nobody has sat down yet.
    [[nodiscard]] bool open() const;
    [[nodiscard]] bool several() const { return members.size() > 1; }
};

// Some of a side's people: a bit for each.
using Members = u32;
inline constexpr Members kAllMembers = ~Members{0};
[[nodiscard]] constexpr bool has(Members members, std::size_t one) { return (members >> one & 1U) != 0; }
// What a token allows that speaks for these people.
[[nodiscard]] Role role_with(const BySeat<Members>& held);

struct ClockSetting {
    int seconds = 0;
    int increment = 0;
};

// What never changes.
struct TableSetup {
    std::string id{};
    bool real_dice = false;
    bool listed = false;
    bool hidden = false; // some viewer may not see everything
    bool own_sheet = false;
    bool one_person = false; // one token holds both seats
    bool alone = false;      // and one person plays both sides: nothing has to be hidden from anybody
    std::optional<u64> seed{};
    std::optional<ClockSetting> clock{};
    Millis created = 0;
    std::optional<fair::ServerSecrets> fair{}; // of dice that prove themselves
};

// A request that was carried out: asked again, it is answered again.
struct DoneRequest {
    std::string key{}; // token and request_id
    std::string reply{};
};

// A seat wants to roll, and the links of those who have a hand in it are awaited.
struct RollWish {
    Seat by{};         // whose request it is
    std::string key{}; // of the request, as in DoneRequest
};

// Why a seat that has committed had no hand in a roll.
enum class LeftOut : u8 { absent, silent, late };

[[nodiscard]] std::string_view name(LeftOut why);

// What changes beside the position.
struct TableState {
    std::int64_t turn_no = 0;
    BySeat<SeatState> seats{};
    bool odds = false;
    std::vector<MadeOffer> offers{};
    std::optional<Ending> over{};
    std::string next{};          // the id of the rematch
    std::string public_invite{}; // of a listed table, for the lobby
    BySeat<Millis> clocks{};     // what is left
    u64 draws = 0;               // numbers taken from the seed
    Millis last = 0;
    std::optional<RollWish> wish{};
    bool proof_lost = false;                 // rolls were lost, and their links had been shown
    BySeat<std::vector<DoneRequest>> done{}; // by the seat that asked: nobody else can push them out
};

// What a change of the position was.
struct Happened {
    std::string_view cause;
    std::optional<Seat> by{};
    std::optional<std::size_t> step{}; // the roll or choice in the history
};

// Who is there, as the room knows it.
struct Presence {
    BySeat<bool> present{};
    BySeat<Members> members{}; // those who are there
    BySeat<std::optional<Millis>> away_since{};
    int watching = 0;
    std::optional<int> claim_in{};
};

class LiveTable {
public:
    // A fresh one. Requires: a table with at most kLongestGame steps.
    LiveTable(TableSetup setup, TableState state, std::unique_ptr<Table> table);

    [[nodiscard]] const Table& table() const { return *table_; }
    [[nodiscard]] const TableSetup& setup() const { return setup_; }
    [[nodiscard]] const TableState& state() const { return state_; }
    // Whatever is changed here is written with the next change().
    [[nodiscard]] TableState& state() { return state_; }
    [[nodiscard]] bool over() const { return state_.over.has_value(); }

    // Seats.
    [[nodiscard]] Role role_of(std::string_view token) const;
    // For which people of each side a token speaks.
    [[nodiscard]] BySeat<Members> held_by(std::string_view token) const;
    // Adds a new token for the seat(s), or some of their people, and tells it.
    [[nodiscard]] std::string mint(Role role, const BySeat<Members>& members = {kAllMembers, kAllMembers});
    // The place in a side's row of people of the one whose hand it is.
    [[nodiscard]] std::size_t hand(Seat seat) const;
    // Takes the seat that the invite is for; tells its token.
    [[nodiscard]] OrRefusal<std::pair<Seat, std::string>> join(std::string_view invite, std::string_view name);
    [[nodiscard]] bool person(Seat seat) const { return !state_.seats[seat].computer; }
    // Two different people hold the seats.
    [[nodiscard]] bool two_people() const;

    // Play. A refusal changes nothing.
    OrRefusal<Happened> roll(Role role, const std::optional<std::vector<std::string>>& tokens);
    // Whether roll() would be refused.
    [[nodiscard]] OrRefusal<Done> may_roll(Role role, const std::optional<std::vector<std::string>>& tokens) const;
    OrRefusal<Happened> choose(Role role, std::optional<Seat> seat, std::string_view action);
    OrRefusal<Happened> undo();
    // The seat's last choice; nothing where a roll or an uncovered card came after it.
    OrRefusal<Happened> take_back(Role role);
    [[nodiscard]] bool can_take_back(Role role) const;
    Happened end(std::string_view cause, std::optional<Seat> by, Ending ending);
    Happened seat_computer(Seat seat, std::string_view bot);
    // Steps that the server makes by itself: a roll that nobody has to ask for, a computer's choice.
    [[nodiscard]] bool rolls_by_itself() const;
    Happened roll_by_itself();
    // Dice that prove themselves; null where the table has no proof.
    [[nodiscard]] const fair::ServerDice* fair() const { return fair_.get(); }
    [[nodiscard]] fair::ServerDice* fair() { return fair_.get(); }
    // Rolls with these links. Requires: fair(), a chance turn, links that lead to those before them.
    Happened roll_fairly(const BySeat<std::optional<fair::Link>>& links,
                         const BySeat<std::optional<LeftOut>>& left_out);
    // What a person who plays alone sees: the hand of the side that chooses next, else what was seen before.
    [[nodiscard]] Viewer view_alone(std::optional<Viewer> before) const;
    // The seats that have to roll or choose now.
    [[nodiscard]] BySeat<bool> to_act() const;
    // Whether a secret choice made in view of that turn is still to be taken: nothing has happened since, but that the
    // other seat has locked its own.
    [[nodiscard]] bool only_locked_since(std::int64_t turn_no, Role role) const;
    // The computer's seat that has to choose now.
    [[nodiscard]] std::optional<Seat> computer_to_choose() const;

    // Clocks, in milliseconds of a clock that never goes back.
    void start_clocks(Millis steady) { clock_since_ = steady; }
    // Takes the time that has gone from those whose turn it is. What is left falls below zero where a flag is late.
    void charge_clocks(Millis steady);
    // Nobody's time runs while a roll waits for links.
    void hold_clocks() { clocks_held_ = true; }
    void release_clocks() { clocks_held_ = false; }
    // Whose time runs.
    [[nodiscard]] BySeat<bool> running() const;
    // The seat whose time is up, and has been for so long.
    [[nodiscard]] std::optional<Seat> flagged(Millis grace = 0) const;
    // Until the first of them would be.
    [[nodiscard]] std::optional<Millis> until_flag() const;

    // In which this server runs it: how often it has been claimed.
    [[nodiscard]] std::int64_t epoch() const { return epoch_; }
    // What is to be written since the last time.
    [[nodiscard]] store::Change change();
    // The table as it was stored; throws store::StoreError where the text cannot be.
    [[nodiscard]] static std::unique_ptr<LiveTable> restored(std::string_view id, const store::StoredTable& stored);

    // As whom somebody is told what happens: where nothing is hidden all see the same, which is what an onlooker sees.
    [[nodiscard]] std::optional<Viewer> told_as(std::optional<Viewer> viewer) const {
        return setup_.hidden ? viewer : Viewer::everyone;
    }
    // The fields of messages, written straight. What a viewer may see; no viewer: everything.
    void write_position(JsonText& out, std::optional<Viewer> viewer) const;
    void write_info(JsonText& out, const Presence& presence) const;
    // What is left and whose time runs. Requires: a table with clocks.
    void write_clocks(JsonText& out) const;
    // `fell` or `chose` and `said` of what happened.
    void tell(JsonText& out, const Happened& happened, std::optional<Viewer> viewer, Language language) const;
    // How the newest roll was made, as the value of `proof`; null where there is none.
    void write_proof(JsonText& out) const;
    [[nodiscard]] Json position(std::optional<Viewer> viewer) const;
    [[nodiscard]] Json info(const Presence& presence) const;
    // The whole play-by-play, as the value of `log`.
    void write_log(JsonText& out, std::optional<Viewer> viewer, Language language) const;
    // Lets go of what it keeps only to be quick, and has not needed for a while. Called every few seconds.
    void rest();

private:
    void write_fair(JsonText& out) const;
    void restore_fair(const std::vector<store::Step>& steps);
    void moved(); // the position changed
    void update_ending();
    [[nodiscard]] std::optional<std::size_t> take_back_to(Role role) const;
    [[nodiscard]] std::optional<std::string> locked(Viewer viewer) const;
    [[nodiscard]] StepWords said(std::size_t step, std::optional<Viewer> viewer, Language language) const;
    [[nodiscard]] std::vector<std::string> ending_said(Language language) const;
    [[nodiscard]] BySeat<std::string> side_names(Language language) const;
    [[nodiscard]] std::string setup_text(const std::optional<store::Sheet>& sheet) const;
    [[nodiscard]] std::optional<store::Sheet> own_sheet() const;
    void forget_what_was_lost();
    [[nodiscard]] std::string state_text() const;
    [[nodiscard]] u64 drawn();

    TableSetup setup_;
    TableState state_;
    std::unique_ptr<Table> table_;
    std::vector<std::int64_t> step_turns_; // the turn number that each step led to
    std::size_t stored_steps_ = 0;         // of which these are in the store
    bool steps_cut_ = true;                // the store may have others behind them
    std::int64_t revision_ = 0;            // changes that were made of it to be stored
    std::int64_t epoch_ = 1;               // in which this server runs it
    Millis clock_since_ = 0;
    std::unique_ptr<SeededDice> seeded_;
    std::unique_ptr<fair::ServerDice> fair_;
    BySeat<std::optional<LeftOut>> left_out_{};          // of the newest roll
    std::map<std::size_t, std::string> unstored_proofs_; // by step
    bool clocks_held_ = false;
    mutable Possessions possessions_;
    mutable KeptLog log_; // what write_log() has written before
    struct Teller {
        Commentary commentary; // as far as it has told the game
        int rests = 0;         // since it was needed
    };
    mutable std::map<std::pair<Viewer, Language>, Teller> tellers_;
    class TableDice;
};

// Whether anything is hidden from a viewer at such a table; a game is played to find out.
[[nodiscard]] bool hides_something(const Table& table);

} // namespace touchline::server
