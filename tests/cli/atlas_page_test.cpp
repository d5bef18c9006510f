// The pages of docs/atlas say what data/atlas says.
#include "cli/atlas_page.hpp"

#include "paths.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace touchline::cli {
namespace {

TEST(AtlasPage, IsInBothLanguagesAsItWouldBeWrittenNow) {
    for (const Kind* kind : kinds())
        for (Language language : kLanguages) {
            const std::string path =
                fmt::format("docs/atlas/{}{}.md", language == Language::french ? "fr/" : "", kind->id());
            std::stringstream text;
            text << std::ifstream(std::string(TOUCHLINE_SOURCE "/") + path).rdbuf();
            const Atlas* atlas = atlas_of(*kind);
            const std::string page = atlas == nullptr ? "" : atlas_markdown(*atlas, Words::of(language, kind->id()));
            EXPECT_EQ(text.str(), page) << path << ": make atlas";
        }
}

// Rulings on an option whose effect is also told at a step.
TEST(AtlasPage, IsLinkedFromRulingsWhoseOptionStandsAtAStep) {
    const auto section = [](const std::string& path, const std::string& heading) {
        std::stringstream text;
        text << std::ifstream(std::string(TOUCHLINE_SOURCE "/docs/rules/") + path).rdbuf();
        const std::string page = text.str();
        const std::size_t from = page.find("\n### " + heading);
        return from == std::string::npos ? "" : page.substr(from, page.find("\n#", from + 1) - from);
    };
    for (const std::string folder : {"", "fr/"}) {
        EXPECT_NE(section(folder + "gridiron-glory.md", "R8.").find("gridiron-glory.md#overtime)"), std::string::npos)
            << folder;
        EXPECT_NE(section(folder + "red-boar-gridiron.md", "R23.").find("red-boar-gridiron.md#mode)"),
                  std::string::npos)
            << folder;
    }
}

} // namespace
} // namespace touchline::cli
