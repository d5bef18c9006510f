// Cards shown in a possession, as both seats remember them.
#include "solve/red_boar_gridiron/card_memory.hpp"

#include <numeric>

namespace touchline::solve::red_boar_gridiron {

namespace {

int count(const std::array<u8, kMostKinds>& played) { return std::accumulate(played.begin(), played.end(), 0); }

// The kind that was turned over between two positions.
std::size_t turned_over(const std::array<u8, kMostKinds>& before, const std::array<u8, kMostKinds>& after) {
    std::size_t kind = 0;
    while (kind + 1 < kMostKinds && after[kind] == before[kind]) ++kind;
    return kind;
}

} // namespace

void CardMemory::forget() {
    plays_.clear();
    asked_.reset();
}

void CardMemory::see(const Public& s) {
    switch (s.step) {
    case Step::toss:
    case Step::receive:
    case Step::kickoff:
    case Step::punt:
    case Step::field_goal:
    case Step::extra_point:
    case Step::over: return forget(); // a new possession is next
    case Step::draw_offense:
    case Step::draw_defense: return;
    case Step::call:
    case Step::after_touchdown:
    case Step::card: return ask(s);
    default:
        if (!asked_) return;
        begun_ = true;
        if (s.step == Step::flags) asked_->called = s.called;
    }
}

void CardMemory::ask(const Public& s) {
    // Step 15: hands last for a possession, and what is played is counted anew in each.
    if (asked_ && (s.offense != asked_->at.offense || s.overtime_first != asked_->at.overtime_first ||
                   count(s.played[s.offense]) < count(asked_->at.played[s.offense])))
        forget();
    if (asked_) {
        const bool turned = s.played != asked_->at.played;
        if (!begun_ && !turned) return; // the same play: called, its cards still to be chosen
        const std::size_t offense = s.offense;
        if (turned)
            asked_->turned = {turned_over(asked_->at.played[offense], s.played[offense]),
                              turned_over(asked_->at.played[1 - offense], s.played[1 - offense])};
        plays_.push_back(*asked_);
    }
    asked_ = {s};
    begun_ = false;
}

} // namespace touchline::solve::red_boar_gridiron
