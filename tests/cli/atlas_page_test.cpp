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

} // namespace
} // namespace touchline::cli
