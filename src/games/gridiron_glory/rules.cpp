// Options, decks and tables of Gridiron Glory, made once for a game.
#include "games/gridiron_glory/rules.hpp"

#include "games/most_outcomes.hpp"

namespace touchline::gridiron_glory {

Rules::Rules(const Sheet& sheet, const House& house)
    : sheet_(sheet), house_(house), cards_(static_cast<u8>(sheet.cards())),
      toss_dice_(static_cast<u8>(house.toss_dice == House::TossDice::five ? kTossDice : sheet.dice)) {
    const int suits = sheet.suits_a_side();
    for (std::size_t rank = 0; rank < sheet.ranks.size(); ++rank)
        for (int suit = 0; suit < suits; ++suit) {
            const std::size_t card = rank * static_cast<std::size_t>(suits) + static_cast<std::size_t>(suit);
            rank_of_[card] = static_cast<u8>(rank);
            group_[rank] |= Cards{1} << card;
            full_ |= Cards{1} << card;
            for (Seat seat : kSeats)
                card_names_[seat].push_back(sheet.ranks[rank] + sheet.suits[seat][static_cast<std::size_t>(suit)]);
        }
    places_a_space_ = static_cast<u32>(2 * sheet.tries);
    places_a_side_ = static_cast<u32>(sheet.spaces) * places_a_space_;
    for (Face face : sheet.faces) ++face_weight_[static_cast<std::size_t>(face)];
    prepare_dice();
    for (Phase phase : {Phase::flip, Phase::fumble})
        for (Seat offense : kSeats)
            for (int space = 1; space <= sheet.spaces; ++space)
                for (int attempt = 1; attempt <= sheet.tries; ++attempt)
                    for (Seat winner : {Seat::away, Seat::home})
                        places_.push_back(place_after(
                            phase, {held_by(offense), static_cast<u8>(space), static_cast<u8>(attempt)}, winner));
}

namespace {

// Every throw of so many dice, each as often as it is likely.
std::vector<Faces> all_throws(const Sheet& sheet, int dice) {
    std::vector<Faces> all{0};
    for (int die = 0; die < dice; ++die) {
        std::vector<Faces> longer;
        for (Faces faces : all)
            for (Face face : sheet.faces) longer.push_back(with_face(faces, die, face));
        all = std::move(longer);
    }
    return all;
}

} // namespace

// Steps 1 and 5.
void Rules::prepare_dice() {
    throws_ = all_throws(sheet_, sheet_.dice);
    toss_throws_ = all_throws(sheet_, toss_dice_);
    tallies_.resize(std::size_t{1} << (2 * sheet_.dice));
    for (std::size_t faces = 0; faces < tallies_.size(); ++faces) {
        const auto shown = [&](Face face) { return popcount(showing(static_cast<Faces>(faces), face)); };
        const int referees = shown(Face::referee);
        const int points = referees >= 2 ? sheet_.touchdown : referees == 1 ? sheet_.field_goal : 0;
        tallies_[faces] = {static_cast<u8>(shown(Face::whistle)), static_cast<u8>(points)};
    }
}

// Step 3: what the higher card of `winner` does, in a flip or to settle a fumble.
Place Rules::place_after(Phase phase, const Place& before, Seat winner) const {
    Place after = before;
    after.phase = Phase::flip;
    if (winner == seat_of(before.offense)) {
        if (before.space == sheet_.spaces) { // the End Zone, whatever the pile
            after.phase = Phase::score;
            return after;
        }
        ++after.space;
        after.attempt = 1;
    } else if (phase == Phase::flip && before.attempt < sheet_.tries) {
        ++after.attempt;
    } else { // R12: the punt; R4: a lost fumble
        after.offense = held_by(winner);
        after.space = static_cast<u8>(phase == Phase::flip ? 1 : fumble_spot(before.space));
        after.attempt = 1;
    }
    return after;
}

House Rules::read_options(OptionReader& in, const Sheet&) {
    House house;
    in.word("overtime", {"sudden-death", "tie", "one-deck"}, house.overtime);
    in.reading("R1").word("toss_dice", {"box", "five"}, house.toss_dice);
    in.reading("R16").word("toss_winner", {"offense", "choice"}, house.toss_winner);
    in.reading("R4").word("fumble_spot", {"mirror", "same"}, house.fumble_spot);
    in.reading("R6").word("fumble_short", {"burn", "void"}, house.fumble_short);
    in.reading("R14").word("last_fumble", {"void", "lost-try", "new-decks"}, house.last_fumble);
    in.reading("R7").word("referees", {"always", "may"}, house.referees);
    in.reading("R9").word("whistles", {"chain", "once"}, house.whistles);
    in.reading("R5").word("after_score", {"other", "same"}, house.after_score);
    in.reading("R13").word("last_card", {"score", "late"}, house.last_card);
    in.reading("R11").word("quarter_tries", {"keep", "fresh"}, house.quarter_tries);
    return house;
}

OrRefusal<Rules> Rules::make(const Sheet& sheet, const OptionValues& options) {
    OptionReader in(options);
    return Rules(sheet, read_options(in, sheet));
}

// At the start both decks are whole; a part of them has no more ranks. Rerolls are at most of all dice.
std::size_t Rules::most_outcomes() const {
    State whole = start();
    whole.rerolls = static_cast<u8>(sheet_.dice);
    return most_at_any(*this, whole, &State::phase);
}

} // namespace touchline::gridiron_glory
