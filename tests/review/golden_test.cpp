// The review of a fixed game of each box, as text in both languages. TOUCHLINE_UPDATE_GOLDEN=1 writes them anew.
#include "analysis/advisor.hpp"
#include "paths.hpp"
#include "review/looked_back.hpp"
#include "review/presentation.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace touchline::review {
namespace {

struct Golden {
    std::string_view file;
    std::string_view game;
    Json options;
    u64 seed;
    int columns;
    bool exact; // solved in a moment; else few playouts, the same every time
};

const std::vector<Golden> kGoldens{
    {"sports-dice-football", "sports-dice-football", {{"target", 7}}, 3, 80, true},
    {"pocket-gridiron", "pocket-gridiron", {{"drives", 1}, {"injuries", false}}, 7, 80, true},
    {"gridiron-glory", "gridiron-glory", Json::object(), 2, 60, true},
    {"pocket-rugby", "pocket-rugby", Json::object(), 1, 80, false},
    {"red-boar-gridiron-dice", "red-boar-gridiron", {{"quarter_seconds", 150}}, 1, 80, false},
    {"red-boar-gridiron-cards", "red-boar-gridiron", {{"mode", "cards"}, {"quarter_seconds", 120}}, 1, 80, false},
};

TEST(ReviewGolden, TextOfEachGame) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    analysis::RolloutEvaluator playouts(8);
    EvenMix mix;
    for (const Golden& golden : kGoldens) {
        auto table = played(golden.game, golden.options, golden.seed);
        table->tags = {{"Home", "Anna"}, {"Away", "Ben"}, {"Date", "2026-11-17"}};
        Evaluator& evaluator = golden.exact                     ? static_cast<Evaluator&>(advisor)
                               : golden.file.ends_with("cards") ? static_cast<Evaluator&>(mix)
                                                                : playouts;
        const Review review = reviewed(*table, evaluator);
        for (Language language : kLanguages) {
            const std::string text = to_text(review, *table, Words::of(language, golden.game), golden.columns);
            const std::string path =
                fmt::format("{}/tests/review/golden/{}.{}.txt", TOUCHLINE_SOURCE, golden.file, code(language));
            if (std::getenv("TOUCHLINE_UPDATE_GOLDEN") != nullptr) {
                std::filesystem::create_directories(std::filesystem::path(path).parent_path());
                std::ofstream(path, std::ios::binary) << text;
            }
            std::ostringstream kept;
            kept << std::ifstream(path, std::ios::binary).rdbuf();
            EXPECT_EQ(text, kept.str()) << path;
        }
    }
}

} // namespace
} // namespace touchline::review
