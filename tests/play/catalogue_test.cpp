// The catalogues of words as a whole: both languages say the same things, and nothing points nowhere.
#include "core/embedded.hpp"
#include "games/toml.hpp"
#include "play/kind.hpp"
#include "play/words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

namespace touchline {
namespace {

using Texts = std::map<std::string, std::vector<std::string>, std::less<>>;

std::vector<std::string> boxes() {
    std::vector<std::string> ids;
    for (const Kind* kind : kinds()) ids.emplace_back(kind->id());
    return ids;
}

std::set<std::string> parameters(const std::vector<std::string>& texts) {
    static const std::regex kBraces(R"(\{(\w+)\})");
    std::set<std::string> found;
    for (const std::string& text : texts)
        for (auto at = std::sregex_iterator(text.begin(), text.end(), kBraces); at != std::sregex_iterator(); ++at)
            found.insert((*at)[1]);
    return found;
}

std::string rules_page(Language language, std::string_view game) {
    const std::string folder = language == Language::english ? "" : "fr/";
    return std::string(embedded("docs/rules/" + folder + std::string(game) + ".md").value_or(""));
}

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// Every face, card and row of a sheet that is no plain number.
void collect_faces(const toml::node& node, std::set<std::string>& faces) {
    if (const toml::array* list = node.as_array()) {
        for (const toml::node& item : *list) collect_faces(item, faces);
        return;
    }
    const toml::table* table = node.as_table();
    if (table == nullptr) return;
    const bool is_row = table->contains("roll");
    for (const auto& [key, value] : *table) {
        const std::string_view name = key.str();
        if (name == "face" || (name == "name" && is_row)) faces.insert(value.value_or(std::string()));
        if (const toml::array* list = value.as_array(); name == "faces" && list != nullptr)
            for (const toml::node& item : *list) faces.insert(item.value_or(std::string()));
        collect_faces(value, faces);
    }
}

class Catalogue : public testing::TestWithParam<std::string> {
protected:
    const Texts& english() const { return Words::of(Language::english, GetParam()).all(); }
    const Texts& french() const { return Words::of(Language::french, GetParam()).all(); }
};

TEST_P(Catalogue, BothLanguagesHaveTheSameKeysAndParameters) {
    for (const auto& [key, texts] : english()) {
        const auto other = french().find(key);
        ASSERT_NE(other, french().end()) << key << " has no French words";
        EXPECT_EQ(parameters(texts), parameters(other->second)) << key;
    }
    for (const auto& [key, texts] : french()) {
        if (key.starts_with("token.") && key.ends_with(".said")) continue; // a card with its article
        EXPECT_TRUE(english().contains(key)) << key << " has no English words";
    }
}

TEST_P(Catalogue, EverySentenceHasVariantsAndNoTextIsEmpty) {
    for (const Texts* texts : {&english(), &french()})
        for (const auto& [key, variants] : *texts) {
            EXPECT_GE(variants.size(), key.starts_with("say.") ? 2U : 1U) << key;
            for (const std::string& text : variants) EXPECT_FALSE(text.empty()) << key;
        }
}

TEST_P(Catalogue, EveryRuleNamedIsOnTheRulesPage) {
    for (Language language : kLanguages) {
        const std::string page = rules_page(language, GetParam());
        ASSERT_FALSE(page.empty());
        for (const auto& [key, texts] : Words::of(language, GetParam()).all())
            if (ends_with(key, ".rule") && !key.starts_with("prompt.")) {
                EXPECT_NE(page.find("### " + texts.front() + "."), std::string::npos)
                    << code(language) << " " << key << ": " << texts.front();
            }
    }
}

// What the declaration marks as a reading is explained at that ruling, on the page of the rules too.
TEST_P(Catalogue, EveryReadingBelongsToItsRuling) {
    const Kind* kind = kind_named(GetParam());
    ASSERT_NE(kind, nullptr);
    for (const OptionSpec& spec : kind->options()) {
        if (spec.ruling.empty()) continue;
        for (Language language : kLanguages) {
            const Words& words = Words::of(language, GetParam());
            EXPECT_EQ(words.text("option." + spec.name + ".rule"), spec.ruling) << code(language) << " " << spec.name;
            const std::string page = rules_page(language, GetParam());
            const std::size_t from = page.find("### " + spec.ruling + ".");
            const std::size_t to = page.find("\n### ", from);
            std::string ruling = page.substr(from, to - from);
            std::replace(ruling.begin(), ruling.end(), '\n', ' ');
            EXPECT_NE(ruling.find("**" + words.text("option." + spec.name + ".name") + "**"), std::string::npos)
                << code(language) << " " << spec.ruling << " does not name " << spec.name;
        }
    }
}

TEST_P(Catalogue, EveryFaceOfTheSheetHasAName) {
    const auto sheet = embedded("data/sheets/" + GetParam() + ".toml");
    ASSERT_TRUE(sheet);
    const toml::table parsed = toml::parse(*sheet);
    std::set<std::string> faces;
    collect_faces(parsed, faces);
    for (const std::string& face : faces)
        if (face.find_first_not_of("0123456789") != std::string::npos) {
            EXPECT_TRUE(english().contains("token." + face + ".name")) << face;
        }
}

TEST_P(Catalogue, ButtonsStayShort) {
    for (const Texts* texts : {&english(), &french()})
        for (const auto& [key, variants] : *texts) {
            if (!key.starts_with("action.") || !ends_with(key, ".name")) continue;
            const std::string& name = variants.front();
            const auto letters = std::count_if(name.begin(), name.end(), [](char c) { return (c & 0xC0) != 0x80; });
            EXPECT_LE(letters, 24) << name;
        }
}

TEST_P(Catalogue, FrenchSetsItsSpacesAndApostrophes) {
    static const std::regex kPlainSpace("[^\xA0!?][;!?]|\xC2\xAB(?!\xC2\xA0)| :|\\w:(?!\\d)");
    for (const auto& [key, texts] : french()) {
        if (key.starts_with("number.")) continue;
        for (const std::string& text : texts) {
            EXPECT_EQ(text.find('\''), std::string::npos) << key << ": " << text;
            EXPECT_FALSE(std::regex_search(text, kPlainSpace)) << key << ": " << text;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Boxes, Catalogue, testing::ValuesIn(boxes()), [](const auto& test) {
    std::string name = test.param;
    std::erase(name, '-');
    return name;
});

} // namespace
} // namespace touchline
