// The rules of a table beyond the game's own: seats and tokens, undo, resigning, clocks, and who has to act.
#include "server/live_table.hpp"

#include "games/json_text.hpp"
#include "server/limits.hpp"
#include "server/secrets.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::server {

// Dice of the operating system, or those of the table's seed, whose place is kept in `draws`.
class LiveTable::TableDice final : public Dice {
public:
    explicit TableDice(LiveTable& table) : table_(table) {}
    [[nodiscard]] u64 next() override { return table_.setup_.seed ? table_.drawn() : system_.next(); }

private:
    LiveTable& table_;
    SystemDice system_;
};

u64 LiveTable::drawn() {
    if (!seeded_) {
        seeded_ = std::make_unique<SeededDice>(*setup_.seed);
        for (u64 i = 0; i < state_.draws; ++i) (void)seeded_->next(); // a restored table continues where it was
    }
    ++state_.draws;
    return seeded_->next();
}

std::string_view name(Role role) {
    switch (role) {
    case Role::home: return "home";
    case Role::away: return "away";
    case Role::both: return "both";
    case Role::spectator: return "spectator";
    }
    return {};
}

bool holds(Role role, Seat seat) {
    return role == Role::both || role == (seat == Seat::home ? Role::home : Role::away);
}

std::string_view name(Reason reason) {
    switch (reason) {
    case Reason::played: return "played";
    case Reason::resigned: return "resigned";
    case Reason::agreed: return "agreed";
    case Reason::claimed: return "claimed";
    case Reason::time: return "time";
    }
    return {};
}

std::string_view name(LeftOut why) {
    switch (why) {
    case LeftOut::absent: return "absent";
    case LeftOut::silent: return "silent";
    case LeftOut::late: return "late";
    }
    return {};
}

LiveTable::LiveTable(TableSetup setup, TableState state, std::unique_ptr<Table> table)
    : setup_(std::move(setup)), state_(std::move(state)), table_(std::move(table)), step_turns_(table_->steps(), 0) {
    if (setup_.fair && !state_.proof_lost) fair_ = std::make_unique<fair::ServerDice>(setup_.id, *setup_.fair);
    update_ending();
}

std::string SeatState::name() const {
    if (!several()) return members.front().name;
    std::vector<std::string> names;
    for (const Member& member : members) names.push_back(member.name);
    return side_called(names);
}

bool SeatState::open() const {
    return std::ranges::all_of(members, [](const Member& member) { return member.open; });
}

Role role_with(const BySeat<Members>& held) {
    if (held.home != 0 && held.away != 0) return Role::both;
    return held.home != 0 ? Role::home : held.away != 0 ? Role::away : Role::spectator;
}

Role LiveTable::role_of(std::string_view token) const { return role_with(held_by(token)); }

BySeat<Members> LiveTable::held_by(std::string_view token) const {
    BySeat<Members> held;
    if (token.empty()) return held;
    const std::string hash = hash_of_secret(token);
    for (Seat seat : kSeats) {
        const std::vector<Member>& members = state_.seats[seat].members;
        for (std::size_t i = 0; i < members.size(); ++i)
            for (const std::string& own : members[i].tokens)
                if (same_hash(own, hash)) held[seat] |= Members{1} << i;
    }
    return held;
}

std::string LiveTable::mint(Role role, const BySeat<Members>& wanted) {
    std::string token = new_secret();
    for (Seat seat : kSeats) {
        if (!holds(role, seat)) continue;
        std::vector<Member>& members = state_.seats[seat].members;
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (!has(wanted[seat], i)) continue;
            std::vector<std::string>& tokens = members[i].tokens;
            if (tokens.size() == kTokensPerSeat) tokens.erase(tokens.begin());
            tokens.push_back(hash_of_secret(token));
        }
    }
    return token;
}

