// Writes the lines of a proof, and finds them in a record.
#include "fair/proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace touchline::fair {

namespace {

constexpr std::string_view kProofLine = ";proof ";
constexpr std::string_view kChainLine = ";chain ";

std::string seat_text(const std::optional<Link>& link) { return link ? hex(*link) : "-"; }

// The next word of a text; empty at its end.
std::string_view take_word(std::string_view& text) {
    const std::size_t blank = text.find(' ');
    const std::string_view word = text.substr(0, blank);
    text.remove_prefix(blank == std::string_view::npos ? text.size() : blank + 1);
    return word;
}

// The rest of a word after "name=".
std::optional<std::string_view> valued(std::string_view word, std::string_view name) {
    if (!word.starts_with(name) || word.size() <= name.size() || word[name.size()] != '=') return std::nullopt;
    return word.substr(name.size() + 1);
}

std::optional<u64> number_of(std::string_view text) {
    u64 number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || text.front() == '0' || read.ec != std::errc() || read.ptr != text.data() + text.size())
        return std::nullopt;
    return number;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Without what follows ';' outside quotes.
std::string_view uncommented(std::string_view line) {
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (quoted && line[i] == '\\')
            ++i;
        else if (line[i] == '"')
            quoted = !quoted;
        else if (line[i] == ';' && !quoted)
            return trimmed(line.substr(0, i));
    }
    return trimmed(line);
}

// [Name "value"]; values of a proof have nothing to unquote.
std::optional<Tag> tag_of(std::string_view line) {
    const std::size_t open = line.find('"');
    const std::size_t close = line.rfind('"');
    if (open == std::string_view::npos || close == open) return std::nullopt;
    return Tag{std::string(trimmed(line.substr(1, open - 1))), std::string(line.substr(open + 1, close - open - 1))};
}

// The event of "home rolls qb: WR".
std::string rolled_event(std::string_view line) {
    (void)take_word(line);
    if (take_word(line) != "rolls") return {};
    std::string_view event = take_word(line);
    if (event.ends_with(':')) event.remove_suffix(1);
    return std::string(event);
}

std::optional<ReadProof::Roll> proof_line(int number, std::string_view text) {
    const std::optional<u64> n = number_of(take_word(text));
    std::optional<RollProof> proof = roll_proof_of(text);
    if (!n || !proof) return std::nullopt;
    return ReadProof::Roll{number, *n, std::move(*proof)};
}

std::optional<ReadProof::Chain> chain_line(int number, std::string_view text) {
    const std::optional<u64> n = number_of(take_word(text));
    for (Party party : kParties)
        if (const auto value = valued(text, name(party)))
            if (const std::optional<Link> commitment = link_of(*value); n && commitment)
                return ReadProof::Chain{number, {*n, party, *commitment}};
    return std::nullopt;
}

} // namespace

std::string_view name(Party party) {
    switch (party) {
    case Party::server: return "server";
    case Party::hidden: return "hidden";
    case Party::home: return "home";
    case Party::away: return "away";
    }
    return {};
}

std::string_view tag(Party party) {
    switch (party) {
    case Party::server: return "DiceServer";
    case Party::hidden: return "DiceHidden";
    case Party::home: return "DiceHome";
    case Party::away: return "DiceAway";
    }
    return {};
}

std::string text(const RollProof& proof) {
    return fmt::format("{}={} home={} away={} drew={}", name(proof.hidden ? Party::hidden : Party::server),
                       hex(proof.server), seat_text(proof.seats.home), seat_text(proof.seats.away), text(proof.drew));
}

std::optional<RollProof> roll_proof_of(std::string_view text) {
    RollProof proof;
    const std::string_view first = take_word(text);
    proof.hidden = first.starts_with("hidden=");
    const auto server = valued(first, name(proof.hidden ? Party::hidden : Party::server));
    const std::optional<Link> link = server ? link_of(*server) : std::nullopt;
    if (!link) return std::nullopt;
    proof.server = *link;
    for (Seat seat : kSeats) {
        const auto value = valued(take_word(text), touchline::name(seat));
        if (!value) return std::nullopt;
        if (*value == "-") continue;
        proof.seats[seat] = link_of(*value);
        if (!proof.seats[seat]) return std::nullopt;
    }
    const auto drew = valued(take_word(text), "drew");
    std::optional<std::vector<Draw>> draws = drew ? draws_of(*drew) : std::nullopt;
    if (!draws || !text.empty()) return std::nullopt;
    proof.drew = std::move(*draws);
    return proof;
}

std::optional<std::size_t> ReadProof::find(std::string_view tag) const {
    const auto at = std::ranges::find(tags, tag, &Tag::name);
    return at == tags.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - tags.begin()));
}

std::string ReadProof::value(std::string_view tag) const {
    const std::optional<std::size_t> at = find(tag);
    return at ? tags[*at].value : std::string();
}

ReadProof read_proof(std::string_view record) {
    ReadProof read;
    int number = 0;
    const auto keep = [&](auto&& found, auto& list) {
        if (found)
            list.push_back(std::move(*found));
        else if (!read.misread)
            read.misread = number;
    };
    while (!record.empty()) {
        ++number;
        const std::size_t cut = record.find('\n');
        const std::string_view whole = trimmed(record.substr(0, cut));
        record.remove_prefix(cut == std::string_view::npos ? record.size() : cut + 1);
        if (whole.starts_with(kProofLine)) {
            keep(proof_line(number, whole.substr(kProofLine.size())), read.rolls);
        } else if (whole.starts_with(kChainLine)) {
            keep(chain_line(number, whole.substr(kChainLine.size())), read.chains);
        } else if (whole.starts_with('[')) {
            if (std::optional<Tag> found = tag_of(whole)) {
                read.tags.push_back(std::move(*found));
                read.tag_lines.push_back(number);
            }
        } else if (const std::string_view line = uncommented(whole); !line.empty()) {
            read.lines.push_back({number, std::string(line), rolled_event(line)});
        }
    }
    return read;
}

} // namespace touchline::fair
