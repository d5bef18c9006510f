// The turns of a game at one terminal, and the keys that work at every prompt.
#include "terminal/session.hpp"

#include "play/kind.hpp"
#include "play/message_text.hpp"
#include "play/position.hpp"
#include "play/rules_page.hpp"
#include "terminal/explain.hpp"
#include "terminal/markdown.hpp"
#include "terminal/patience.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cassert>

namespace touchline::terminal {

namespace {

constexpr double kHintSeconds = 1.0;

// Cards dealt to a hand: nobody has to press a key for that.
bool dealt(std::string_view event) { return event.starts_with("draw-"); }

} // namespace

Session::Session(Surroundings around, std::unique_ptr<Table> table, Seating seating, std::optional<SaveFile> save)
    : around_(around), table_(std::move(table)), seating_(std::move(seating)), save_(std::move(save)),
      told_(table_->steps()) {
    look_as_usual();
    kept_ = save_ && save_->write(*table_);
    note_sudden_end();
    if (!kept_)
        notes_.push_back(around_.words.text("error.no-write", {{"file", save_ ? save_->path() : saves_folder()}}));
}

Session::End Session::run() {
    while (true) {
        const TurnText turn = table_->turn();
        Left left;
        switch (turn.kind) {
        case TurnKind::over: return over();
        case TurnKind::chance: left = chance(turn); break;
        case TurnKind::choice:
            left = seating_.person(turn.seat) ? decide(turn, turn.seat) : let_computer_choose(turn.seat);
            break;
        case TurnKind::secret: left = secret(turn); break;
        }
        if (left) return *left;
    }
}

// Turns

Session::Left Session::chance(const TurnText& turn) {
    look_as_usual();
    if (seating_.companion) return roll_typed(turn);
    if (dealt(turn.event)) {
        roll();
        return std::nullopt;
    }
    if (!seating_.person(turn.seat) || rolling_) {
        if (Left left = pause(around_.pace, turn)) return left;
        if (table_->turn().kind == TurnKind::chance) roll();
        return std::nullopt;
    }
    const std::size_t before = table_->steps();
    while (table_->steps() == before && !rolling_) {
        Lines prompt{around_.words.text("prompt.your-turn",
                                        {{"seat", hand(turn.seat)}, {"event", around_.words.event(turn.event)}})};
        for (std::string& line : row_line(turn.seat)) prompt.push_back(std::move(line));
        const Key key = ask(prompt, keys_line(turn));
        Left left;
        if (is_enter(key)) {
            roll();
        } else if (key.kind == Key::Kind::closed) {
            return End::closed;
        } else if (const std::string text = typed(key); command(text, turn, left) == Done::no && !text.empty()) {
            notes_ = {around_.words.text("error.unknown-key",
                                         {{"input", text}, {"keys", key_words("enter") + ", ?, r, u, f, w, a, i, s"}})};
        }
        if (left) return left;
    }
    return std::nullopt;
}

Session::Left Session::roll_typed(const TurnText& turn) {
    const Words& words = around_.words;
    if (dealt(turn.event) && !seating_.person(turn.seat)) { // a computer's hand is nobody else's to see
        roll();
        return std::nullopt;
    }
    if (dealt(turn.event) && seating_.two_share())
        if (Left left = hand_over(turn.seat)) return left;
    const std::size_t before = table_->steps();
    while (table_->steps() == before) {
        const Places places = table_->faces();
        // A coin has the two sides on it.
        const FaceName name = [&](std::string_view face) {
            const std::optional<Seat> side = seat_named(face);
            return side ? seating_.names[*side] : words.token(turn.event, face);
        };
        Lines prompt = row_line(turn.seat);
        prompt.push_back(what_to_type(turn, places));
        prompt.push_back("> " + edit_.text() + (around_.console.full_screen() ? "▏" : ""));
        const Key key = ask(prompt, words.text("companion.keys"));
        if (key.kind == Key::Kind::closed) return End::closed;
        if (key.kind == Key::Kind::tab) show_faces(turn);
        if (!edit_.take(key)) continue;
        const std::string line = edit_.text();
        Left left;
        std::string small = typed({Key::Kind::line, line});
        const bool marked = small.starts_with(':');
        if (marked) small.erase(0, 1);
        if (small.empty()) {
            show_faces(turn);
        } else if (small.size() == 1 && (marked || !may_be_face(small, places, name)) &&
                   command(small, turn, left) == Done::yes) {
            edit_.set({});
            if (left) return left;
            if (table_->steps() != before) return std::nullopt;
        } else if (const auto read = read_faces(line, places, name); read) {
            const std::vector<std::string_view> tokens(read->begin(), read->end());
            const OrRefusal<touchline::Done> rolled = table_->roll(tokens);
            if (!rolled) {
                notes_ = {text(rolled.error().message, words.language())};
                continue;
            }
            edit_.set({});
            notes_ = {understood(turn, *read)};
            after_step();
        } else {
            const Misread& trouble = read.error();
            std::string faces;
            for (const std::string& face : trouble.faces)
                (faces += faces.empty() ? "" : ", ") += seat_named(face) ? name(face) : face;
            const std::string_view why = trouble.kind == Misread::Kind::count       ? "companion.wrong-count"
                                         : trouble.kind == Misread::Kind::ambiguous ? "companion.ambiguous"
                                                                                    : "companion.unknown-face";
            notes_ = {words.text(why, {{"input", trouble.input},
                                       {"faces", faces},
                                       {"found", std::to_string(trouble.found)},
                                       {"count", std::to_string(turn.count)}})};
            if (!around_.console.full_screen()) edit_.set({});
        }
    }
    return std::nullopt;
}

// Whose dice are wanted, how many, and in which order.
std::string Session::what_to_type(const TurnText& turn, const Places& places) const {
    const Words& words = around_.words;
    const std::string event = words.event(turn.event);
    if (!places.empty() && std::ranges::find(places.front(), "home") != places.front().end())
        return words.text("companion.ask-toss", {{"first", seating_.names.home}, {"second", seating_.names.away}});
    const WordParams params{{"seat", hand(turn.seat)}, {"event", event}, {"count", std::to_string(turn.count)}};
    if (dealt(turn.event)) return words.text("companion.draw-cards", params);
    if (const std::optional<Seat> first = first_of_both(*table_, turn.event, places.size()))
        return words.text("companion.ask-both", {{"event", event},
                                                 {"first", seating_.names[*first]},
                                                 {"second", seating_.names[other(*first)]},
                                                 {"count", std::to_string(turn.count / 2)}});
    return words.text(turn.count > 1 ? "companion.ask" : "companion.ask-one", params);
}

// "Read as: 1 and 2": figures without blanks between them can be misread.
std::string Session::understood(const TurnText& turn, const std::vector<std::string>& tokens) const {
    const Words& words = around_.words;
    const auto listed = [&](std::size_t begin, std::size_t end) -> std::string {
        if (const std::optional<Seat> side = seat_named(tokens[begin])) return seating_.names[*side];
        if (end - begin == 2)
            return words.text("companion.two", {{"first", tokens[begin]}, {"second", tokens[begin + 1]}});
        std::string list;
        for (std::size_t i = begin; i < end; ++i) list += (list.empty() ? "" : " ") + tokens[i];
        return list;
    };
    // The position has moved on: whose dice they were is asked of the table as it was.
    const std::optional<Seat> first = first_of_both(*table_->before(table_->steps() - 1), turn.event, tokens.size());
    if (!first) return words.text("companion.read-as", {{"faces", listed(0, tokens.size())}});
    const std::size_t half = tokens.size() / 2;
    const auto side = [&](Seat seat, std::size_t begin) {
        return words.text("board.fact", {{"name", seating_.names[seat]}, {"value", listed(begin, begin + half)}});
    };
    return words.text("companion.read-as",
                      {{"faces", fmt::format("{} · {}", side(*first, 0), side(other(*first), half))}});
}

Session::Left Session::decide(const TurnText& turn, Seat seat) {
    if (seating_.two_share()) {
        const std::size_t steps = table_->steps();
        if (Left left = hand_over(seat)) return left;
        if (table_->steps() != steps) return std::nullopt; // the other side has taken its choice back
    }
    if (seating_.people() == 2) viewer_ = hides(seat) ? viewer_of(seat) : Viewer::everyone;
    const TurnText own = table_->turn(viewer_of(seat));
    std::vector<std::pair<std::string, std::string>> names;
    for (std::string_view action : own.actions) names.emplace_back(action, around_.words.action(own.event, action));
    const std::vector<Option> options = with_keys(names);
    const std::size_t before = table_->steps();
    while (table_->steps() == before) {
        const std::string_view wanted =
            turn.kind == TurnKind::secret && seating_.two_share() ? "prompt.secret-choice" : "prompt.your-choice";
        Lines prompt{
            fmt::format("{} {}", around_.words.text(wanted, {{"seat", hand(seat)}}), around_.words.event(turn.event))};
        for (std::string& line : row_line(seat)) prompt.push_back(std::move(line));
        for (std::string& line : option_lines(options, around_.console.size().columns, Pen(around_.console.ink())))
            prompt.push_back(std::move(line));
        const Key key = ask(prompt, keys_line(own));
        if (key.kind == Key::Kind::closed) return End::closed;
        Left left;
        std::string text = typed(key);
        const bool marked = text.starts_with(':'); // ":s", as where dice are typed
        if (marked) text.erase(0, 1);
        if (marked && text.empty()) continue;
        const Option* option = marked ? nullptr : chosen(options, key);
        if (option != nullptr) {
            choose(seat, option->id);
        } else if (command(text, own, left) == Done::no && (!text.empty() || is_enter(key))) {
            std::string keys;
            for (const Option& each : options) keys += (keys.empty() ? "" : ", ") + each.key;
            notes_ = {around_.words.text("error.unknown-key",
                                         {{"input", text.empty() ? key_words("enter") : text}, {"keys", keys}})};
        }
        if (left) return left;
    }
    return std::nullopt;
}

Session::Left Session::secret(const TurnText& turn) {
    // People choose first: what a computer takes cannot be read off the pause it needs.
    for (Seat seat : turn.waiting)
        if (seating_.person(seat)) return decide(turn, seat);
    return let_computer_choose(turn.waiting.front());
}

Session::Left Session::let_computer_choose(Seat seat) {
    if (seating_.people() < 2 && table_->turn().kind == TurnKind::choice)
        if (Left left = pause(around_.pace, table_->turn())) return left;
    choose(seat, patiently([&] { return seating_.players[seat]->choose(*table_, seat); }));
    return std::nullopt;
}

Session::End Session::over() {
    look_as_usual();
    const Words& words = around_.words;
    const TurnText turn = table_->turn();
    if (save_) {
        finished_path_ = save_->finish(*table_);
        kept_ = !finished_path_.empty();
    }
    around_.console.at_sudden_end(Console::SuddenEnd::leave, {});
    const BySeat<int> score = table_->score();
    const Seat winner = turn.winner == Result::away ? Seat::away : Seat::home;
    const WordParams result{{"leader", seating_.names[winner]},
                            {"high", std::to_string(score[winner])},
                            {"low", std::to_string(score[other(winner)])}};
    while (true) {
        Lines prompt{Pen(around_.console.ink())
                         .bold(words.text(turn.winner == Result::draw ? "prompt.drawn" : "prompt.won", result))};
        if (kept_ && around_.console.full_screen())
            prompt.push_back(words.text("prompt.record-kept", {{"file", short_path(finished_path_)}}));
        if (!around_.console.full_screen()) {
            show(prompt, seating_.people() == 0 ? "" : words.text("key.over"));
            return End::left;
        }
        const Key key = ask(prompt, words.text("key.over"));
        const std::string text = typed(key);
        if (text == "n") return End::again;
        if (text == "q" || text == "s" || is_enter(key) || key.kind == Key::Kind::escape ||
            key.kind == Key::Kind::closed)
            return End::left;
        if (text == "r") show_rules();
        if (text == "v") show_review();
    }
}

// Any key stops it while it is being worked out.
void Session::show_review() {
    if (!around_.review) return;
    const Words& words = around_.words;
    int shown = -1;
    const auto going = [&](double part) {
        const int now = static_cast<int>(100 * part);
        if (now == shown) return true;
        shown = now;
        show({words.text("prompt.reviewing", {{"value", std::to_string(now)}})}, key_words("stop"));
        const Key::Kind kind = around_.console.key(0).kind;
        return kind == Key::Kind::timeout || kind == Key::Kind::resized;
    };
    const std::optional<std::string> text =
        around_.review(*table_, finished_path_, words, around_.console.size().columns, going);
    if (text) browse(lines_of(*text));
}

void Session::roll() {
    const OrRefusal<touchline::Done> done = table_->roll(around_.dice);
    assert(done);
    (void)done;
    after_step();
}

void Session::choose(Seat seat, std::string_view action) {
    const OrRefusal<touchline::Done> done = table_->choose(seat, action);
    assert(done);
    (void)done;
    after_step();
}

void Session::after_step() {
    const bool before = kept_;
    kept_ = save_ && save_->write(*table_);
    if (before == kept_) return;
    note_sudden_end();
    if (!kept_) notes_.push_back(around_.words.text("error.no-write", {{"file", save_->path()}}));
}

// What is on disk needs no rescue; what is not is printed on the way out.
void Session::note_sudden_end() {
    if (kept_)
        around_.console.at_sudden_end(Console::SuddenEnd::leave, around_.words.text("prompt.saved"));
    else
        around_.console.at_sudden_end(Console::SuddenEnd::close, {});
}

// Keys

Session::Done Session::command(const std::string& key, const TurnText& turn, Left& left) {
    if (key.size() != 1) return Done::no;
    switch (key.front()) {
    case '?': explain(turn); return Done::yes;
    case 'r': show_rules(); return Done::yes;
    case 'u': take_back(); return Done::yes;
    case 'h': hint(turn); return Done::yes;
    case 'f': show_faces(turn); return Done::yes;
    case 'i': show_position(); return Done::yes;
    case 'w': bar_ = !bar_; return Done::yes;
    case 'a':
        if (seating_.companion) return Done::no;
        rolling_ = !rolling_;
        return Done::yes;
    case 's':
    case 'q': left = save_and_leave(); return Done::yes;
    default: return Done::no;
    }
}

Session::Left Session::save_and_leave() {
    kept_ = save_ && save_->write(*table_);
    if (kept_) return End::saved;
    notes_ = {around_.words.text("error.no-write", {{"file", save_ ? save_->path() : saves_folder()}}),
              around_.words.text("prompt.leave-unsaved")};
    const Key key = ask({}, "");
    if (key.kind == Key::Kind::closed) return End::closed;
    if (typed(key) == "q") return End::left;
    return std::nullopt;
}

void Session::take_back() {
    const Words& words = around_.words;
    if (table_->steps() == 0) {
        notes_ = {words.text("error.nothing-to-take-back")};
        return;
    }
    // Back to a person's last choice, past what a computer chose since; a roll in between stops it, unless real dice
    // are typed: then the last entry itself is taken back.
    std::size_t target = table_->steps();
    if (seating_.companion) {
        --target;
    } else {
        for (std::size_t i = table_->steps(); i-- > 0;) {
            const StepText step = table_->step(i);
            const bool open_secret = step.kind == TurnKind::secret && table_->turn().kind == TurnKind::secret;
            if (step.kind != TurnKind::choice && !open_secret) break;
            if (!seating_.person(step.seat)) continue;
            target = i;
            break;
        }
    }
    if (target == table_->steps()) {
        notes_ = {words.text("prompt.cannot-take-back")};
        return;
    }
    const StepText step = table_->step(target, viewer_);
    const std::string what = step.kind == TurnKind::chance ? words.event(step.event)
                             : step.action.empty()         ? words.event(step.event)
                                                           : words.action(step.event, step.action);
    while (table_->steps() > target)
        if (!table_->undo()) break;
    told_ = std::min(told_, table_->steps());
    possessions_.cut(table_->steps());
    after_step();
    notes_ = {words.text("prompt.taken-back", {{"action", what}})};
}

void Session::hint(const TurnText& turn) {
    const bool decides = turn.kind == TurnKind::choice || (turn.kind == TurnKind::secret && !turn.actions.empty());
    if (!decides) {
        notes_ = {around_.words.text("error.no-hint")};
        return;
    }
    Seat seat = turn.seat;
    if (turn.kind == TurnKind::secret)
        seat = viewer_ == Viewer::away ? Seat::away : viewer_ == Viewer::home ? Seat::home : turn.waiting.front();
    if (around_.console.full_screen()) {
        notes_ = {around_.words.text("prompt.working")};
        show({}, "");
    }
    const Advice advice = patiently([&] {
        return around_.evaluator.advise(*table_, seat, {Hands::hidden, kHintSeconds});
    });
    notes_ = advice_lines(advice, turn.event, around_.words, Pen(around_.console.ink()));
    const bool mixed = std::ranges::any_of(advice.actions, [](const AdvisedAction& each) { return each.share > 0; });
    if (turn.kind == TurnKind::secret && !mixed) notes_.push_back(around_.words.text("prompt.hint-later"));
}

void Session::explain(const TurnText& turn) {
    const int columns = std::min(around_.console.size().columns, 100);
    browse(explanation(*table_, turn, around_.words, columns, Pen(around_.console.ink())));
}

void Session::show_rules() {
    const int columns = std::min(around_.console.size().columns, 100);
    const std::string page = rules_page(table_->kind(), around_.words.language(), table_->options().json());
    browse(lines_of(markdown(page, columns, around_.console.ink())));
}

// For "touchline odds". A position holds everything, hidden cards too: where there are any it is not shown.
void Session::show_position() {
    const Words& words = around_.words;
    if (table_->view(viewer_) != table_->state())
        notes_ = {words.text("prompt.position-hidden")};
    else
        notes_ = {words.text("prompt.position"), position_text(*table_)};
}

void Session::show_faces(const TurnText& turn) {
    if (turn.kind != TurnKind::chance) {
        notes_ = {around_.words.text("error.nothing-to-roll", {{"seat", seating_.names[turn.seat]}})};
        return;
    }
    notes_.clear();
    Places shown;
    for (const std::vector<std::string_view>& place : table_->faces()) {
        if (std::ranges::find(shown, place) != shown.end()) continue;
        shown.push_back(place);
        std::string faces;
        for (std::string_view face : place) {
            const std::optional<Seat> side = seat_named(face);
            const std::string name = side ? seating_.names[*side] : around_.words.token(turn.event, face);
            faces += fmt::format("{}{}{}", faces.empty() ? "" : " · ", face,
                                 name == face || place.size() > 14 ? "" : fmt::format(" ({})", name));
        }
        notes_.push_back(around_.words.text("companion.faces", {{"faces", faces}}));
    }
}

} // namespace touchline::terminal
