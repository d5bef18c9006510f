// Makes rolls, and writes how they were made into a short log.
#include "fair/server_dice.hpp"

#include "play/record.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <cassert>

namespace touchline::fair {

namespace {

constexpr u8 kHidden = 1;
constexpr u8 hand_of(Seat seat) { return seat == Seat::home ? 2 : 4; }

// As random as the key for whoever does not know it. Each chain has its own: the secret of one that is used up is known
// to all.
Link chain_secret(const Link& key, Party party, u64 generation) {
    const std::string what = fmt::format("touchline {} {}", name(party), generation);
    Link secret{};
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, key.data(), key.size());
    crypto_auth_hmacsha256_update(&state, reinterpret_cast<const u8*>(what.data()), what.size());
    crypto_auth_hmacsha256_final(&state, secret.data());
    return secret;
}

// Seven bits a byte, the lowest first; the highest bit says that more follow.
void append(std::string& out, u64 number) {
    for (; number >= 128; number >>= 7) out += static_cast<char>(128 | (number & 127));
    out += static_cast<char>(number);
}

u64 take(std::string_view& in) {
    u64 number = 0;
    for (int shift = 0;; shift += 7) {
        const auto byte = static_cast<u8>(in.front());
        in.remove_prefix(1);
        number |= u64{byte & 127U} << shift;
        if (byte < 128) return number;
    }
}

// `count` links of a chain that ends with this one, in the order in which they were given.
std::vector<Link> up_to(Link last, u64 count) {
    std::vector<Link> links(count);
    for (u64 i = count; i-- > 0; last = before(last)) links[i] = last;
    return links;
}

} // namespace

ServerSecrets fresh_secrets(u64 from, Draws draws, u32 links) { return secrets_of(random_link(), from, draws, links); }

ServerSecrets secrets_of(const Link& key, u64 from, Draws draws, u32 links) {
    ServerSecrets secrets{.key = key, .links = links, .from = from};
    const auto first = [&](Party party) {
        return std::make_shared<const Chain>(chain_secret(secrets.key, party, 0), links);
    };
    secrets.chains[0] = first(Party::server);
    secrets.server = secrets.chains[0]->commitment();
    if (draws == Draws::hidden) {
        secrets.chains[1] = first(Party::hidden);
        secrets.hidden = secrets.chains[1]->commitment();
    }
    return secrets;
}

ServerDice::ServerDice(std::string table, const ServerSecrets& secrets) : table_(std::move(table)), secrets_(secrets) {
    for (std::size_t i = 0; i < own_.size(); ++i) own_[i].chain = secrets.chains[i];
}

const Chain& ServerDice::chain(Party party, u64 generation) const {
    const OwnChain& at = own(party);
    if (!at.chain || at.generation != generation) {
        at.chain = std::make_shared<const Chain>(chain_secret(secrets_.key, party, generation), secrets_.links);
        at.generation = generation;
        at.reader.restart();
    }
    return *at.chain;
}

Link ServerDice::next_link(Party party) const {
    const u64 given = own(party).given;
    const Chain& now = chain(party, given / secrets_.links);
    return own(party).reader.link(now, static_cast<u32>(given % secrets_.links) + 1);
}

std::optional<Link> ServerDice::commitment(Party party) const {
    if (party == Party::home || party == Party::away) {
        const Seat seat = party == Party::home ? Seat::home : Seat::away;
        return committed(seat) ? std::optional(seats_[seat].all.back().commitment) : std::nullopt;
    }
    if (party == Party::hidden && !secrets_.hidden) return std::nullopt;
    const u64 generation = own(party).given / secrets_.links;
    if (generation == 0) return party == Party::hidden ? secrets_.hidden : secrets_.server;
    return chain(party, generation).commitment();
}

ServerDice::Commit ServerDice::judge(Seat seat, const Link& commitment) const {
    const SeatChains& chains = seats_[seat];
    if (committed(seat) && !chains.late && chains.all.back().commitment == commitment) return Commit::holds;
    const bool known = std::ranges::find(chains.all, commitment, &SeatChains::Given::commitment) != chains.all.end();
    return known ? Commit::used_before : Commit::taken;
}

ServerDice::Commit ServerDice::commit(Seat seat, const Link& commitment) {
    if (const Commit what = judge(seat, commitment); what != Commit::taken) return what;
    SeatChains& chains = seats_[seat];
    const SeatChains::Given fresh{next_roll(), commitment, commitment, 0};
    // One that was replaced before its first roll leaves no trace, but for the very first.
    if (chains.all.size() > 1 && chains.all.back().from == next_roll())
        chains.all.back() = fresh;
    else
        chains.all.push_back(fresh);
    chains.ended = chains.late = false;
    return Commit::taken;
}

void ServerDice::cut(std::size_t steps) {
    if (steps >= hashed_) return;
    hash_ = LinesHash();
    hashed_ = 0;
}

std::string ServerDice::lines(const Table& table) {
    for (; hashed_ < table.steps(); ++hashed_) hash_.add(record_line(table.step(hashed_)));
    return hash_.hex();
}

std::string ServerDice::sealed(const Table& table) {
    const bool open = table.outcome_visible(Viewer::everyone);
    return fair::sealed(next_link(open ? Party::server : Party::hidden), lines(table));
}

