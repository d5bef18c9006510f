// Goes through a record line by line, as it was played, and checks the proof of each roll on the way.
#include "fair/verify.hpp"

#include "play/message_text.hpp"
#include "play/record.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace touchline::fair {

namespace {

using MaybeFault = std::optional<Fault>;

// The record's tags alone, each in its line: what opens the table before the first line is played.
std::string head_of(std::string_view record) {
    std::string head;
    while (!record.empty()) {
        const std::size_t cut = record.find('\n');
        const std::string_view line = record.substr(0, cut);
        if (line.starts_with('[') && !line.starts_with("[Result ")) head += line;
        head += '\n';
        record.remove_prefix(cut == std::string_view::npos ? record.size() : cut + 1);
    }
    return head;
}

class Verifier {
public:
    Verifier(std::string_view record, std::span<const SheetText> sheets, u32 links)
        : record_(record), sheets_(sheets), links_(links), read_(read_proof(record)) {}

    [[nodiscard]] Expected<Verified, Fault> run() {
        if (MaybeFault fault = read_tags()) return Unexpected{std::move(*fault)};
        OrRefusal<std::unique_ptr<Table>> table = read_record(head_of(record_), sheets_);
        if (!table) return Unexpected{Fault{FaultKind::bad_record, table.error().message}};
        verified_.game = (*table)->kind().id();
        for (const ReadProof::Line& line : read_.lines)
            if (MaybeFault fault = play(**table, line)) return Unexpected{std::move(*fault)};
        if (MaybeFault fault = nothing_left()) return Unexpected{std::move(*fault)};
        if (const auto whole = read_record(record_, sheets_); !whole) // its result
            return Unexpected{Fault{FaultKind::bad_record, whole.error().message}};
        return std::move(verified_);
    }

private:
    [[nodiscard]] MaybeFault read_tags() {
        const std::optional<std::size_t> dice = read_.find("Dice");
        if (!dice) return Fault{FaultKind::no_proof, Message{"proof.none"}};
        for (std::size_t i = 0; i < read_.tags.size(); ++i)
            if (const std::string& name = read_.tags[i].name; read_.find(name) != i)
                return at_line(read_.tag_lines[i], Message{"record.tag-twice", {{"tag", name}}});
        if (read_.tags[*dice].value != kKind)
            return at_line(read_.tag_lines[*dice],
                           Message{"proof.kind", {{"found", read_.tags[*dice].value}, {"own", kKind}}});
        verified_.table = read_.value("Table");
        if (verified_.table.empty()) return at_line(0, Message{"proof.no-tag", {{"tag", "Table"}}});
        for (Party party : kParties)
            if (MaybeFault fault = read_commitment(party)) return fault;
        if (!last_[Party::server]) return at_line(0, Message{"proof.no-tag", {{"tag", tag(Party::server)}}});
        if (const std::optional<std::size_t> from = read_.find("DiceFrom")) {
            const std::string& value = read_.tags[*from].value;
            const auto number = std::from_chars(value.data(), value.data() + value.size(), verified_.from);
            if (number.ec != std::errc() || number.ptr != value.data() + value.size() || value.front() == '0')
                return at_line(read_.tag_lines[*from], Message{"proof.from", {{"found", value}}});
        }
        if (read_.misread) return at_line(*read_.misread, Message{"proof.form"});
        return std::nullopt;
    }

    [[nodiscard]] MaybeFault read_commitment(Party party) {
        const std::optional<std::size_t> at = read_.find(tag(party));
        if (!at) return std::nullopt;
        last_[party] = link_of(read_.tags[*at].value);
        if (!last_[party]) return at_line(read_.tag_lines[*at], Message{"proof.no-link", {{"party", name(party)}}});
        commitments_[party].push_back(*last_[party]);
        verified_.chains[party] = 1;
        return std::nullopt;
    }

    [[nodiscard]] MaybeFault play(Table& table, const ReadProof::Line& line) {
        const bool rolls = !line.event.empty();
        if (rolls) ++n_;
        const std::string lines = lines_.hex();
        lines_.add(line.text);
        if (rolls && n_ >= verified_.from) return roll(table, line, lines);
        const OrRefusal<Done> done = replay_record_line(table, line.text, line.number);
        if (!done) return Fault{FaultKind::bad_record, done.error().message, line.number};
        return std::nullopt;
    }

