// The registry of handles: slots are used again, but under another number.
#include "abi/handles.hpp"

#include <atomic>
#include <bit>
#include <optional>
#include <stdexcept>

namespace touchline::abi {

namespace {

using Word = std::uintptr_t;

// From the lowest bit on: the kind, the slot (its shard included), how often it was used, a check over these.
constexpr int kKindBits = 3;
constexpr int kSlotBits = sizeof(Word) == 8 ? 25 : 13;
constexpr int kUseBits = sizeof(Word) == 8 ? 20 : 10;
constexpr int kCheckBits = 8 * static_cast<int>(sizeof(Word)) - kKindBits - kSlotBits - kUseBits;

constexpr Word low(int bits) { return (Word{1} << bits) - 1; }

// So that an address of the caller's own is hardly ever a handle.
constexpr Word check_of(Word named) {
    std::uint64_t mixed = (std::uint64_t{named} + 0x5bd1e995) * 0x9fb21c651e98df25ULL;
    mixed ^= mixed >> 32;
    return static_cast<Word>(mixed | 1) & low(kCheckBits);
}

struct Name {
    HandleKind kind;
    std::uint32_t slot; // among all shards
    std::uint32_t uses;
};

void* handle_of(const Name& name) {
    const Word named = static_cast<Word>(name.kind) | static_cast<Word>(name.slot) << kKindBits |
                       static_cast<Word>(name.uses) << (kKindBits + kSlotBits);
    return std::bit_cast<void*>(named | check_of(named) << (kKindBits + kSlotBits + kUseBits));
}

std::optional<Name> name_of(const void* handle) {
    const auto word = std::bit_cast<Word>(handle);
    const Word named = word & low(kKindBits + kSlotBits + kUseBits);
    if (word >> (kKindBits + kSlotBits + kUseBits) != check_of(named) || (word & low(kKindBits)) == 0)
        return std::nullopt;
    return Name{static_cast<HandleKind>(word & low(kKindBits)),
                static_cast<std::uint32_t>(word >> kKindBits & low(kSlotBits)),
                static_cast<std::uint32_t>(named >> (kKindBits + kSlotBits))};
}

} // namespace

Handles& Handles::all() {
    // Never destroyed: other threads may still call while the process ends.
    static auto* const kAll = new Handles;
    return *kAll;
}

void* Handles::add(HandleKind kind, std::shared_ptr<Object> object) {
    static std::atomic<std::uint32_t> turn{0};
    const std::uint32_t at = turn.fetch_add(1, std::memory_order_relaxed) % kShards;
    Shard& shard = shards_[at];
    const std::lock_guard lock(shard.mutex);
    if (shard.free.empty()) {
        if (shard.slots.size() * kShards + at > low(kSlotBits)) throw std::length_error("there are too many handles");
        shard.free.push_back(static_cast<std::uint32_t>(shard.slots.size()));
        shard.slots.emplace_back();
    }
    const std::uint32_t index = shard.free.back();
    shard.free.pop_back();
    Slot& slot = shard.slots[index];
    slot.object = std::move(object);
    slot.kind = kind;
    return handle_of({kind, static_cast<std::uint32_t>(index * kShards + at), slot.uses});
}

std::shared_ptr<Object> Handles::find(const void* handle, HandleKind kind) {
    const std::optional<Name> name = name_of(handle);
    if (!name || name->kind != kind) return nullptr;
    Shard& shard = shards_[name->slot % kShards];
    const std::lock_guard lock(shard.mutex);
    const std::size_t index = name->slot / kShards;
    if (index >= shard.slots.size()) return nullptr;
    const Slot& slot = shard.slots[index];
    return slot.kind == kind && slot.uses == name->uses ? slot.object : nullptr;
}

bool Handles::remove(const void* handle) {
    const std::optional<Name> name = name_of(handle);
    if (!name) return false;
    std::shared_ptr<Object> removed; // ends after the lock: it may take long
    Shard& shard = shards_[name->slot % kShards];
    const std::lock_guard lock(shard.mutex);
    const auto index = static_cast<std::uint32_t>(name->slot / kShards);
    if (index >= shard.slots.size()) return false;
    Slot& slot = shard.slots[index];
    if (slot.object == nullptr || slot.kind != name->kind || slot.uses != name->uses) return false;
    if (shard.free.capacity() == shard.free.size()) shard.free.reserve(2 * shard.free.size() + 1);
    removed = std::move(slot.object);
    slot.object = nullptr;
    // A slot whose uses would begin again is not used any more.
    if (++slot.uses < low(kUseBits)) shard.free.push_back(index);
    return true;
}

} // namespace touchline::abi
