// The dice of one table as its server keeps them: its own chains, the commitments of the seats, and how every roll was
// made. No network, no threads. What it keeps grows by a few bytes a roll: links are computed again where they are
// asked for.
#pragma once

#include "fair/proof.hpp"

#include <memory>

namespace touchline::fair {

// What never changes, and is never shown before its time.
struct ServerSecrets {
    Link key{};                   // all secrets of the server's chains follow from it
    u32 links = kLinks;           // of a chain
    u64 from = 1;                 // the first proven roll
    Link server{};                // first commitments
    std::optional<Link> hidden{}; // where draws may be hidden
    // The first chains where they have been computed, so that the first roll need not do it again: server, hidden.
    std::array<std::shared_ptr<const Chain>, 2> chains{};
};

enum class Draws : u8 { open, hidden }; // whether a game has draws that somebody may not see

[[nodiscard]] ServerSecrets secrets_of(const Link& key, u64 from, Draws draws, u32 links = kLinks);
// With a random key.
[[nodiscard]] ServerSecrets fresh_secrets(u64 from, Draws draws, u32 links = kLinks);

// The chains that the browsers of a seat committed to.
struct SeatChains {
    struct Given {
        u64 from = 0; // the roll before which it was given
        Link commitment{};
        Link last{};   // the last link, the commitment while there is none
        u32 links = 0; // given so far
    };
    std::vector<Given> all{};
    bool ended = false; // nobody answers for the seat any more: the computer has taken it
    bool late = false;  // a link came after its roll: it is known, so a new chain has to follow
};

class ServerDice {
public:
    ServerDice(std::string table, const ServerSecrets& secrets);

    [[nodiscard]] const ServerSecrets& secrets() const { return secrets_; }
    [[nodiscard]] const SeatChains& seat(Seat seat) const { return seats_[seat]; }

    // The roll that comes next.
    [[nodiscard]] u64 next_roll() const { return secrets_.from + made(); }
    [[nodiscard]] u64 made() const { return rolls_; }
    // In how many of them the seat had a hand.
    [[nodiscard]] u64 hand(Seat seat) const { return hands_[seat]; }
    // That holds for the next roll.
    [[nodiscard]] std::optional<Link> commitment(Party party) const;

    enum class Commit : u8 { holds, taken, used_before };
    // A seat's browser commits: to the chain that holds, to a new one, or to one that may not come back.
    [[nodiscard]] Commit judge(Seat seat, const Link& commitment) const;
    Commit commit(Seat seat, const Link& commitment);
    // Whether links of the seat may be asked for: of a chain that is used up anybody could make more.
    [[nodiscard]] bool committed(Seat seat) const {
        const SeatChains& chains = seats_[seat];
        return !chains.all.empty() && !chains.ended && chains.all.back().links < secrets_.links;
    }
    void end(Seat seat) { seats_[seat].ended = true; }
    void came_late(Seat seat) { seats_[seat].late = true; }
    // What the next link of the seat leads to. Requires: committed(seat).
    [[nodiscard]] const Link& last(Seat seat) const { return seats_[seat].all.back().last; }

    // Steps from this one on are gone.
    void cut(std::size_t steps);
    // The hash of all lines of the table so far, and what is shown of it where lines are hidden.
    [[nodiscard]] std::string lines(const Table& table);
    [[nodiscard]] std::string sealed(const Table& table);
    // Makes the roll. Requires: a chance turn; links that lead to last().
    void roll(Table& table, const BySeat<std::optional<Link>>& links);
    // How the last roll was made. Requires: made() > 0.
    [[nodiscard]] const RollProof& newest() const { return newest_; }

    // Takes up what was stored: the chains of the seats first, then each roll.
    void restore(Seat seat, SeatChains chains);
    void restore(const RollProof& proof);

    // What the record has of it.
    [[nodiscard]] std::vector<Tag> tags() const;
    [[nodiscard]] std::string proof_lines() const;

private:
    // A chain of the server, and those that followed it when it was used up.
    struct OwnChain {
        u64 given = 0;                                // links, of all of them
        std::vector<u64> renewed{};                   // the rolls before which a new one began
        mutable std::shared_ptr<const Chain> chain{}; // the one that holds, once it is asked for
        mutable u64 generation = 0;                   // which one that is
        mutable ChainReader reader{};                 // of that one
    };

    [[nodiscard]] const OwnChain& own(Party party) const { return own_[party == Party::hidden ? 1 : 0]; }
    [[nodiscard]] OwnChain& own(Party party) { return own_[party == Party::hidden ? 1 : 0]; }
    [[nodiscard]] const Chain& chain(Party party, u64 generation) const;
    [[nodiscard]] Link next_link(Party party) const;
    void keep(RollProof proof);
    [[nodiscard]] std::vector<Link> own_links(Party party) const;
    [[nodiscard]] std::vector<Link> seat_links(Seat seat) const;
    void write_chains(std::string& out, u64 n) const;

    std::string table_;
    ServerSecrets secrets_;
    std::array<OwnChain, 2> own_{};
    BySeat<SeatChains> seats_{};
    BySeat<u64> hands_{};
    u64 rolls_ = 0;
    std::string log_; // for each roll who had a hand in it, and the numbers
    RollProof newest_{};
    LinesHash hash_;
    std::size_t hashed_ = 0; // steps
};

} // namespace touchline::fair