void ServerDice::roll(Table& table, const BySeat<std::optional<Link>>& links) {
    RollProof proof;
    proof.hidden = !table.outcome_visible(Viewer::everyone);
    assert(!proof.hidden || secrets_.hidden);
    proof.server = next_link(proof.hidden ? Party::hidden : Party::server);
    proof.seats = links;
    const std::string event(table.turn().event);
    ChainDice dice(seed_of(proof.server, links, {table_, next_roll(), event, lines(table)}));
    (void)table.roll(dice);
    proof.drew = dice.drew();
    keep(std::move(proof));
}

void ServerDice::keep(RollProof proof) {
    u8 hands = proof.hidden ? kHidden : 0;
    const u64 n = next_roll();
    for (Seat seat : kSeats) {
        if (!proof.seats[seat]) continue;
        hands |= hand_of(seat);
        ++hands_[seat];
        // The newest chain that was given before this roll.
        const auto chain = std::ranges::find_if(seats_[seat].all.rbegin(), seats_[seat].all.rend(),
                                                [&](const SeatChains::Given& given) { return given.from <= n; });
        assert(chain != seats_[seat].all.rend());
        chain->last = *proof.seats[seat];
        ++chain->links;
    }
    log_ += static_cast<char>(hands);
    append(log_, proof.drew.size());
    for (const Draw& draw : proof.drew) {
        append(log_, draw.value);
        append(log_, draw.bound);
    }
    OwnChain& chain = own(proof.hidden ? Party::hidden : Party::server);
    if (++chain.given % secrets_.links == 0) chain.renewed.push_back(n + 1);
    newest_ = std::move(proof);
    ++rolls_;
}

void ServerDice::restore(Seat seat, SeatChains chains) {
    for (SeatChains::Given& given : chains.all) {
        given.last = given.commitment;
        given.links = 0;
    }
    seats_[seat] = std::move(chains);
}

void ServerDice::restore(const RollProof& proof) { keep(proof); }

std::vector<Tag> ServerDice::tags() const {
    std::vector<Tag> tags{{"Dice", std::string(kKind)}, {"Table", table_}};
    tags.push_back({std::string(tag(Party::server)), hex(secrets_.server)});
    if (secrets_.hidden) tags.push_back({std::string(tag(Party::hidden)), hex(*secrets_.hidden)});
    for (Seat seat : kSeats)
        if (const auto& all = seats_[seat].all; !all.empty() && all.front().from < next_roll())
            tags.push_back({std::string(tag(party_of(seat))), hex(all.front().commitment)});
    if (secrets_.from > 1) tags.push_back({"DiceFrom", fmt::to_string(secrets_.from)});
    return tags;
}

std::vector<Link> ServerDice::own_links(Party party) const {
    std::vector<Link> links;
    for (u64 given = own(party).given, at = 0; at < given; at += secrets_.links) {
        const u64 count = std::min<u64>(given - at, secrets_.links);
        const Link last = chain(party, at / secrets_.links).link(static_cast<u32>(count));
        std::ranges::copy(up_to(last, count), std::back_inserter(links));
    }
    return links;
}

std::vector<Link> ServerDice::seat_links(Seat seat) const {
    std::vector<Link> links;
    for (const SeatChains::Given& given : seats_[seat].all)
        std::ranges::copy(up_to(given.last, given.links), std::back_inserter(links));
    return links;
}

void ServerDice::write_chains(std::string& out, u64 n) const {
    const auto write = [&](Party party, const Link& commitment) {
        out += fmt::format(";chain {} {}={}\n", n, name(party), hex(commitment));
    };
    for (Party party : {Party::server, Party::hidden})
        for (std::size_t i = 0; i < own(party).renewed.size(); ++i)
            if (own(party).renewed[i] == n) write(party, chain(party, i + 1).commitment());
    for (Seat seat : kSeats)
        for (const SeatChains::Given& given : seats_[seat].all)
            if (given.from == n && (&given != seats_[seat].all.data() || n > secrets_.from))
                write(party_of(seat), given.commitment);
}

std::string ServerDice::proof_lines() const {
    const std::array<std::vector<Link>, 2> own{own_links(Party::server), own_links(Party::hidden)};
    const BySeat<std::vector<Link>> seats{seat_links(Seat::home), seat_links(Seat::away)};
    std::array<std::size_t, 2> own_at{};
    BySeat<std::size_t> seat_at{};
    std::string out;
    std::string_view log = log_;
    for (u64 n = secrets_.from; n < next_roll(); ++n) {
        write_chains(out, n);
        const auto hands = static_cast<u8>(log.front());
        log.remove_prefix(1);
        RollProof proof{.hidden = (hands & kHidden) != 0};
        proof.server = own[proof.hidden][own_at[proof.hidden]++];
        for (Seat seat : kSeats)
            if ((hands & hand_of(seat)) != 0) proof.seats[seat] = seats[seat][seat_at[seat]++];
        for (u64 left = take(log); left > 0; --left) {
            const auto value = static_cast<u32>(take(log));
            proof.drew.push_back({value, take(log)});
        }
        out += fmt::format(";proof {} {}\n", n, text(proof));
    }
    return out;
}

} // namespace touchline::fair