std::size_t LiveTable::hand(Seat seat) const {
    const std::size_t members = state_.seats[seat].members.size();
    return members < 2 ? 0 : hand_of(possessions_.of(*table_)[seat], members);
}

OrRefusal<std::pair<Seat, std::string>> LiveTable::join(std::string_view invite, std::string_view own_name) {
    const std::string hash = hash_of_secret(invite);
    for (Seat seat : kSeats) {
        SeatState& side = state_.seats[seat];
        for (std::size_t i = 0; i < side.members.size(); ++i) {
            Member& at = side.members[i];
            if (!same_hash(at.invite, hash)) continue;
            if (!at.open) return refuse(RefusalCode::seat_taken, Message{"server.seat-taken"});
            // Who is to sit at the rematch is settled by then.
            if (side.several() && over()) return refuse(RefusalCode::over, Message{"server.over"});
            at.open = false;
            if (state_.public_invite == invite) state_.public_invite.clear();
            if (!own_name.empty()) at.name = side.several() ? member_name(own_name) : std::string(own_name);
            const Members own = Members{1} << i;
            return std::pair{seat, mint(seat == Seat::home ? Role::home : Role::away, {own, own})};
        }
    }
    return refuse(RefusalCode::bad_token, Message{"server.no-invitation"});
}

bool LiveTable::two_people() const { return person(Seat::home) && person(Seat::away) && !setup_.one_person; }

void LiveTable::moved() {
    ++state_.turn_no;
    // Offers were made for the position before; only that of a rematch stays.
    std::erase_if(state_.offers, [](const MadeOffer& offer) { return offer.what != Offer::rematch; });
    if (table_->steps() < stored_steps_) {
        stored_steps_ = table_->steps();
        steps_cut_ = true;
    }
    const std::size_t kept = std::min(table_->steps(), step_turns_.size());
    log_.cut(kept);
    possessions_.cut(kept);
    if (fair_) fair_->cut(kept);
    for (auto& [whose, teller] : tellers_) teller.commentary.cut(kept);
    step_turns_.resize(table_->steps(), state_.turn_no);
    update_ending();
}

// A game goes on in less time than a new commentary would take to read it from its start.
void LiveTable::rest() {
    log_.rest();
    for (auto& [whose, teller] : tellers_) ++teller.rests;
    std::erase_if(tellers_, [](const auto& each) { return each.second.rests > kRestsOfTeller; });
}

void LiveTable::update_ending() {
    const TurnText turn = table_->turn();
    if (turn.kind == TurnKind::over && !state_.over) state_.over = Ending{turn.winner, Reason::played};
    if (turn.kind != TurnKind::over && state_.over && state_.over->reason == Reason::played) state_.over.reset();
}

OrRefusal<Done> LiveTable::may_roll(Role role, const std::optional<std::vector<std::string>>& tokens) const {
    const TurnText turn = table_->turn();
    if (turn.kind == TurnKind::chance && !holds(role, turn.seat) && !setup_.real_dice)
        return refuse(RefusalCode::not_your_seat,
                      Message{"server.for-roll", {{"event", turn.event}, {"seat", name(turn.seat)}}});
    if (tokens && !setup_.real_dice) return refuse(RefusalCode::bad_tokens, Message{"server.server-dice"});
    if (turn.kind == TurnKind::chance) return Done{};
    // In the table's own words.
    SystemDice unused;
    return table_->clone()->roll(unused);
}

OrRefusal<Happened> LiveTable::roll(Role role, const std::optional<std::vector<std::string>>& tokens) {
    if (OrRefusal<Done> may = may_roll(role, tokens); !may) return Unexpected{std::move(may.error())};
    if (fair_) return roll_fairly({}, {});
    const TurnText turn = table_->turn();
    OrRefusal<Done> done = Done{};
    if (tokens) {
        done = table_->roll(std::vector<std::string_view>(tokens->begin(), tokens->end()));
    } else {
        TableDice dice(*this);
        done = table_->roll(dice);
    }
    if (!done) return Unexpected{std::move(done.error())};
    moved();
    return Happened{"roll", turn.seat, table_->steps() - 1};
}

