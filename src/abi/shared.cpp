// Made when it is first asked for.
#include "abi/shared.hpp"

#include "play/kind.hpp"
#include "play/words.hpp"

namespace touchline::abi {

namespace {

struct Shared {
    // A solver may still run behind a question when the process ends: what it uses is made first, and so ends after it.
    const std::size_t games = kinds().size();
    const Words& words = Words::of(Language::english);
    analysis::Library library;
    bots::Players players{library};
};

Shared& shared() {
    static Shared kShared;
    return kShared;
}

} // namespace

analysis::Library& library() { return shared().library; }
bots::Players& players() { return shared().players; }

} // namespace touchline::abi
