// The table of one game: the typed inside of play/table.hpp. Included where games are made known (play/kinds.cpp) and
// by those who need the State behind a Table (analysis).
#pragma once

#include "core/hash.hpp"
#include "games/concepts.hpp"
#include "play/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>

namespace touchline {

template <class R>
const Kind& kind();

// Optional: secret choices that stay covered after both are made. Given the position that they led to and the outcome
// drawn in it, says whether they are revealed.
template <class R>
concept HasCover = requires(const R rules, const typename R::State chosen, std::optional<Outcome> fell) {
    { rules.uncovers(chosen, fell) } -> std::same_as<bool>;
};

// The components that a table is played with.
struct UsedSheet {
    std::string name;
    std::string hash;
    std::string toml;
    Json defaults; // of the options
};

template <TableGame R>
class TableFor final : public Table {
public:
    using State = typename R::State;

    TableFor(std::shared_ptr<const R> rules, OptionValues options, std::shared_ptr<const UsedSheet> sheet)
        : rules_(std::move(rules)), options_(std::move(options)), sheet_(std::move(sheet)), start_(rules_->start()),
          state_(start_) {}

    [[nodiscard]] const R& rules() const { return *rules_; }
    [[nodiscard]] const std::shared_ptr<const R>& shared_rules() const { return rules_; }
    [[nodiscard]] const State& position() const { return state_; }
    // The position before a step, and after it.
    [[nodiscard]] const State& position_before(std::size_t index) const { return history_[index].before; }
    [[nodiscard]] const State& position_after(std::size_t index) const {
        return index + 1 < history_.size() ? history_[index + 1].before : state_;
    }
    // What a seat has chosen in the current secret turn.
    [[nodiscard]] const BySeat<std::optional<Action>>& pending() const { return pending_; }

    [[nodiscard]] const Kind& kind() const override { return touchline::kind<R>(); }
    [[nodiscard]] std::unique_ptr<Table> clone() const override { return std::make_unique<TableFor>(*this); }

    [[nodiscard]] TurnText turn(std::optional<Viewer> viewer) const override {
        const Turn turn = rules_->turn(state_);
        TurnText text{.kind = turn.kind};
        if (turn.kind == TurnKind::over) {
            text.winner = rules_->result(state_);
            return text;
        }
        text.event = rules_->event_name(turn.event);
        text.seat = turn.seat;
        text.count = turn.count;
        if (turn.kind == TurnKind::choice) text.actions = action_names(turn.seat);
        if (turn.kind == TurnKind::secret)
            for (Seat seat : kSeats) {
                if (pending_[seat]) continue;
                text.waiting.push_back(seat);
                if (viewer && is(*viewer, seat)) text.actions = action_names(seat);
            }
        return text;
    }

    [[nodiscard]] Json state() const override {
        return json_of([&](JsonText& out) { write(out, std::nullopt); });
    }
    [[nodiscard]] Json view(Viewer viewer) const override {
        return json_of([&](JsonText& out) { write(out, viewer); });
    }
    void write(JsonText& out, std::optional<Viewer> viewer) const override {
        if constexpr (WritesViewFields<R>) {
            if (viewer)
                rules_->write_view_fields(out, rules_->view(state_, *viewer));
            else
                rules_->write_fields(out, state_);
        } else {
            rules_->write_fields(out, state_);
        }
        out.field("game", R::kId);
    }
    void write_shown(JsonText& out) const override {
        if constexpr (ShowsMore<R>) rules_->write_shown(out, state_);
    }

    [[nodiscard]] BySeat<int> score() const override { return rules_->score(state_); }
    [[nodiscard]] std::optional<Seat> offense() const override { return offense_of(state_); }

    OrRefusal<Done> roll(Dice& dice) override {
        if (auto refused = refuse_unless(TurnKind::chance)) return std::move(*refused);
        push(TurnKind::chance, rules_->turn(state_).seat, sample(*rules_, state_, dice).code);
        rules_->resolve(state_, Outcome{history_.back().code});
        return Done{};
    }