Happened LiveTable::roll_fairly(const BySeat<std::optional<fair::Link>>& links,
                                const BySeat<std::optional<LeftOut>>& left_out) {
    const Seat seat = table_->turn().seat;
    fair_->roll(*table_, links);
    left_out_ = left_out;
    const std::size_t step = table_->steps() - 1;
    unstored_proofs_[step] = text(fair_->newest());
    moved();
    return {"roll", seat, step};
}

OrRefusal<Happened> LiveTable::choose(Role role, std::optional<Seat> seat, std::string_view action) {
    const TurnText turn = table_->turn();
    if (!seat && role != Role::both) seat = role == Role::home ? Seat::home : Seat::away;
    if (!seat && turn.kind == TurnKind::choice) seat = turn.seat;
    if (seat && !holds(role, *seat))
        return refuse(RefusalCode::not_your_seat, Message{"server.not-your-seat", {{"seat", name(*seat)}}});
    if (turn.kind == TurnKind::choice && seat && *seat != turn.seat)
        return refuse(RefusalCode::not_your_seat,
                      Message{"server.for-decide", {{"event", turn.event}, {"seat", name(turn.seat)}}});
    OrRefusal<Done> done = table_->choose(seat, action);
    if (!done) return Unexpected{std::move(done.error())};
    moved();
    const bool waits = turn.kind == TurnKind::secret && turn.waiting.size() == 2;
    return Happened{waits ? "lock" : "choose", seat, table_->steps() - 1};
}

OrRefusal<Happened> LiveTable::undo() {
    if (!setup_.real_dice) return refuse(RefusalCode::wrong_turn, Message{"server.roll-stands"});
    if (OrRefusal<Done> done = table_->undo(); !done) return Unexpected{std::move(done.error())};
    moved();
    return Happened{"undo"};
}

std::optional<std::size_t> LiveTable::take_back_to(Role role) const {
    for (std::size_t i = table_->steps(); i-- > 0;) {
        const StepText step = table_->step(i);
        if (step.kind == TurnKind::chance) return std::nullopt;
        // A card that the other has seen cannot be unseen.
        if (step.kind == TurnKind::secret && !table_->step(i, Viewer::everyone).action.empty()) return std::nullopt;
        if (holds(role, step.seat) && person(step.seat)) return i;
    }
    return std::nullopt;
}

bool LiveTable::can_take_back(Role role) const { return take_back_to(role).has_value(); }

OrRefusal<Happened> LiveTable::take_back(Role role) {
    const std::optional<std::size_t> to = take_back_to(role);
    if (!to) return refuse(RefusalCode::nothing_to_undo, Message{"server.nothing-to-take-back"});
    const Seat by = table_->step(*to).seat;
    while (table_->steps() > *to)
        if (!table_->undo()) break;
    moved();
    return Happened{"undo", by};
}

Happened LiveTable::end(std::string_view cause, std::optional<Seat> by, Ending ending) {
    moved();
    state_.over = ending;
    return {cause, by};
}

Happened LiveTable::seat_computer(Seat seat, std::string_view bot) {
    SeatState& at = state_.seats[seat];
    at = SeatState{};
    at.computer = true;
    at.bot = bot;
    if (fair_) fair_->end(seat);
    moved();
    return {"computer", seat};
}

bool LiveTable::rolls_by_itself() const {
    const TurnText turn = table_->turn();
    if (over() || turn.kind != TurnKind::chance || setup_.real_dice) return false;
    if (!person(turn.seat)) return true;
    if (!setup_.hidden) return false;
    // Cards that only their owner sees: nothing to watch, so nothing to ask for.
    return !table_->outcome_visible(Viewer::everyone);
}

