// What of a table's dice is told: commitments, and how a roll was made.
#include "server/live_table.hpp"
#include "server/local_server.hpp"

namespace touchline::server {

namespace {

std::optional<std::string> hex_or_null(const std::optional<fair::Link>& link) {
    return link ? std::optional(fair::hex(*link)) : std::nullopt;
}

} // namespace

void LiveTable::write_fair(JsonText& out) const {
    out.key("fair");
    out.open_object();
    if (!fair_) {
        out.field("proof", nullptr);
        out.field("why", setup_.real_dice                   ? "real"
                         : setup_.seed                      ? "seed"
                         : state_.proof_lost                ? "lost"
                         : setup_.id.starts_with(kLocalIds) ? "local"
                                                            : "older");
        out.close_object();
        return;
    }
    out.field("proof", fair::kKind);
    for (fair::Party party : fair::kParties) out.field(name(party), hex_or_null(fair_->commitment(party)));
    out.field("from", fair_->secrets().from);
    out.field("rolls", fair_->made());
    out.per_seat("hand", fair_->hand(Seat::home), fair_->hand(Seat::away));
    out.close_object();
}

void LiveTable::write_proof(JsonText& out) const {
    if (!fair_ || fair_->made() == 0) return out.value(nullptr);
    const fair::RollProof& proof = fair_->newest();
    out.open_object();
    out.field("n", fair_->next_roll() - 1);
    out.field("hidden", proof.hidden);
    // With the server's link, whoever knows the other lines could try out what the hidden ones may be.
    const bool guessable = setup_.hidden && !over();
    out.field("server", guessable ? std::nullopt : std::optional(fair::hex(proof.server)));
    for (Seat seat : kSeats) out.field(name(seat), hex_or_null(proof.seats[seat]));
    out.key("left_out");
    out.open_list();
    for (Seat seat : kSeats) {
        if (!left_out_[seat]) continue;
        out.open_object();
        out.field("seat", seat);
        out.field("why", name(*left_out_[seat]));
        out.close_object();
    }
    out.close_list();
    out.key("drew");
    if (proof.hidden && !over()) {
        out.value(nullptr);
    } else {
        out.open_list();
        for (const fair::Draw& draw : proof.drew) {
            out.open_list();
            out.value(draw.value);
            out.value(draw.bound);
            out.close_list();
        }
        out.close_list();
    }
    out.close_object();
}

} // namespace touchline::server
