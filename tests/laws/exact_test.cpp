// Which tables are solved exactly: docs/exact.md, asked of every pair of option values.
#include "analysis/library.hpp"
#include "settings.hpp"

#include <gtest/gtest.h>

namespace touchline {
namespace {

class Exact : public testing::TestWithParam<Setting> {};

// Hidden cards are not, nor injuries of four positions that add up.
TEST_P(Exact, EverythingIsButWhatThePageNames) {
    const Setting& setting = GetParam();
    const std::unique_ptr<Table> table = std::move(*setting.kind->open(setting.options, std::nullopt));
    analysis::Library library;
    const bool cards = setting.kind->id() == "red-boar-gridiron" && setting.options.value("mode", "dice") == "cards";
    const bool injuries = setting.kind->id() == "pocket-gridiron" && setting.options.value("injuries", true) &&
                          setting.options.value("injury_scope", "all") == "all" &&
                          setting.options.value("injury_count", "once") == "each";
    EXPECT_EQ(library.of(*table)->exact(), !cards && !injuries);
}

INSTANTIATE_TEST_SUITE_P(Pairs, Exact, testing::ValuesIn(paired_settings()),
                         [](const testing::TestParamInfo<Setting>& each) {
                             return name_of({each.param.kind, Json::object()}) + "_" + std::to_string(each.index);
                         });

} // namespace
} // namespace touchline
