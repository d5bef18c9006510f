// What the caller holds: opaque numbers that look like pointers and are never dereferenced. Each names a slot of a
// registry, the kind of thing in it and how often the slot has been used, so that a null, freed or foreign handle and
// one of another kind are told apart from a good one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace touchline::abi {

enum class HandleKind : std::uint8_t { text = 1, game, state, dice, player, batch, protocol };

// Whatever a handle stands for.
struct Object {
    virtual ~Object() = default;

protected:
    Object() = default;
    Object(const Object&) = default;
    Object& operator=(const Object&) = default;
};

// Any thread may call it. What was found lives as long as it is held, even where its handle is freed meanwhile.
class Handles {
public:
    // The one of this process: handles have to mean the same in every call.
    [[nodiscard]] static Handles& all();

    [[nodiscard]] void* add(HandleKind kind, std::shared_ptr<Object> object);
    // Null where it is no handle of this kind.
    [[nodiscard]] std::shared_ptr<Object> find(const void* handle, HandleKind kind);
    // False where it is no handle.
    bool remove(const void* handle);

private:
    struct Slot {
        std::shared_ptr<Object> object{};
        std::uint32_t uses = 0;
        HandleKind kind{};
    };
    // Threads that work on different things seldom wait for each other.
    struct Shard {
        std::mutex mutex;
        std::vector<Slot> slots;
        std::vector<std::uint32_t> free;
    };
    static constexpr std::size_t kShards = 16;

    std::array<Shard, kShards> shards_;
};

} // namespace touchline::abi