Happened LiveTable::roll_by_itself() {
    if (fair_) return roll_fairly({}, {});
    const Seat seat = table_->turn().seat;
    TableDice dice(*this);
    (void)table_->roll(dice);
    moved();
    return {"roll", seat, table_->steps() - 1};
}

std::optional<Seat> LiveTable::computer_to_choose() const {
    if (over()) return std::nullopt;
    const TurnText turn = table_->turn();
    if (turn.kind == TurnKind::choice && !person(turn.seat)) return turn.seat;
    if (turn.kind == TurnKind::secret)
        for (Seat seat : turn.waiting)
            if (!person(seat)) return seat;
    return std::nullopt;
}

Viewer LiveTable::view_alone(std::optional<Viewer> before) const {
    const TurnText turn = table_->turn();
    if (turn.kind == TurnKind::choice) return viewer_of(turn.seat);
    if (turn.kind == TurnKind::secret) return viewer_of(turn.waiting.front());
    return before.value_or(Viewer::everyone);
}

BySeat<bool> LiveTable::to_act() const {
    BySeat<bool> acts;
    if (over()) return acts;
    const TurnText turn = table_->turn();
    if (turn.kind == TurnKind::secret)
        for (Seat seat : turn.waiting) acts[seat] = true;
    else if (turn.kind != TurnKind::over)
        acts[turn.seat] = true;
    return acts;
}

bool LiveTable::only_locked_since(std::int64_t turn_no, Role role) const {
    const TurnText turn = table_->turn();
    return turn.kind == TurnKind::secret && turn.waiting.size() == 1 && role != Role::both &&
           holds(role, turn.waiting.front()) && turn_no + 1 == state_.turn_no && !step_turns_.empty() &&
           step_turns_.back() == state_.turn_no;
}

BySeat<bool> LiveTable::running() const {
    BySeat<bool> runs;
    if (!setup_.clock || clocks_held_ || state_.seats.home.open() || state_.seats.away.open()) return runs;
    runs = to_act();
    for (Seat seat : kSeats) runs[seat] = runs[seat] && person(seat);
    return runs;
}

void LiveTable::charge_clocks(Millis steady) {
    if (!setup_.clock) return;
    const BySeat<bool> runs = running();
    for (Seat seat : kSeats)
        if (runs[seat]) state_.clocks[seat] -= steady - clock_since_;
    clock_since_ = steady;
}

std::optional<Seat> LiveTable::flagged(Millis grace) const {
    const BySeat<bool> runs = running();
    for (Seat seat : kSeats)
        if (runs[seat] && state_.clocks[seat] <= -grace) return seat;
    return std::nullopt;
}

std::optional<Millis> LiveTable::until_flag() const {
    const BySeat<bool> runs = running();
    std::optional<Millis> first;
    for (Seat seat : kSeats)
        if (runs[seat]) first = std::min(first.value_or(state_.clocks[seat]), state_.clocks[seat]);
    return first;
}

bool hides_something(const Table& table) {
    constexpr u64 kSeed = 1;
    const std::unique_ptr<Table> game = table.clone();
    SeededDice dice(kSeed);
    std::string seen;
    std::string all;
    const auto hidden = [&] {
        seen.clear();
        all.clear();
        JsonText seen_out(seen);
        JsonText all_out(all);
        game->write(seen_out, Viewer::everyone);
        game->write(all_out, std::nullopt);
        return seen != all;
    };
    for (TurnText turn = game->turn(); turn.kind != TurnKind::over && game->steps() < kLongestGame;
         turn = game->turn()) {
        if (turn.kind == TurnKind::secret || hidden()) return true;
        if (turn.kind == TurnKind::chance) {
            if (!game->roll(dice)) break;
            if (game->step(game->steps() - 1, Viewer::everyone).tokens.empty()) return true;
        } else if (!game->choose(turn.seat, turn.actions[dice.below(static_cast<u32>(turn.actions.size()))])) {
            break;
        }
    }
    return false;
}

} // namespace touchline::server
