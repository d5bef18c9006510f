// Checks the dice of a record: commitments, links, numbers, and by the rules that these numbers give these tokens.
#pragma once

#include "fair/proof.hpp"
#include "play/kind.hpp"
#include "play/words.hpp"

#include <span>

namespace touchline::fair {

// What a proof that holds says.
struct Verified {
    std::string game{};
    std::string table{};   // its id
    u64 from = 1;          // the first proven roll
    u64 rolls = 0;         // that are proven
    ByParty<u64> hand{};   // how many of them each party gave a link for
    ByParty<u64> chains{}; // commitments that each gave
};

enum class FaultKind : u8 { no_proof, bad_proof, bad_record };

[[nodiscard]] std::string_view name(FaultKind kind);

// The first thing that does not hold.
struct Fault {
    FaultKind kind{};
    Message message{};
    int line = 0; // of the record, 0 where none is to blame
    u64 roll = 0; // 0 where it is about none
};

// `sheets`: as for read_record(); `links`: how many a chain has, fewer in tests.
[[nodiscard]] Expected<Verified, Fault> verify(std::string_view record, std::span<const SheetText> sheets = {},
                                               u32 links = kLinks);

// {"ok":true,…} or {"ok":false,"error":{…}} (docs/fair-dice.md).
[[nodiscard]] Json verdict_json(const Expected<Verified, Fault>& verdict, Language language);

} // namespace touchline::fair