    OrRefusal<Done> roll(const std::vector<std::string_view>& tokens) override {
        if (auto refused = refuse_unless(TurnKind::chance)) return std::move(*refused);
        const Turn turn = rules_->turn(state_);
        if (tokens.size() != turn.count)
            return refuse(
                RefusalCode::bad_tokens,
                Message{turn.count == 1 ? "turn.count-one" : "turn.count",
                        {{"event", rules_->event_name(turn.event)}, {"count", turn.count}, {"found", tokens.size()}}});
        Expected<Outcome, Message> outcome = rules_->outcome(state_, tokens);
        if (!outcome) return refuse(RefusalCode::bad_tokens, std::move(outcome.error()));
        push(TurnKind::chance, turn.seat, outcome->code);
        rules_->resolve(state_, *outcome);
        return Done{};
    }

    OrRefusal<Done> choose(std::optional<Seat> seat, std::string_view action) override {
        const Turn turn = rules_->turn(state_);
        if (turn.kind == TurnKind::secret) return choose_secretly(seat, action);
        if (auto refused = refuse_unless(TurnKind::choice)) return std::move(*refused);
        if (seat && *seat != turn.seat)
            return refuse(
                RefusalCode::wrong_turn,
                Message{"turn.not-to-decide",
                        {{"event", rules_->event_name(turn.event)}, {"seat", name(turn.seat)}, {"not", name(*seat)}}});
        OrRefusal<Action> legal = legal_named(turn.seat, action);
        if (!legal) return Unexpected{std::move(legal.error())};
        push(TurnKind::choice, turn.seat, legal->code);
        rules_->play(state_, *legal);
        return Done{};
    }

    OrRefusal<Done> set(const Json& fields) override {
        if constexpr (HasSet<R>) {
            Expected<State, std::vector<Message>> state = rules_->set(state_, fields);
            if (!state) return refuse(RefusalCode::bad_state, joined(std::move(state.error())));
            begin_at(*state);
            return Done{};
        } else {
            (void)fields;
            return refuse(RefusalCode::bad_state, Message{"position.not-settable", {{"game", R::kId}}});
        }
    }

    OrRefusal<Done> undo() override {
        if (history_.empty()) return refuse(RefusalCode::nothing_to_undo, Message{"turn.nothing-to-undo"});
        state_ = history_.back().before;
        pending_ = history_.back().pending;
        history_.pop_back();
        return Done{};
    }

    [[nodiscard]] std::vector<std::vector<std::string_view>> faces(std::optional<Viewer> viewer) const override {
        const Turn turn = rules_->turn(state_);
        std::vector<std::vector<std::string_view>> places;
        if (turn.kind != TurnKind::chance) return places;
        // The possible outcomes of a hidden turn reveal hidden cards: the game says what the others may know of them.
        if (viewer && !outcome_visible(state_, viewer)) {
            if constexpr (HasFacesFor<R>) places = rules_->faces(state_, *viewer);
            return places;
        }
        if constexpr (HasFaces<R>) return rules_->faces(state_);
        places.resize(turn.count);
        rules_->chances(state_, [&](Outcome outcome, Weight) {
            const Tokens tokens = rules_->tokens(state_, outcome);
            for (std::size_t i = 0; i < tokens.size() && i < places.size(); ++i)
                if (std::ranges::find(places[i], tokens[i]) == places[i].end()) places[i].push_back(tokens[i]);
        });
        return places;
    }

    [[nodiscard]] bool outcome_visible(Viewer viewer) const override { return outcome_visible(state_, viewer); }

    [[nodiscard]] std::size_t steps() const override { return history_.size(); }

    [[nodiscard]] StepText step(std::size_t index, std::optional<Viewer> viewer) const override {
        const Past& past = history_[index];
        StepText text{
            .kind = past.kind, .event = rules_->event_name(rules_->turn(past.before).event), .seat = past.seat};
        if (past.kind == TurnKind::chance) {
            if (outcome_visible(past.before, viewer))
                for (std::string_view token : rules_->tokens(past.before, Outcome{past.code}))
                    text.tokens.push_back(token);
        } else if (past.kind == TurnKind::choice || !viewer || is(*viewer, past.seat) || secret_revealed(index)) {
            text.action = rules_->action_name(past.before, Action{static_cast<u8>(past.code)});
        }
        return text;
    }

