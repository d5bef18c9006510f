// The verifier: honest games hold, and a server that cheats in its record is caught at the line where it does.
#include "fair/game.hpp"
#include "fair/verify.hpp"
#include "said.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace touchline::fair {
namespace {

Verified verified(const std::string& record, u32 links = kLinks) {
    const auto verdict = verify(record, {}, links);
    EXPECT_TRUE(verdict) << (verdict ? "" : said(verdict.error().message)) << "\n" << record.substr(0, 3000);
    return verdict ? *verdict : Verified{};
}

Fault fault_of(const std::string& record, u32 links = kLinks) {
    const auto verdict = verify(record, {}, links);
    EXPECT_FALSE(verdict) << record;
    return verdict ? Fault{} : verdict.error();
}

// A record as lines that can be found and changed.
struct Lines {
    std::vector<std::string> all{};

    explicit Lines(const std::string& text) {
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = text.find('\n', at);
            all.push_back(text.substr(at, end - at));
            at = end + 1;
        }
    }
    [[nodiscard]] std::size_t find(std::string_view beginning) const {
        const auto at = std::ranges::find_if(all, [&](const std::string& line) { return line.starts_with(beginning); });
        EXPECT_NE(at, all.end()) << beginning;
        return static_cast<std::size_t>(at - all.begin());
    }
    std::string& line(std::string_view beginning) { return all[find(beginning)]; }
    [[nodiscard]] std::string text() const {
        std::string out;
        for (const std::string& line : all) out += line + "\n";
        return out;
    }
};

void replace(std::string& text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << text << " has no " << from;
    text.replace(at, from.size(), to);
}

// "home=HEX" of a line of the proof.
std::string field(const std::string& line, std::string_view name) {
    const std::size_t at = line.find(std::string(name) + "=");
    return line.substr(at, line.find(' ', at) - at);
}

std::string honest_record() {
    static const std::string kRecord = [] {
        Game game("pocket-gridiron");
        game.sit(Seat::home, 1);
        game.sit(Seat::away, 2);
        game.play();
        return game.record();
    }();
    return kRecord;
}

TEST(Verify, EveryGameHoldsWithEveryHandInIt) {
    const Json cards{{"mode", "cards"}};
    std::vector<std::pair<std::string_view, Json>> games{{"red-boar-gridiron", cards}};
    for (const Kind* kind : kinds()) games.emplace_back(kind->id(), Json::object());
    for (const auto& [id, options] : games) {
        Game game(id, options);
        game.sit(Seat::home, 1);
        game.sit(Seat::away, 2);
        game.play();
        const Verified all = verified(game.record());
        EXPECT_EQ(all.game, id);
        EXPECT_EQ(all.table, kTable);
        // A table that is read again has the same lines: hashes are the same after a restart.
        const auto again = read_record(game.record());
        ASSERT_TRUE(again);
        for (std::size_t i = 0; i < game.table->steps(); ++i)
            ASSERT_EQ(record_line((*again)->step(i)), record_line(game.table->step(i))) << id;
        EXPECT_GT(all.rolls, 10U);
        EXPECT_EQ(all.hand[Party::home], all.rolls) << id;
        EXPECT_EQ(all.hand[Party::away], all.rolls) << id;
        EXPECT_EQ(all.hand[Party::server] + all.hand[Party::hidden], all.rolls) << id;
        EXPECT_EQ(all.hand[Party::hidden] > 0, options == cards) << id;
    }
}

TEST(Verify, AGameUnderWayHoldsAndSoDoesOneOfTheServerAlone) {
    Game game("pocket-rugby");
    game.play(40);
    const Verified all = verified(game.record());
    EXPECT_EQ(all.hand[Party::home], 0U);
    EXPECT_EQ(all.hand[Party::server], all.rolls);
}

