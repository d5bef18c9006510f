// What is written straight must read as what the library would have written.
#include "games/json_text.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>

namespace touchline {
namespace {

std::string written(const std::function<void(JsonText&)>& write) {
    std::string text;
    JsonText out(text);
    write(out);
    return text;
}

TEST(JsonText, TextsAreEscapedAsTheLibraryDoes) {
    using namespace std::string_view_literals;
    for (std::string_view text : {""sv, "plain text 123"sv, "a \"quote\""sv, "back\\slash"sv, "tab\tand\nline"sv,
                                  "\x01\x1f\x7f"sv, "essai transform\u00e9"sv, "no \xff UTF-8"sv, "nul\0nul"sv})
        EXPECT_EQ(written([&](JsonText& out) { out.value(text); }),
                  Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
}

TEST(JsonText, FieldsKeepTheOrderOfTheCalls) {
    const std::string text = written([](JsonText& out) {
        out.open_object();
        out.field("ok", true);
        out.per_seat("score", 7, -3);
        out.field("offense", std::optional<Seat>());
        out.field("first", std::optional(Seat::away));
        out.list("dice", std::array<std::string_view, 2>{"FG", "TD"});
        out.list("none", std::array<int, 0>{});
        out.key("teams");
        out.open_object();
        out.close_object();
        out.field("largest", ~u64{0});
        out.close_object();
    });
    EXPECT_EQ(text, R"({"ok":true,"score":{"home":7,"away":-3},"offense":null,"first":"away","dice":["FG","TD"],)"
                    R"("none":[],"teams":{},"largest":18446744073709551615})");
}

TEST(JsonText, AnObjectComesBackAsAValue) {
    const Json read = json_of([](JsonText& out) {
        out.field("a", 1);
        out.key("any");
        out.json(Json{{"b", {1, 2.5, nullptr}}});
    });
    EXPECT_EQ(read, Json::parse(R"({"a":1,"any":{"b":[1,2.5,null]}})"));
}

} // namespace
} // namespace touchline