    [[nodiscard]] BySeat<int> score_before(std::size_t index) const override {
        return rules_->score(history_[index].before);
    }
    [[nodiscard]] std::optional<Seat> offense_before(std::size_t index) const override {
        return offense_of(history_[index].before);
    }

    [[nodiscard]] std::vector<Happening> happened(std::size_t index) const override {
        Told told;
        if constexpr (TellsHappenings<R>) {
            const Past& past = history_[index];
            State state = past.before;
            if (past.kind == TurnKind::chance)
                rules_->resolve(state, Outcome{past.code}, told);
            else if (past.kind == TurnKind::choice)
                rules_->play(state, Action{static_cast<u8>(past.code)}, told);
            else if constexpr (HasSecrets<R>)
                if (past.pending[other(past.seat)]) rules_->play_secret(state, both_choices(past), told);
            assert(state == position_after(index) && "telling leads elsewhere than silence");
        }
        return std::move(told.happened);
    }

    [[nodiscard]] std::vector<Saying> sayings(std::size_t index, Viewer viewer) const override {
        Narration narration;
        if constexpr (HasNarration<R>) {
            const Past& past = history_[index];
            const std::vector<Happening> told = happened(index);
            Moment<State> moment{past.before, told, rules_->score(position_after(index)), viewer};
            if (past.kind == TurnKind::chance)
                moment.fell = Outcome{past.code};
            else if (past.kind == TurnKind::choice)
                moment.action = Action{static_cast<u8>(past.code)};
            else if (past.pending[other(past.seat)])
                moment.actions = both_choices(past);
            else
                return {}; // the first of two secret choices says nothing
            rules_->narrate(moment, narration);
        }
        return narration.sayings();
    }

    [[nodiscard]] std::unique_ptr<Table> before(std::size_t index) const override {
        auto earlier = std::make_unique<TableFor>(*this);
        if (index < history_.size()) {
            earlier->state_ = history_[index].before;
            earlier->pending_ = history_[index].pending;
            earlier->history_.resize(index, history_[index]);
        }
        return earlier;
    }

    [[nodiscard]] std::string state_bytes() const override { return bytes_of(state_); }
    [[nodiscard]] std::string start_bytes() const override { return bytes_of(start_); }

    [[nodiscard]] bool from_start() const override { return start_ == rules_->start(); }

    OrRefusal<Done> set_bytes(std::string_view bytes) override {
        if (bytes.size() != sizeof(State) && bytes.size() != first_size())
            return refuse(
                RefusalCode::bad_state,
                Message{"position.size", {{"game", R::kId}, {"wanted", sizeof(State)}, {"found", bytes.size()}}});
        State state{};
        std::memcpy(&state, bytes.data(), bytes.size());
        if constexpr (HasFaults<R>)
            if (Message fault = rules_->fault(state); !fault.empty())
                return refuse(RefusalCode::bad_state, std::move(fault));
        begin_at(state);
        return Done{};
    }

    // Begins a new history at a position of this game. Requires: a sound state.
    void begin_at(const State& state) {
        start_ = state_ = state;
        pending_ = {};
        history_.clear();
    }

    [[nodiscard]] const OptionValues& options() const override { return options_; }
    [[nodiscard]] Json complete_options() const override {
        Json complete = sheet_->defaults;
        complete.update(options_.json());
        return complete;
    }
    [[nodiscard]] const std::string& sheet_name() const override { return sheet_->name; }
    [[nodiscard]] const std::string& sheet_hash() const override { return sheet_->hash; }
    [[nodiscard]] const std::string& sheet_toml() const override { return sheet_->toml; }

private:
    struct Past {
        State before;
        BySeat<std::optional<Action>> pending; // before the step
        TurnKind kind;
        Seat seat;
        u64 code;
    };

    // Requires: the second of two secret choices.
    [[nodiscard]] static BySeat<Action> both_choices(const Past& past) {
        BySeat<Action> both;
        both[past.seat] = Action{static_cast<u8>(past.code)};
        both[other(past.seat)] = *past.pending[other(past.seat)];
        return both;
    }

    [[nodiscard]] static std::string bytes_of(const State& state) {
        return {reinterpret_cast<const char*>(&state), sizeof(State)};
    }

