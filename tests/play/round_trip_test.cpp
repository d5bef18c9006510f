// Records, positions and sheets come back as they were: random games of every game, mode, option value and sheet.
#include "laws/settings.hpp"
#include "play/position.hpp"
#include "play/random_play.hpp"
#include "play/random_sheet.hpp"
#include "play/record.hpp"
#include "said.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace touchline {
namespace {

int below(int n) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, n)); }

Json any_value(const OptionSpec& spec) {
    if (!spec.values.empty())
        return json(spec.values[static_cast<std::size_t>(below(static_cast<int>(spec.values.size())))]);
    return spec.min + spec.step * below(static_cast<int>((spec.max - spec.min) / spec.step) + 1);
}

// A setting of the laws, and on top of it any further option values that go with it.
Setting any_setting() {
    static const std::vector<Setting> kSettings = all_settings();
    Setting setting = kSettings[static_cast<std::size_t>(below(static_cast<int>(kSettings.size())))];
    for (const OptionSpec& spec : setting.kind->options()) {
        if (below(3) != 0) continue;
        Json options = setting.options;
        options[spec.name] = any_value(spec);
        if (setting.kind->open(options, std::nullopt)) setting.options = std::move(options);
    }
    RC_LOG() << setting.kind->id() << " " << setting.options.dump() << "\n";
    return setting;
}

SeededDice any_dice() {
    const u64 seed = *rc::gen::arbitrary<u64>();
    RC_LOG() << "seed " << seed << "\n";
    return SeededDice(seed);
}

void check_record(const Table& table, std::span<const SheetText> sheets = {}) {
    const std::string text = record_text(table);
    const auto back = read_record(text, sheets);
    if (!back) RC_FAIL(said(back.error().message));
    RC_ASSERT((*back)->state_bytes() == table.state_bytes());
    RC_ASSERT((*back)->turn().kind == table.turn().kind);
    RC_ASSERT(record_text(**back) == text);
}

RC_GTEST_PROP(RoundTrip, ARecordIsWrittenTheSameAgain, ()) {
    const Setting setting = any_setting();
    SeededDice dice = any_dice();
    auto table = std::move(*setting.kind->open(setting.options, std::nullopt));
    RC_ASSERT(random_play(*table, dice, static_cast<std::size_t>(below(400))));
    check_record(*table);
    RC_ASSERT(random_play(*table, dice));
    RC_ASSERT(table->over());
    check_record(*table);
}

// What a table shows of a position to everybody who may look.
Json shown(const Table& table) {
    Json all{{"state", table.state()}, {"offense", table.offense().has_value()}};
    for (Viewer viewer : kViewers) {
        const TurnText turn = table.turn(viewer);
        all["views"].push_back(
            {table.view(viewer), name(turn.kind), turn.event, name(turn.seat), turn.count, turn.actions});
    }
    if (table.turn().kind == TurnKind::chance) all["faces"] = table.faces();
    return all;
}

RC_GTEST_PROP(RoundTrip, APositionTextLeadsToTheSameTable, ()) {
    const Setting setting = any_setting();
    SeededDice dice = any_dice();
    auto table = std::move(*setting.kind->open(setting.options, std::nullopt));
    for (int i = 0; i < 5 && !table->over(); ++i) {
        RC_ASSERT(random_play(*table, dice, table->steps() + static_cast<std::size_t>(below(100))));
        // A secret choice that waits is not part of a position.
        if (table->turn().kind == TurnKind::secret && table->turn().waiting.size() < 2) continue;
        const std::string text = position_text(*table);
        const auto back = open_position(text);
        if (!back) RC_FAIL(said(back.error().message));
        RC_ASSERT(position_text(**back) == text);
        RC_ASSERT(shown(**back) == shown(*table));
    }
}

// The same figures in another layout.
std::string laid_out_otherwise(const std::string& sheet) {
    return "# mine\n\n" + sheet_text(toml::parse(sheet)) + "# end\n";
}

RC_GTEST_PROP(RoundTrip, AGameWithAnotherSheetEndsAndItsRecordComesBack, ()) {
    const Setting setting = any_setting();
    Random random(*rc::gen::arbitrary<u64>());
    const SheetText sheet{"mine", random_sheet(*setting.kind, static_cast<u32>(below(12)), random)};
    RC_LOG() << sheet.toml;
    auto opened = setting.kind->open(setting.options, sheet);
    if (!opened) opened = setting.kind->open(Json::object(), sheet); // an option may name what is no longer there
    if (!opened) RC_FAIL(said(opened.error().message));
    Table& table = **opened;
    const auto again = setting.kind->open(table.options().json(), SheetText{"mine", laid_out_otherwise(sheet.toml)});
    RC_ASSERT(again);
    RC_ASSERT((*again)->sheet_hash() == table.sheet_hash());
    const auto original = std::move(*setting.kind->open(Json::object(), std::nullopt));
    const std::string untouched = sheet_text(toml::parse(setting.kind->default_sheet()));
    RC_ASSERT((sheet.toml == untouched) == (table.sheet_hash() == original->sheet_hash()));
    SeededDice dice = any_dice();
    RC_ASSERT(random_play(table, dice));
    RC_ASSERT(table.over());
    check_record(table, std::span(&sheet, 1));
}

} // namespace
} // namespace touchline