TEST(Verify, ASeatLeftOutOfARollGoesOnWithItsNextLink) {
    Game game("pocket-rugby");
    game.sit(Seat::home, 1);
    game.play(10);
    const u64 before = game.dice.made();
    std::optional<Browser> gone;
    std::swap(gone, game.browsers.home);
    game.play(20);
    const u64 without = game.dice.made() - before;
    std::swap(gone, game.browsers.home);
    game.play(30);
    const Verified all = verified(game.record());
    EXPECT_GT(without, 0U);
    EXPECT_EQ(all.hand[Party::home], all.rolls - without);
}

TEST(Verify, ANewChainOfASeatIsWrittenDown) {
    Game game("pocket-rugby");
    game.sit(Seat::home, 1);
    game.play(10);
    game.sit(Seat::home, 9);
    game.sit(Seat::home, 10); // the one before was not used
    game.sit(Seat::away, 3);  // its first, after the first roll
    game.play(30);
    const std::string record = game.record();
    const Verified all = verified(record);
    EXPECT_EQ(all.chains[Party::home], 2U);
    EXPECT_EQ(all.chains[Party::away], 1U);
    EXPECT_NE(record.find("[DiceAway "), std::string::npos);
    EXPECT_EQ(game.dice.commit(Seat::home, Chain(Link{1}).commitment()), ServerDice::Commit::used_before);
    EXPECT_EQ(game.dice.commit(Seat::home, Chain(Link{10}).commitment()), ServerDice::Commit::holds);
}

TEST(Verify, AChainMayWaitForARollYetToCome) {
    Game game("pocket-rugby");
    game.sit(Seat::home, 1);
    game.play(10);
    const std::string chain = fmt::format(";chain {} home={}\n", game.dice.next_roll(), hex(Link{7}));
    EXPECT_EQ(verified(game.record() + chain).chains[Party::home], 2U);
}

// Its last link is known, so anybody could have made the one that leads to it.
TEST(Verify, ASeatWhoseChainIsUsedUpHasNoPartUntilItCommitsAnew) {
    constexpr u32 kFew = 5;
    Game game("pocket-rugby", Json::object(), kFew);
    game.sit(Seat::home, 1, kFew);
    while (game.browsers.home->given < kFew) {
        EXPECT_TRUE(game.dice.committed(Seat::home));
        game.step();
    }
    EXPECT_FALSE(game.dice.committed(Seat::home));
    EXPECT_FALSE(game.dice.commitment(Party::home));
    EXPECT_EQ(game.dice.commit(Seat::home, game.browsers.home->chain.commitment()), ServerDice::Commit::used_before);
    game.sit(Seat::home, 2, kFew);
    EXPECT_TRUE(game.dice.committed(Seat::home));
    EXPECT_EQ(game.dice.commitment(Party::home), game.browsers.home->chain.commitment());
}

TEST(Verify, ChainsThatAreUsedUpAreFollowedByOthers) {
    constexpr u32 kFew = 5;
    Game game("red-boar-gridiron", {{"mode", "cards"}}, kFew);
    u8 number = 1;
    game.sit(Seat::home, number, kFew);
    while (game.table->steps() < 120 && !game.table->over()) {
        if (game.browsers.home->given == kFew) game.sit(Seat::home, ++number, kFew);
        game.step();
    }
    const std::string record = game.record();
    const Verified all = verified(record, kFew);
    EXPECT_GT(all.chains[Party::server], 2U);
    EXPECT_GT(all.chains[Party::hidden], 1U);
    EXPECT_EQ(all.hand[Party::home], all.rolls);
    // To others it is a server that begins a chain when it likes.
    EXPECT_EQ(fault_of(record).message.key, "proof.chain-early");
}