    [[nodiscard]] MaybeFault roll(Table& table, const ReadProof::Line& line, std::string_view lines) {
        if (MaybeFault fault = new_chains()) return fault;
        if (next_ == read_.rolls.size()) return in_roll(line.number, Message{"proof.missing", {{"roll", n_}}});
        const ReadProof::Roll& given = read_.rolls[next_++];
        if (given.n != n_) return in_roll(given.number, Message{"proof.order", {{"found", given.n}, {"wanted", n_}}});
        if (MaybeFault fault = links(given)) return fault;
        const Seed seed = seed_of(given.proof.server, given.proof.seats, {verified_.table, n_, line.event, lines});
        ChainDice numbers(seed);
        for (const Draw& draw : given.proof.drew) (void)numbers.draw(draw.bound);
        if (numbers.drew() != given.proof.drew)
            return in_roll(given.number,
                           Message{"proof.numbers",
                                   {{"roll", n_}, {"found", text(given.proof.drew)}, {"own", text(numbers.drew())}}});
        ++verified_.rolls;
        return by_the_rules(table, line, given, seed);
    }

    // The game's own sampler draws from the same seed.
    [[nodiscard]] MaybeFault by_the_rules(Table& table, const ReadProof::Line& line, const ReadProof::Roll& given,
                                          const Seed& seed) {
        const TurnText turn = table.turn();
        if (turn.kind != TurnKind::chance || turn.event != line.event) {
            const OrRefusal<Done> done = replay_record_line(table, line.text, line.number);
            return Fault{FaultKind::bad_record, done ? Message{"record.step"} : done.error().message, line.number};
        }
        if (given.proof.hidden == table.outcome_visible(Viewer::everyone))
            return in_roll(given.number, Message{given.proof.hidden ? "proof.open" : "proof.hidden", {{"roll", n_}}});
        ChainDice dice(seed);
        if (const OrRefusal<Done> done = table.roll(dice); !done)
            return Fault{FaultKind::bad_record, done.error().message, line.number};
        if (dice.drew() != given.proof.drew)
            return in_roll(
                given.number,
                Message{"proof.draws", {{"roll", n_}, {"found", text(given.proof.drew)}, {"own", text(dice.drew())}}});
        const std::string own = record_line(table.step(table.steps() - 1));
        if (own != line.text)
            return in_roll(line.number, Message{"proof.tokens", {{"roll", n_}, {"own", own}, {"found", line.text}}});
        return std::nullopt;
    }

    // Commitments that came before this roll.
    [[nodiscard]] MaybeFault new_chains() {
        for (; next_chain_ < read_.chains.size() && read_.chains[next_chain_].chain.n <= n_; ++next_chain_) {
            const auto& [number, chain] = read_.chains[next_chain_];
            if (chain.n != n_) return in_roll(number, Message{"proof.chain-order", {{"found", chain.n}}});
            if (MaybeFault fault = new_chain(number, chain)) return fault;
        }
        return std::nullopt;
    }

    [[nodiscard]] MaybeFault new_chain(int number, const NewChain& chain) {
        const Party party = chain.party;
        const bool servers = party == Party::server || party == Party::hidden;
        // A server that could begin a chain whenever it likes could choose its link after those of the seats.
        if (servers && given_[party] != links_)
            return in_roll(number, Message{"proof.chain-early", {{"party", name(party)}, {"links", links_}}});
        std::vector<Link>& known = commitments_[party];
        // A seat's first one, given after the first proven roll, is the tag too.
        const bool tag_again = known.size() == 1 && known.front() == chain.commitment && given_[party] == 0;
        if (!tag_again && std::ranges::find(known, chain.commitment) != known.end())
            return in_roll(number, Message{"proof.chain-again", {{"party", name(party)}}});
        if (!tag_again) known.push_back(chain.commitment);
        last_[party] = chain.commitment;
        given_[party] = 0;
        verified_.chains[party] = known.size();
        return std::nullopt;
    }

