// A game at one terminal: asks, rolls, tells, saves. Holds a Table and a Console, knows no rule.
#pragma once

#include "play/evaluator.hpp"
#include "play/people.hpp"
#include "terminal/companion.hpp"
#include "terminal/saves.hpp"
#include "terminal/screen.hpp"
#include "terminal/setup.hpp"

namespace touchline::terminal {

// Who sits at the table. A seat without a player is a person's.
struct Seating {
    BySeat<std::string> names;                  // how the sides are called
    BySeat<std::vector<std::string>> members{}; // of a side that several people play in turn
    BySeat<std::shared_ptr<Player>> players{};
    BySeat<std::string> player_names{}; // "coach"; empty for a person
    bool companion = false;             // real dice: what fell is typed
    bool alone = false;                 // one person plays both sides

    [[nodiscard]] bool person(Seat seat) const { return players[seat] == nullptr; }
    [[nodiscard]] int people() const { return (person(Seat::home) ? 1 : 0) + (person(Seat::away) ? 1 : 0); }
    // Two people share the screen, and what is hidden from one of them must not be seen by that one.
    [[nodiscard]] bool two_share() const { return people() == 2 && !alone; }
};

// What the session asks of the world.
struct Surroundings {
    Console& console;
    Evaluator& evaluator;
    Dice& dice;
    const Words& words;
    int pace = 600; // milliseconds between the steps of a computer
    Reviewer review{};
};

class Session {
public:
    enum class End { again, left, saved, closed };

    Session(Surroundings around, std::unique_ptr<Table> table, Seating seating, std::optional<SaveFile> save);
    // Plays until the game is over or left.
    [[nodiscard]] End run();
    [[nodiscard]] const Table& table() const { return *table_; }
    // Whether everything so far is on disk.
    [[nodiscard]] bool kept() const { return kept_; }
    [[nodiscard]] const std::string& finished_path() const { return finished_path_; }

private:
    using Left = std::optional<End>; // how the game was left, if it was

    // Turns.
    Left chance(const TurnText& turn);
    Left roll_typed(const TurnText& turn);
    [[nodiscard]] std::string what_to_type(const TurnText& turn, const Places& places) const;
    [[nodiscard]] std::string understood(const TurnText& turn, const std::vector<std::string>& tokens) const;
    Left decide(const TurnText& turn, Seat seat);
    Left secret(const TurnText& turn);
    End over();
    void roll();
    void choose(Seat seat, std::string_view action);
    Left let_computer_choose(Seat seat);

    // Who plays for a side now: one of its people in turn, else the side.
    [[nodiscard]] std::string hand(Seat seat) const;
    // The people of a side, whose hand it is and whose is next; no line where one person plays it.
    [[nodiscard]] Lines row_line(Seat seat) const;

    // Keys that work at every prompt. Nothing: it is none of them.
    enum class Done { no, yes };
    Done command(const std::string& key, const TurnText& turn, Left& left);
    void take_back();
    void hint(const TurnText& turn);
    void explain(const TurnText& turn);
    void show_rules();
    void show_review();
    void show_faces(const TurnText& turn);
    void show_position();
    Left save_and_leave();

    // Showing.
    [[nodiscard]] Scene scene() const;
    void show(const Lines& prompt, const std::string& keys);
    // Shows and waits for a key; a new size of the terminal only draws again.
    [[nodiscard]] Key ask(const Lines& prompt, const std::string& keys);
    void browse(const Lines& page);
    // Does what may take long while the screen says so; what it does must not touch the session.
    template <class Work>
    auto patiently(Work work);
    Left pause(int milliseconds, const TurnText& turn);
    // The keyboard goes to another person, so that hidden things stay hidden.
    Left hand_over(Seat seat);
    [[nodiscard]] bool hides(Seat seat) const;
    void look_as_usual();
    [[nodiscard]] std::string keys_line(const TurnText& turn) const;
    [[nodiscard]] std::string key_words(std::string_view name) const;
    void after_step();
    void note_sudden_end();

    Surroundings around_;
    std::unique_ptr<Table> table_;
    Seating seating_;
    std::optional<SaveFile> save_;
    mutable Possessions possessions_;
    Viewer viewer_ = Viewer::everyone;
    Lines notes_;          // told above the next prompt, then forgotten
    std::size_t told_ = 0; // steps that have been printed where text runs on
    bool bar_ = false;     // the win bar is on
    bool rolling_ = false; // people's dice roll by themselves
    bool kept_ = false;
    std::optional<std::pair<std::size_t, Odds>> odds_; // at so many steps
    std::string finished_path_;
    LineEdit edit_;
};

} // namespace touchline::terminal
