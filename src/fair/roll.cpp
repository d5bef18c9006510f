// Seeds and words by HMAC-SHA-256 of libsodium.
#include "fair/roll.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>

namespace touchline::fair {

namespace {

constexpr u64 kWords = u64{1} << 32; // that there are

const u8* bytes_of(std::string_view text) { return reinterpret_cast<const u8*>(text.data()); }

class Hmac {
public:
    explicit Hmac(std::string_view key) { crypto_auth_hmacsha256_init(&state_, bytes_of(key), key.size()); }
    void add(std::string_view text) { crypto_auth_hmacsha256_update(&state_, bytes_of(text), text.size()); }
    [[nodiscard]] Link result() {
        Link hash{};
        crypto_auth_hmacsha256_final(&state_, hash.data());
        return hash;
    }

private:
    crypto_auth_hmacsha256_state state_;
};

std::string_view text_of(const Link& link) { return {reinterpret_cast<const char*>(link.data()), link.size()}; }

template <class Number>
bool whole_number(std::string_view text, Number& number) {
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool padded = text.size() > 1 && text.front() == '0'; // one way to write each number
    return read.ec == std::errc() && read.ptr == text.data() + text.size() && !padded;
}

std::optional<Draw> draw_of(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    Draw draw;
    if (!whole_number(text.substr(0, slash), draw.value) || !whole_number(text.substr(slash + 1), draw.bound))
        return std::nullopt;
    if (draw.bound < 1 || draw.bound > kWords || draw.value >= draw.bound) return std::nullopt;
    return draw;
}

} // namespace

void LinesHash::add(std::string_view line) {
    crypto_hash_sha256_update(&state_, bytes_of(line), line.size());
    crypto_hash_sha256_update(&state_, bytes_of("\n"), 1);
}

std::string LinesHash::hex() const {
    crypto_hash_sha256_state copy = state_; // more lines may follow
    Link hash{};
    crypto_hash_sha256_final(&copy, hash.data());
    return fair::hex(hash);
}

Seed seed_of(const Link& server, const BySeat<std::optional<Link>>& seats, const RollOf& roll) {
    std::string key(text_of(server));
    for (Seat seat : kSeats) key += text_of(seats[seat].value_or(Link{}));
    Hmac hmac(key);
    hmac.add(fmt::format("touchline roll 1\n{}\n{}\n{}\n{}", roll.table, roll.n, roll.event, roll.lines));
    return hmac.result();
}

std::string sealed(const Link& server, std::string_view lines) {
    std::string bytes = "touchline sealed 1\n";
    bytes += text_of(server);
    bytes += lines;
    Link hash{};
    crypto_hash_sha256(hash.data(), bytes_of(bytes), bytes.size());
    return hex(hash);
}

std::string text(const std::vector<Draw>& drew) {
    std::string out;
    for (const Draw& draw : drew) out += fmt::format("{}{}/{}", out.empty() ? "" : ",", draw.value, draw.bound);
    return out.empty() ? "-" : out;
}

std::optional<std::vector<Draw>> draws_of(std::string_view text) {
    std::vector<Draw> drew;
    if (text == "-") return drew;
    while (true) {
        const std::size_t comma = text.find(',');
        const std::optional<Draw> draw = draw_of(text.substr(0, comma));
        if (!draw) return std::nullopt;
        drew.push_back(*draw);
        if (comma == std::string_view::npos) return drew;
        text.remove_prefix(comma + 1);
    }
}

u32 ChainDice::word() {
    if (used_ == block_.size()) {
        const std::array<char, 4> place{static_cast<char>(blocks_ >> 24), static_cast<char>(blocks_ >> 16),
                                        static_cast<char>(blocks_ >> 8), static_cast<char>(blocks_)};
        Hmac hmac(text_of(seed_));
        hmac.add({place.data(), place.size()});
        block_ = hmac.result();
        ++blocks_;
        used_ = 0;
    }
    u32 word = 0;
    for (int i = 0; i < 4; ++i) word = word << 8 | block_[used_++];
    return word;
}

u32 ChainDice::draw(u64 bound) {
    assert(bound > 0 && bound <= kWords);
    const u64 end = kWords / bound * bound; // words from here on would make small numbers likelier
    u64 drawn = word();
    while (drawn >= end) drawn = word();
    drew_.push_back({static_cast<u32>(drawn % bound), bound});
    return drew_.back().value;
}

u64 ChainDice::next() {
    const u64 upper = draw(kWords);
    return upper << 32 | draw(kWords);
}

} // namespace touchline::fair