TEST(Verify, RollsThatCameWithARecordHaveNoProof) {
    Game game("pocket-rugby");
    SeededDice seeded(5);
    ASSERT_TRUE(random_play(*game.table, seeded, 30));
    u64 rolls = 0;
    for (std::size_t i = 0; i < game.table->steps(); ++i) rolls += game.table->step(i).kind == TurnKind::chance ? 1 : 0;
    game.dice = ServerDice(std::string(kTable), secrets_of(Link{6}, rolls + 1, Draws::open));
    game.play(60);
    const Verified all = verified(game.record());
    EXPECT_EQ(all.from, rolls + 1);
    EXPECT_EQ(all.rolls, game.dice.made());
}

TEST(Verify, WhatIsStoredIsTakenUpAgain) {
    Game game("red-boar-gridiron", {{"mode", "cards"}});
    game.sit(Seat::home, 1);
    game.play(40);
    game.sit(Seat::home, 2);
    game.play(80);
    ServerDice again(std::string(kTable), game.dice.secrets());
    for (Seat seat : kSeats) again.restore(seat, game.dice.seat(seat));
    for (const ReadProof::Roll& roll : read_proof(game.record()).rolls) again.restore(roll.proof);
    EXPECT_EQ(again.proof_lines(), game.dice.proof_lines());
    EXPECT_EQ(again.last(Seat::home), game.dice.last(Seat::home));
    EXPECT_EQ(again.next_roll(), game.dice.next_roll());
    game.dice = again;
    game.play(160);
    EXPECT_EQ(verified(game.record()).chains[Party::home], 2U);
}

TEST(Verify, ARecordWithoutProofSaysSo) {
    const auto table = std::move(*open_table("pocket-rugby", Json::object()));
    const Fault fault = fault_of(record_text(*table));
    EXPECT_EQ(fault.kind, FaultKind::no_proof);
    EXPECT_EQ(verdict_json(Unexpected{fault}, Language::english)["error"]["code"], "no-proof");
}

TEST(Verify, ARecordThatIsReadAndWrittenHasNoProofAnyMore) {
    const auto table = read_record(honest_record());
    ASSERT_TRUE(table);
    EXPECT_EQ(fault_of(record_text(**table)).kind, FaultKind::no_proof);
}

// What a cheating server does to an honest record, and what the verifier says of it.
struct Cheat {
    const char* what;
    std::string_view key;
    std::string_view line; // how the line begins that is named
    std::function<void(Lines&)> change;
};

std::size_t rolls_of(const Lines& lines) {
    return static_cast<std::size_t>(
        std::ranges::count_if(lines.all, [](const std::string& line) { return line.starts_with(";proof "); }));
}

std::string other_link(u8 number) { return hex(Chain(Link{number}, 2).commitment()); }