    [[nodiscard]] std::optional<Seat> offense_of(const State& state) const {
        if constexpr (HasOffense<R>)
            return rules_->offense(state);
        else
            return rules_->turn(state).kind == TurnKind::over ? std::nullopt : std::optional(rules_->turn(state).seat);
    }

    [[nodiscard]] bool outcome_visible(const State& before, std::optional<Viewer> viewer) const {
        if constexpr (HasHidden<R>)
            return !viewer || rules_->outcome_visible(before, *viewer);
        else
            return true;
    }

    // Whether a secret choice lies open: both have been made, and the game does not keep them covered for longer.
    [[nodiscard]] bool secret_revealed(std::size_t index) const {
        const Past& past = history_[index];
        const std::size_t second = past.pending[other(past.seat)] ? index : index + 1;
        if (second != index && (second >= history_.size() || history_[second].kind != TurnKind::secret ||
                                history_[second].seat == past.seat))
            return false;
        if constexpr (HasCover<R>) {
            std::optional<Outcome> fell;
            if (second + 1 < history_.size()) fell = Outcome{history_[second + 1].code};
            return rules_->uncovers(position_after(second), fell);
        }
        return true;
    }

    [[nodiscard]] static constexpr std::size_t first_size() {
        if constexpr (HasFirstSize<R>) return State::kFirstSize;
        return sizeof(State);
    }

    [[nodiscard]] std::vector<std::string_view> action_names(Seat seat) const {
        std::vector<std::string_view> names;
        for (Action action : rules_->legal(state_, seat)) names.push_back(rules_->action_name(state_, action));
        return names;
    }

    [[nodiscard]] OrRefusal<Action> legal_named(Seat seat, std::string_view text) const {
        const ActionList legal = rules_->legal(state_, seat);
        for (Action action : legal)
            if (rules_->action_name(state_, action) == text) return action;
        Refusal refusal{RefusalCode::illegal_action};
        for (std::string_view name : action_names(seat)) refusal.legal.emplace_back(name);
        refusal.message = Message{
            "turn.illegal",
            {{"action", text}, {"event", rules_->event_name(rules_->turn(state_).event)}, {"legal", refusal.legal}}};
        return Unexpected{std::move(refusal)};
    }

    [[nodiscard]] std::optional<Unexpected<Refusal>> refuse_unless(TurnKind wanted) const {
        const Turn turn = rules_->turn(state_);
        if (turn.kind == wanted) return std::nullopt;
        const bool rolls = wanted == TurnKind::chance;
        if (turn.kind == TurnKind::over)
            return refuse(RefusalCode::wrong_turn, Message{rolls ? "turn.over-roll" : "turn.over-choose"});
        return refuse(RefusalCode::wrong_turn,
                      Message{rolls ? "turn.awaits-choice" : "turn.awaits-roll",
                              {{"event", rules_->event_name(turn.event)}, {"seat", name(turn.seat)}}});
    }

    OrRefusal<Done> choose_secretly(std::optional<Seat> seat, std::string_view action) {
        const std::string_view event = rules_->event_name(rules_->turn(state_).event);
        if (!seat) return refuse(RefusalCode::bad_request, Message{"turn.secret-seat", {{"event", event}}});
        if (pending_[*seat])
            return refuse(RefusalCode::wrong_turn,
                          Message{"turn.chosen-already",
                                  {{"seat", name(*seat)}, {"event", event}, {"other", name(other(*seat))}}});
        OrRefusal<Action> legal = legal_named(*seat, action);
        if (!legal) return Unexpected{std::move(legal.error())};
        push(TurnKind::secret, *seat, legal->code);
        pending_[*seat] = *legal;
        if constexpr (HasSecrets<R>)
            if (pending_.home && pending_.away) {
                rules_->play_secret(state_, {*pending_.home, *pending_.away});
                pending_ = {};
            }
        return Done{};
    }

    void push(TurnKind kind, Seat seat, u64 code) { history_.push_back({state_, pending_, kind, seat, code}); }

    std::shared_ptr<const R> rules_;
    OptionValues options_;
    std::shared_ptr<const UsedSheet> sheet_;
    State start_;
    State state_;
    BySeat<std::optional<Action>> pending_{};
    std::vector<Past> history_;
};

} // namespace touchline
