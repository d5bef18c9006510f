// Many games at once.
#include "abi/objects.hpp"

#include <fmt/format.h>

namespace touchline::abi {

namespace {

constexpr std::size_t kMostGames = std::size_t{1} << 24;

void need_count(const BatchObject& batch, std::size_t count, std::string_view what) {
    if (count != batch.batch->count())
        bad_argument(fmt::format("{} {} for {} games were given", count, what, batch.batch->count()));
}

analysis::BatchArrays arrays_given(const tl_batch_arrays* arrays) {
    if (arrays == nullptr) return {};
    return {arrays->observations, arrays->masks, arrays->rewards, arrays->seats, arrays->ends};
}

} // namespace

} // namespace touchline::abi

using namespace touchline;
using namespace touchline::abi;

tl_status tl_batch_open(const tl_game* game, size_t count, int32_t at_end, uint32_t threads, tl_batch** batch) {
    return answered([&] {
        const auto own = object_of<GameObject>(game);
        need(batch, "batch");
        if (count == 0 || count > kMostGames) bad_argument(fmt::format("a batch has 1 to {} games", kMostGames));
        if (at_end != TL_STOP_AT_END && at_end != TL_GO_ON)
            bad_argument(fmt::format("'at_end' is {}, but it must be 0 (stop) or 1 (go on)", at_end));
        const unsigned crew = threads_given(threads);
        auto made = analysis::make_batch(*own->start, own->numbers, count, static_cast<analysis::AtEnd>(at_end), crew);
        *batch = static_cast<tl_batch*>(new_handle<BatchObject>(own, std::move(made)));
    });
}

tl_status tl_batch_reset(tl_batch* batch, const uint64_t* seeds, size_t count, const tl_batch_arrays* arrays) {
    return answered([&] {
        const auto own = object_of<BatchObject>(batch);
        need(seeds, "seeds");
        need_count(*own, count, "seeds");
        own->batch->reset({seeds, count}, arrays_given(arrays));
    });
}

tl_status tl_batch_step(tl_batch* batch, const int32_t* actions, size_t count, const tl_batch_arrays* arrays) {
    return answered([&] {
        const auto own = object_of<BatchObject>(batch);
        need(actions, "actions");
        need_count(*own, count, "actions");
        if (const auto wrong = own->batch->step({actions, count}, arrays_given(arrays)))
            throw Problem{TL_REFUSED, fmt::format("action {} is not legal in game {}", actions[*wrong], *wrong),
                          name(RefusalCode::illegal_action)};
    });
}

tl_status tl_batch_scores(const tl_batch* batch, int32_t* scores, size_t count) {
    return answered([&] {
        const auto own = object_of<BatchObject>(batch);
        need(scores, "scores");
        need_count(*own, count, "pairs of scores");
        own->batch->scores({scores, 2 * count});
    });
}

tl_status tl_batch_finals(const tl_batch* batch, int32_t seat, float* observations, int32_t* scores, size_t count) {
    return answered([&] {
        const auto own = object_of<BatchObject>(batch);
        const Seat looking = seat_given(seat);
        need_count(*own, count, "final positions");
        own->batch->finals(looking, observations, scores);
    });
}

tl_status tl_batch_state(const tl_batch* batch, size_t index, tl_state** state) {
    return answered([&] {
        const auto own = object_of<BatchObject>(batch);
        need(state, "state");
        if (index >= own->batch->count())
            bad_argument(fmt::format("there is no game {}: this batch has {} of them", index, own->batch->count()));
        *state = new_state(own->game, own->batch->table(index));
    });
}
