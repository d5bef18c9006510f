// What boards are told beside the table protocol: figures that follow from the rules, and whose dice or card are
// better.
#include "games/json_text.hpp"
#include "play/kind.hpp"
#include "play/protocol.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline {
namespace {

// What is shown beside a position.
Json shown_at(std::string_view game, const Json& options, const Json& fields) {
    const auto table = open_table(game, options);
    EXPECT_TRUE(table);
    EXPECT_TRUE((*table)->set(fields));
    return json_of([&](JsonText& out) { (*table)->write_shown(out); });
}

Json both(int points) { return {{"home", points}, {"away", points}}; }

TEST(Shown, HowManyDrivesEachSideHas) {
    EXPECT_EQ(shown_at("pocket-gridiron", Json::object(), Json::object()), (Json{{"drives_each", 8}}));
    EXPECT_EQ(shown_at("pocket-gridiron", {{"mode", "pro"}}, {{"drives", {{"home", 2}}}}), (Json{{"drives_each", 16}}));
    EXPECT_EQ(shown_at("pocket-gridiron", {{"drives", 3}}, Json::object()), (Json{{"drives_each", 3}}));
}

TEST(Shown, HalfTimeAndFullTimeAreThoseOfTheWeather) {
    const auto times = [](const Json& fields) { return shown_at("pocket-rugby", {{"weather", "roll"}}, fields); };
    EXPECT_EQ(times({{"score", {{"home", 11}}}}), (Json{{"half_time", both(20)}, {"full_time", both(40)}}));
    EXPECT_EQ(times({{"weather", "rain"}}), (Json{{"half_time", both(10)}, {"full_time", both(20)}}));
}

TEST(Shown, R19WhatASideNeedsIsLessByWhatTheOtherHas) {
    const auto times = [](int home, int away) {
        return shown_at("pocket-rugby", {{"points", "together"}}, {{"score", {{"home", home}, {"away", away}}}});
    };
    EXPECT_EQ(times(12, 3),
              (Json{{"half_time", {{"home", 17}, {"away", 8}}}, {"full_time", {{"home", 37}, {"away", 28}}}}));
    EXPECT_EQ(times(24, 0)["half_time"], (Json{{"home", 20}, {"away", 0}}));
}

TEST(Shown, PositionsHaveNoneOfIt) {
    const auto table = open_table("pocket-rugby", Json::object());
    EXPECT_FALSE((*table)->state().contains("full_time"));
    EXPECT_FALSE((*table)->set({{"full_time", both(40)}}));
}

TEST(Shown, ProgramsAreToldWhatTheProtocolHasWordsFor) {
    const std::vector<Happening> told{
        {What::play, Seat::home, "roll"}, {What::beat, Seat::away}, {What::stop, Seat::away}};
    const auto kinds = [&](ToldTo whom) {
        const Json list = json_of([&](JsonText& out) {
            out.key("told");
            write_happened(out, told, whom);
        })["told"];
        std::string text;
        for (const Json& each : list) text += each["what"].get<std::string>() + " ";
        return text;
    };
    EXPECT_EQ(kinds(ToldTo::programs), "play stop ");
    EXPECT_EQ(kinds(ToldTo::boards), "play beat stop ");
}

} // namespace
} // namespace touchline
