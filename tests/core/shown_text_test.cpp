// What may be shown of hostile text, on examples and on random text.
#include "core/shown_text.hpp"

#include "core/characters.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <functional>
#include <vector>

namespace touchline {

namespace {

std::string of(char32_t code) {
    std::string text;
    append_character(text, code);
    return text;
}

// Whatever comes from outside: bytes, code points that someone would choose to deceive, letters.
rc::Gen<std::string> hostile_text() {
    static const std::vector<std::string> kPieces{
        "\x1b[2J",
        "\x1b]0;x\x07",
        "\xc2\x9b"
        "31m",
        "\x9b",
        "\u202e",
        "\u2066",
        "\u200b",
        "\u200d",
        "\u200d",
        "\ufe0f",
        "\u0301",
        "\u0301\u0302",
        "\u00a0",
        "\u3000",
        "\u2800",
        "\u3164",
        "\U000e0041",
        "\xed\xa0\x80",
        "\xc0\xaf",
        "\xe2\x80",
        "\xff",
        "\n",
        "\t",
        "\r",
        " ",
        "Ann",
        "日本",
        "\u2764",
        "\U0001f468",
        "\U0001f525",
        "\U0001f3fd",
        "\u2028",
        "\ufeff",
        "\x7f",
        "é",
        "\U0010ffff",
        "\u1160",
        "\xf0\x9f",
    };
    return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::oneOf(
                            rc::gen::elementOf(kPieces),
                            rc::gen::map(rc::gen::arbitrary<char>(), [](char c) { return std::string(1, c); }))),
                        [](const std::vector<std::string>& pieces) {
                            std::string text;
                            for (const std::string& piece : pieces) text += piece;
                            return text;
                        });
}

bool valid(std::string_view text) {
    while (!text.empty()) {
        const Character first = first_character(text);
        if (!first.sound) return false;
        text.remove_prefix(first.bytes);
    }
    return true;
}

bool may_stand(char32_t code) {
    return may_be_shown(code) || code == kJoiner || code == kEmojiSelector || is_skin_tone(code);
}

bool every_character(std::string_view text, const std::function<bool(char32_t)>& holds) {
    while (!text.empty()) {
        const Character first = first_character(text);
        if (!holds(first.code)) return false;
        text.remove_prefix(first.bytes);
    }
    return true;
}

} // namespace

TEST(Characters, EveryCodePointIsReadAsItIsWritten) {
    for (char32_t code = 0; code <= 0x10FFFF; ++code) {
        if (code >= 0xD800 && code <= 0xDFFF) continue;
        const std::string text = of(code);
        const Character read = first_character(text);
        ASSERT_TRUE(read.sound && read.code == code && read.bytes == text.size()) << std::hex << +code;
    }
}

TEST(Characters, WhatIsNoUtf8IsReplacedAndNothingAfterItIsLost) {
    const auto shown = [](std::string_view text) { return shown_text(text); };
    EXPECT_EQ(shown("a\xff"
                    "b"),
              "a\ufffdb");
    EXPECT_EQ(shown("\x9b"
                    "31m"),
              "\ufffd31m");
    EXPECT_EQ(shown("\xc0\xaf"), "\ufffd\ufffd");                       // overlong
    EXPECT_EQ(shown("\xe0\x80\xaf"), "\ufffd\ufffd\ufffd");             // overlong
    EXPECT_EQ(shown("\xed\xa0\x80"), "\ufffd\ufffd\ufffd");             // a surrogate
    EXPECT_EQ(shown("\xf4\x90\x80\x80x"), "\ufffd\ufffd\ufffd\ufffdx"); // beyond Unicode
    EXPECT_EQ(shown("\xe2\x94!"), "\ufffd!");                           // cut short
    EXPECT_EQ(shown("\xf0\x9f\x98"), "\ufffd");
}

TEST(Characters, EastAsianLettersAndEmojiTakeTwoColumnsMarksNone) {
    EXPECT_EQ(columns_of("Ann"), 3);
    EXPECT_EQ(columns_of("日本"), 4);
    EXPECT_EQ(columns_of("한글"), 4);
    EXPECT_EQ(columns_of("Ａ"), 2);
    EXPECT_EQ(columns_of("🏈"), 2);
    EXPECT_EQ(columns_of("e\u0301"), 1);
    EXPECT_EQ(columns_of("ก\u0e34"), 1);
    EXPECT_EQ(columns_of("\u2764\ufe0f"), 1);
    EXPECT_EQ(columns_of("👍\U0001f3fd"), 2);
    EXPECT_EQ(columns_of("│●─…"), 4);
    EXPECT_EQ(columns_of("\x1b"), 1); // a replacement is drawn
}

TEST(ShownText, ControlsAreReplacedInOutputAndLeftOutOfWhatIsKept) {
    EXPECT_EQ(shown_text("\x1b]0;pwn\x07"), "\ufffd]0;pwn\ufffd");
    EXPECT_EQ(tidy_text("\x1b]0;pwn\x07"), "]0;pwn");
    EXPECT_EQ(tidy_text("\xc2\x9b"
                        "31mred\x7f"),
              "31mred");
    for (char32_t code = 0; code <= 0x9F; ++code) {
        if ((code >= 0x20 && code < 0x7F) || code == '\n' || code == '\t') continue;
        EXPECT_EQ(shown_text(of(code)), "\ufffd") << +code;
    }
}

