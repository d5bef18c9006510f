// A step of a game allocates nothing: every allocation of this program is counted, and whole random games add none.
#include "analysis/playout.hpp"
#include "laws/settings.hpp"
#include "typed_table.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

namespace {

std::size_t allocations = 0;

void* counted_or_null(std::size_t size) noexcept {
    ++allocations;
    return std::malloc(size == 0 ? 1 : size);
}

void* counted(std::size_t size) {
    if (void* memory = counted_or_null(size)) return memory;
    throw std::bad_alloc();
}

} // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted_or_null(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted_or_null(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace touchline {
namespace {

class Allocations : public testing::TestWithParam<Setting> {};

TEST_P(Allocations, NoStepOfAGameMakesAny) {
    const auto table = std::move(*GetParam().kind->open(GetParam().options, std::nullopt));
    test::visit(*table, [](const auto& at) {
        Random random(21);
        const std::size_t before = allocations;
        for (int game = 0; game < 20; ++game) {
            auto state = at.rules().start();
            analysis::play_out(at.rules(), state, random, analysis::AnyAction{});
        }
        EXPECT_EQ(allocations, before);
    });
}

TEST(AllocationCounter, SeesWhatIsAllocated) {
    const std::size_t before = allocations;
    const std::string text(1000, 'x');
    EXPECT_GT(allocations, before) << text.size();
}

INSTANTIATE_TEST_SUITE_P(Games, Allocations, testing::ValuesIn(all_settings()),
                         [](const testing::TestParamInfo<Setting>& each) { return name_of(each.param); });

} // namespace
} // namespace touchline