const std::vector<Cheat>& cheats() {
    static const std::vector<Cheat> kCheats{
        {"chooses its link after those of the seats", "proof.link", ";proof 7 ",
         [](Lines& lines) {
             std::string& line = lines.line(";proof 7 ");
             replace(line, field(line, "server"), "server=" + other_link(77));
         }},
        {"swaps its commitment", "proof.link", ";proof 1 ",
         [](Lines& lines) { lines.line("[DiceServer ") = "[DiceServer \"" + other_link(77) + "\"]"; }},
        {"swaps the commitment of a seat", "proof.link", ";proof 1 ",
         [](Lines& lines) { lines.line("[DiceHome ") = "[DiceHome \"" + other_link(77) + "\"]"; }},
        {"begins a new chain when it likes", "proof.chain-early", ";chain 7 ",
         [](Lines& lines) {
             const Chain fresh(Link{99});
             std::string& line = lines.line(";proof 7 ");
             replace(line, field(line, "server"), "server=" + hex(fresh.link(1)));
             lines.all.insert(lines.all.begin() + static_cast<std::ptrdiff_t>(lines.find(";proof 7 ")),
                              ";chain 7 server=" + hex(fresh.commitment()));
         }},
        {"uses a link of a seat twice", "proof.link", ";proof 8 ",
         [](Lines& lines) {
             const std::string used = field(lines.line(";proof 7 "), "home");
             std::string& line = lines.line(";proof 8 ");
             replace(line, field(line, "home"), used);
         }},
        {"rolls again with its next link", "proof.link", ";proof 7 ",
         [](Lines& lines) {
             const std::string next = field(lines.line(";proof 8 "), "server");
             std::string& line = lines.line(";proof 7 ");
             replace(line, field(line, "server"), next);
         }},
        {"leaves a seat out of a roll afterwards", "proof.numbers", ";proof 7 ",
         [](Lines& lines) {
             std::string& line = lines.line(";proof 7 ");
             replace(line, field(line, "away"), "away=-");
         }},
        {"takes another table's roll", "proof.numbers", ";proof ",
         [](Lines& lines) { replace(lines.line("[Table "), kTable, "Zm9vYmFyYmF6cXV4MTIzNB"); }},
        {"writes other numbers", "proof.numbers", ";proof 7 ",
         [](Lines& lines) {
             std::string& line = lines.line(";proof 7 ");
             const std::string drew = line.substr(line.find("drew="));
             replace(line, drew, drew == "drew=0/6" ? "drew=1/6" : "drew=0/6");
         }},
        {"writes other bounds", "proof.draws", ";proof 7 ",
         [](Lines& lines) {
             std::string& line = lines.line(";proof 7 ");
             line = line.substr(0, line.find("drew=")) + "drew=0/1";
         }},
        {"leaves out a proof", "proof.order", ";proof 8 ",
         [](Lines& lines) {
             lines.all.erase(lines.all.begin() + static_cast<std::ptrdiff_t>(lines.find(";proof 7 ")));
         }},
        {"writes a proof twice", "proof.order", ";proof 7 ",
         [](Lines& lines) {
             const std::size_t at = lines.find(";proof 7 ");
             lines.all.insert(lines.all.begin() + static_cast<std::ptrdiff_t>(at), lines.all[at]);
             std::swap(lines.all[at + 1], lines.all[at]);
         }},
        {"writes what is no proof", "proof.form", ";proof 7 ", [](Lines& lines) { lines.line(";proof 7 ") += "x"; }},
        {"begins a new chain after the last roll", "proof.chain-early", ";chain ",
         [](Lines& lines) {
             lines.all.push_back(fmt::format(";chain {} server={}", rolls_of(lines) + 1, other_link(77)));
         }},
        {"takes up a chain again after the last roll", "proof.chain-again", ";chain ",
         [](Lines& lines) {
             const std::string tag = lines.line("[DiceHome ");
             lines.all.push_back(fmt::format(";chain {} home={}", rolls_of(lines) + 1, tag.substr(11, 64)));
         }},
        {"leaves a chain for a roll that nobody waits for", "proof.chain-order", ";chain ",
         [](Lines& lines) {
             lines.all.push_back(fmt::format(";chain {} home={}", rolls_of(lines) + 2, other_link(77)));
         }},
        {"says that none of its rolls are to be proven", "proof.from-beyond", "[DiceFrom ",
         [](Lines& lines) {
             const std::size_t rolls = rolls_of(lines);
             std::erase_if(lines.all, [](const std::string& line) { return line.starts_with(";proof "); });
             lines.all.insert(lines.all.begin(), fmt::format("[DiceFrom \"{}\"]", rolls + 2));
         }},
        {"writes a number as others do not read it", "proof.from", "[DiceFrom ",
         [](Lines& lines) { lines.all.insert(lines.all.begin(), "[DiceFrom \"01\"]"); }},
        {"names two tables", "record.tag-twice", "[Table ",
         [](Lines& lines) {
             const std::string table = lines.line("[Table ");
             lines.all.insert(lines.all.begin(), table);
         }},
        {"gives away no table", "proof.no-tag", "", [](Lines& lines) { lines.line("[Table ") = "; nothing"; }},
    };
    return kCheats;
}