TEST(ShownText, WhatTurnsTheDirectionOrIsNotSeenIsReplacedInOutputAndLeftOutOfWhatIsKept) {
    constexpr std::array<char32_t, 38> kHidden{
        0xAD,   0x34F,  0x61C,  0x115F, 0x1160, 0x180B, 0x180E, 0x200B,  0x200C,  0x200D,  0x200E,  0x200F,  0x202A,
        0x202B, 0x202C, 0x202D, 0x202E, 0x2060, 0x2063, 0x2064, 0x2066,  0x2067,  0x2068,  0x2069,  0x2800,  0x3164,
        0xFE00, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0xFFFB, 0xFDD0, 0x1FFFE, 0xE0001, 0xE0041, 0xE007F, 0x10FFFF};
    for (char32_t code : kHidden) {
        EXPECT_EQ(tidy_text("a" + of(code) + "b"), "ab") << std::hex << +code;
        EXPECT_EQ(shown_text("a" + of(code) + "b"), "a\ufffdb") << std::hex << +code;
    }
}

TEST(ShownText, LinesStayLinesOnlyWhereTheyMay) {
    EXPECT_EQ(shown_text("one\ntwo\tthree"), "one\ntwo three");
    EXPECT_EQ(shown_line("one\ntouchline: two"), "one\ufffdtouchline: two");
    EXPECT_EQ(tidy_text("one\ntwo\u2028three\r"), "one two three ");
}

TEST(ShownText, BlanksOfOurOwnTextsStayAndThoseOfKeptTextArePlain) {
    EXPECT_EQ(shown_text("53\u202f% à\u00a0:"), "53\u202f% à\u00a0:");
    for (char32_t code : {0xA0, 0x1680, 0x2000, 0x200A, 0x202F, 0x205F, 0x3000})
        EXPECT_EQ(tidy_text("a" + of(code) + "b"), "a b") << std::hex << +code;
}

TEST(ShownText, ALetterBearsFourMarks) {
    std::string tower = "z";
    for (int i = 0; i < 50; ++i) tower += "\u0336";
    EXPECT_EQ(shown_text(tower + "!"), "z\u0336\u0336\u0336\u0336!");
    EXPECT_EQ(tidy_text("e\u0301"), "e\u0301");
    EXPECT_EQ(tidy_text("\u0301\u0301x \u0301y"), "x y");
}

TEST(ShownText, EmojiKeepTheirJoinersAndNothingElseDoes) {
    EXPECT_EQ(tidy_text("👨\u200d👩\u200d👧"), "👨\u200d👩\u200d👧");
    EXPECT_EQ(tidy_text("\u2764\ufe0f\u200d🔥"), "\u2764\ufe0f\u200d🔥");
    EXPECT_EQ(tidy_text("👨\u200d"), "👨");
    EXPECT_EQ(tidy_text("👨\u200dx"), "👨x");
    EXPECT_EQ(tidy_text("日\u200d本"), "日本");
    EXPECT_EQ(tidy_text("\u2764\ufe0f\ufe0f"), "\u2764\ufe0f");
    EXPECT_EQ(tidy_text("a\ufe0f"), "a");
    EXPECT_EQ(tidy_text("👍\U0001f3fd"), "👍\U0001f3fd");
    EXPECT_EQ(tidy_text("\U0001f3fd"), "");
}

TEST(ShownText, JsonLosesNothing) {
    EXPECT_EQ(shown_json("{\"a\":\"\x7f\xc2\x9b\u202e\U000e0041 é\"}"),
              "{\"a\":\"\\u007f\\u009b\\u202e\\udb40\\udc41 é\"}");
    EXPECT_EQ(shown_json("{\n  \"a\": 1\n}"), "{\n  \"a\": 1\n}");
}

TEST(ShownText, NamesAreTrimmedAndEmptyWhereNothingIsSeen) {
    EXPECT_EQ(shown_name("  Ann \u00a0\u3000 Lee\n"), "Ann Lee");
    EXPECT_EQ(shown_name("Zoë"), "Zoë");
    EXPECT_EQ(shown_name("山田太郎"), "山田太郎");
    EXPECT_EQ(shown_name("a\u202eb\u200bc\u2066"), "abc");
    for (std::string_view nothing :
         {"", "  ", "\u3164", "\u2800\u200b", "\u00a0\u2003", "\u0301", "\x1b\x07", "\u115f"})
        EXPECT_EQ(shown_name(nothing), "") << nothing;
}

TEST(ShownText, NamesAreCutBetweenCharacters) {
    EXPECT_EQ(shown_name(std::string(100, 'x')).size(), kLongestName);
    std::string family;
    for (int i = 0; i < 30; ++i) family += "👨\u200d";
    const std::string cut = shown_name(family + "👨");
    EXPECT_TRUE(cut.ends_with("👨"));
    EXPECT_TRUE(valid(cut));
    EXPECT_EQ(shown_name(std::string(39, 'x') + "  y"), std::string(39, 'x'));
}

RC_GTEST_PROP(ShownText, WhatIsShownIsHarmlessAndStaysSo, ()) {
    const std::string text = *hostile_text();
    for (const auto& clean : {shown_text, shown_line, tidy_text, shown_name}) {
        const std::string once = clean(text);
        RC_ASSERT(valid(once));
        RC_ASSERT(clean(once) == once);
        RC_ASSERT(every_character(
            once, [&](char32_t code) { return may_stand(code) || (code == '\n' && clean == shown_text); }));
    }
    RC_ASSERT(every_character(shown_json(text), [](char32_t code) { return code == '\n' || may_be_shown(code); }));
}

RC_GTEST_PROP(ShownText, NamesAreShortAndNeverLookEmpty, ()) {
    const std::string name = shown_name(*hostile_text());
    std::size_t characters = 0;
    (void)every_character(name, [&](char32_t) { return ++characters > 0; });
    RC_ASSERT(characters <= kLongestName);
    RC_ASSERT(!name.starts_with(' ') && !name.ends_with(' ') && name.find("  ") == std::string::npos);
    RC_ASSERT(name.empty() || columns_of(name) > 0);
}

} // namespace touchline