    [[nodiscard]] MaybeFault links(const ReadProof::Roll& given) {
        const RollProof& proof = given.proof;
        if (MaybeFault fault = link(given, proof.hidden ? Party::hidden : Party::server, proof.server)) return fault;
        for (Seat seat : kSeats)
            if (proof.seats[seat])
                if (MaybeFault fault = link(given, party_of(seat), *proof.seats[seat])) return fault;
        return std::nullopt;
    }

    [[nodiscard]] MaybeFault link(const ReadProof::Roll& given, Party party, const Link& link) {
        if (!last_[party])
            return in_roll(given.number, Message{"proof.uncommitted", {{"party", name(party)}, {"roll", n_}}});
        if (before(link) != *last_[party])
            return in_roll(given.number, Message{"proof.link", {{"party", name(party)}, {"roll", n_}}});
        if (++given_[party] > links_)
            return in_roll(given.number, Message{"proof.used-up", {{"party", name(party)}, {"links", links_}}});
        last_[party] = link;
        ++verified_.hand[party];
        return std::nullopt;
    }

    [[nodiscard]] MaybeFault nothing_left() {
        if (next_ < read_.rolls.size())
            return Fault{FaultKind::bad_proof,
                         Message{"proof.too-many", {{"found", read_.rolls[next_].n}, {"rolls", n_}}},
                         read_.rolls[next_].number, read_.rolls[next_].n};
        if (verified_.from > n_ + 1)
            return at_line(read_.tag_lines[*read_.find("DiceFrom")],
                           Message{"proof.from-beyond", {{"found", verified_.from}, {"rolls", n_}}});
        ++n_; // a commitment that waits for a roll yet to come is fine
        if (MaybeFault fault = new_chains()) return fault;
        if (next_chain_ == read_.chains.size()) return std::nullopt;
        const auto& [number, chain] = read_.chains[next_chain_];
        return in_roll(number, Message{"proof.chain-order", {{"found", chain.n}}});
    }

    [[nodiscard]] static Fault at_line(int line, Message message) {
        return {FaultKind::bad_proof, std::move(message), line};
    }
    [[nodiscard]] Fault in_roll(int line, Message message) const {
        return {FaultKind::bad_proof, std::move(message), line, n_};
    }

    std::string_view record_;
    std::span<const SheetText> sheets_;
    u32 links_; // of a chain
    ReadProof read_;
    Verified verified_;
    ByParty<std::optional<Link>> last_;      // link or commitment that the next one leads to
    ByParty<std::vector<Link>> commitments_; // so far
    ByParty<u32> given_;                     // links since the last of them
    LinesHash lines_;
    u64 n_ = 0;
    std::size_t next_ = 0; // of the proofs
    std::size_t next_chain_ = 0;
};

} // namespace

std::string_view name(FaultKind kind) {
    switch (kind) {
    case FaultKind::no_proof: return "no-proof";
    case FaultKind::bad_proof: return "bad-proof";
    case FaultKind::bad_record: return "bad-record";
    }
    return {};
}

Expected<Verified, Fault> verify(std::string_view record, std::span<const SheetText> sheets, u32 links) {
    return Verifier(record, sheets, links).run();
}

Json verdict_json(const Expected<Verified, Fault>& verdict, Language language) {
    if (!verdict) {
        const Fault& fault = verdict.error();
        Json error{{"code", name(fault.kind)}};
        if (fault.line > 0) error["line"] = fault.line;
        if (fault.roll > 0) error["roll"] = fault.roll;
        error["message"] = text(fault.message, language);
        return {{"ok", false}, {"error", std::move(error)}};
    }
    Json chains = Json::object();
    for (Party party : kParties)
        if (verdict->chains[party] > 0) chains[std::string(name(party))] = verdict->chains[party];
    const u64 hidden = verdict->hand[Party::hidden];
    return {{"ok", true},
            {"game", verdict->game},
            {"table", verdict->table},
            {"from", verdict->from},
            {"rolls", verdict->rolls},
            {"hidden", hidden},
            {"hand",
             {{"server", verdict->hand[Party::server] + hidden},
              {"home", verdict->hand[Party::home]},
              {"away", verdict->hand[Party::away]}}},
            {"chains", std::move(chains)}};
}

} // namespace touchline::fair