TEST(Verify, EveryCheatIsCaughtWhereItHappens) {
    ASSERT_TRUE(verify(honest_record()));
    for (const Cheat& cheat : cheats()) {
        Lines lines(honest_record());
        cheat.change(lines);
        const Fault fault = fault_of(lines.text());
        EXPECT_EQ(fault.message.key, cheat.key) << cheat.what << ": " << said(fault.message);
        EXPECT_EQ(fault.kind, FaultKind::bad_proof) << cheat.what;
        if (cheat.line.empty()) continue;
        ASSERT_GT(fault.line, 0) << cheat.what;
        EXPECT_TRUE(lines.all[static_cast<std::size_t>(fault.line) - 1].starts_with(cheat.line))
            << cheat.what << " is said to be in line " << fault.line;
    }
}

TEST(Verify, AForgedRollIsCaughtInItsLine) {
    // The toss decides who begins: both results are possible, and only one was drawn.
    Lines lines(honest_record());
    const auto roll = std::ranges::find_if(
        lines.all, [](const std::string& line) { return line.find(" rolls ") != std::string::npos; });
    const std::string was = *roll;
    const std::size_t colon = roll->find(": ");
    const std::string token = roll->substr(colon + 2);
    *roll = roll->substr(0, colon + 2) + (token == "home" ? "away" : "home");
    const Fault fault = fault_of(lines.text());
    EXPECT_EQ(fault.message.key, "proof.tokens") << was << " " << said(fault.message);
    EXPECT_EQ(fault.line, roll - lines.all.begin() + 1);
    EXPECT_EQ(fault.roll, 1U);
}

TEST(Verify, AForgedChoiceIsCaughtByTheNextRoll) {
    Game game("pocket-rugby");
    game.sit(Seat::home, 1);
    TurnText turn = game.table->turn();
    // Up to a choice that has another legal action.
    while (turn.kind != TurnKind::choice || turn.actions.size() < 2) {
        game.step();
        turn = game.table->turn();
    }
    const std::size_t at = game.table->steps();
    const std::string chosen(turn.actions[0]);
    const std::string forged(turn.actions[1]);
    ASSERT_TRUE(game.table->choose(turn.seat, chosen));
    while (game.table->turn().kind != TurnKind::chance) game.step();
    game.roll();
    const std::string event(game.table->step(at).event);
    std::string record = game.record();
    const std::string line = record_line(game.table->step(at));
    std::string other = line;
    replace(other, chosen, forged);
    const std::size_t place = record.rfind(line + "\n");
    ASSERT_NE(place, std::string::npos);
    record.replace(place, line.size(), other);
    const Fault fault = fault_of(record);
    EXPECT_TRUE(fault.message.key == "proof.numbers" || fault.kind == FaultKind::bad_record) << said(fault.message);
}

TEST(Verify, ADrawThatMustStayHiddenTakesTheHiddenChain) {
    Game game("red-boar-gridiron", {{"mode", "cards"}});
    game.play(60);
    Lines lines(game.record());
    const auto hidden = std::ranges::find_if(lines.all, [](const std::string& line) {
        return line.starts_with(";proof ") && line.find(" hidden=") != std::string::npos;
    });
    ASSERT_NE(hidden, lines.all.end());
    replace(*hidden, " hidden=", " server=");
    EXPECT_EQ(fault_of(lines.text()).message.key, "proof.link");
}

TEST(Verify, ADamagedTextIsNeverTakenForAProof) {
    // Any character of the proof that is another: the verifier says no, whatever it is.
    const std::string record = honest_record();
    const std::size_t begin = record.find(";proof 1 ");
    SeededDice random(7);
    for (int i = 0; i < 200; ++i) {
        std::string damaged = record;
        char& c = damaged[begin + random.below(static_cast<u32>(record.size() - begin))];
        if (c == '\n' || c == ' ') continue;
        c = c == 'a' ? 'b' : 'a';
        EXPECT_FALSE(verify(damaged)) << damaged.substr(begin, 300);
    }
}

} // namespace
} // namespace touchline::fair
