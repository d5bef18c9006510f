// The proof of a game's dice as its record has it: tags, and comments after the last line (docs/fair-dice.md).
#pragma once

#include "fair/roll.hpp"
#include "play/table.hpp"

namespace touchline::fair {

inline constexpr std::string_view kKind = "chains-1"; // [Dice "chains-1"]

enum class Party : u8 { server, hidden, home, away };

inline constexpr std::array kParties{Party::server, Party::hidden, Party::home, Party::away};

[[nodiscard]] std::string_view name(Party party);
// The tag that has its first commitment: "DiceServer".
[[nodiscard]] std::string_view tag(Party party);
[[nodiscard]] constexpr Party party_of(Seat seat) { return seat == Seat::home ? Party::home : Party::away; }

template <class T>
struct ByParty {
    std::array<T, kParties.size()> each{};
    [[nodiscard]] T& operator[](Party party) { return each[static_cast<std::size_t>(party)]; }
    [[nodiscard]] const T& operator[](Party party) const { return each[static_cast<std::size_t>(party)]; }
};

// How one roll was made.
struct RollProof {
    bool hidden = false; // the server's link is of its chain `hidden`
    Link server{};
    BySeat<std::optional<Link>> seats{}; // of those that had a hand in it
    std::vector<Draw> drew{};
};

// "server=HEX home=HEX away=- drew=3/6,5/6", what follows ";proof N " in a record; and back.
[[nodiscard]] std::string text(const RollProof& proof);
[[nodiscard]] std::optional<RollProof> roll_proof_of(std::string_view text);

// A commitment that came before roll `n`.
struct NewChain {
    u64 n = 0;
    Party party{};
    Link commitment{};
};

// What a record has of a proof, and the lines that it is for.
struct ReadProof {
    struct Line {
        int number = 0; // from 1
        std::string text{};
        std::string event{}; // of a roll; else empty
    };
    struct Roll {
        int number = 0;
        u64 n = 0;
        RollProof proof{};
    };
    struct Chain {
        int number = 0;
        NewChain chain{};
    };

    std::vector<Tag> tags{};
    std::vector<int> tag_lines{};
    std::vector<Line> lines{}; // rolls and choices, without comments
    std::vector<Roll> rolls{};
    std::vector<Chain> chains{};
    std::optional<int> misread{}; // the first line of the proof that is none

    [[nodiscard]] std::optional<std::size_t> find(std::string_view tag) const;
    [[nodiscard]] std::string value(std::string_view tag) const;
};

[[nodiscard]] ReadProof read_proof(std::string_view record);

} // namespace touchline::fair
