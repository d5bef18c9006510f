// Random numbers from libsodium, for games between people.
#include "play/dice.hpp"

#include <sodium.h>

namespace touchline {

u64 SystemDice::next() {
    if (used_ == block_.size()) {
        randombytes_buf(block_.data(), sizeof(block_));
        used_ = 0;
    }
    const u64 word = block_[used_];
    block_[used_++] = 0; // used numbers do not stay in memory
    return word;
}

} // namespace touchline
