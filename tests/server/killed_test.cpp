// The program itself, killed in the middle of games: what was shown is there again, and nothing else.
#include "fair/verify.hpp"
#include "said.hpp"
#include "server/fair_guest.hpp"
#include "server/playing.hpp"
#include "server/program.hpp"

namespace touchline::test {
namespace {

const std::vector<std::string> kFast{"--messages-per-second", "100000"};

TEST(KilledServer, GoesOnExactlyWhereItWas) {
    const Folder folder;
    auto program = std::make_unique<Program>(folder.path(), kFast);
    const Opened table = opened(program->port(), two_people("sports-dice-football"));
    Random random(21);
    Json shown;
    for (int round = 0; round < 5; ++round) {
        SCOPED_TRACE(round);
        {
            Guest home(program->port(), table.id, table.token);
            Guest away(program->port(), table.id, table.friend_token);
            for (const char* key : {"turn_no", "turn", "state"})
                if (round > 0) {
                    EXPECT_EQ(home.position[key], shown[key]) << key;
                }
            (void)play_on(home, away, random, 4);
            if (over(home)) break;
            home.until_turn(away.position["turn_no"]);
            shown = home.position;
        }
        EXPECT_EQ(program->end(SIGKILL), -SIGKILL);
        program = std::make_unique<Program>(folder.path(), kFast);
    }
    EXPECT_EQ(program->end(SIGTERM), 0);
}

// A link once shown is never used for another roll, and a wish that was stored goes on.
TEST(KilledServer, ProvesItsDiceWheneverItIsKilled) {
    const Folder folder;
    auto program = std::make_unique<Program>(folder.path(), kFast);
    const Opened table = opened(program->port(), one_screen("pocket-rugby"));
    std::string server;
    std::map<int, std::string> shown;
    Random random(5);
    for (int round = 0; round < 4; ++round) {
        const auto home = FairGuest::back(program->port(), table.id, table.token, Seat::home, 1);
        const Json fair = home->guest.table["fair"];
        if (round == 0) server = fair["server"];
        EXPECT_EQ(fair["server"], server);
        for (int i = 0; i < 4; ++i) (void)act_somehow(home->guest, home->guest.position["turn"]["seat"], random);
        while (home->guest.position["turn"]["kind"] != "chance")
            (void)act_somehow(home->guest, home->guest.position["turn"]["seat"], random);
        for (const Json& proof : home->proofs) {
            const auto [at, fresh] = shown.emplace(proof["n"].get<int>(), proof["server"]);
            EXPECT_TRUE(fresh) << proof;
        }
        home->silent = true; // killed while it waits
        home->guest.ws().say({{"cmd", "roll"},
                              {"turn_no", home->guest.position["turn_no"]},
                              {"request_id", "w" + std::to_string(round)}});
        (void)home->guest.until("ask");
        program->end(SIGKILL);
        program = std::make_unique<Program>(folder.path(), kFast);
    }
    const auto home = FairGuest::back(program->port(), table.id, table.token, Seat::home, 1);
    (void)home->guest.until("update");
    const std::string record = get(program->port(), "/api/tables/" + table.id + "/record").body;
    const auto verdict = fair::verify(record);
    ASSERT_TRUE(verdict) << said(verdict.error().message) << record;
    EXPECT_EQ(verdict->hand[fair::Party::home], verdict->rolls);
    for (const fair::ReadProof::Roll& roll : fair::read_proof(record).rolls) {
        const auto at = shown.find(static_cast<int>(roll.n));
        if (at != shown.end()) {
            EXPECT_EQ(at->second, fair::hex(roll.proof.server));
        }
    }
    EXPECT_EQ(program->end(SIGTERM), 0);
}

TEST(KilledServer, AnswersTheRequestThatItCarriedOutWithoutDoingItAgain) {
    const Folder folder;
    auto program = std::make_unique<Program>(folder.path(), kFast);
    const Opened table = opened(program->port(), two_people("sports-dice-football"));
    Json first;
    Json shown;
    {
        Guest home(program->port(), table.id, table.token);
        first = home.ask("roll", {{"turn_no", 0}, {"request_id", "the-roll"}});
        shown = home.position;
    }
    program->end(SIGKILL);
    program = std::make_unique<Program>(folder.path(), kFast);
    Guest home(program->port(), table.id, table.token);
    EXPECT_EQ(home.ask("roll", {{"turn_no", 0}, {"request_id", "the-roll"}}), first);
    EXPECT_EQ(home.position["state"], shown["state"]);
    EXPECT_EQ(home.position["turn_no"], 1);
}

TEST(KilledServer, DoesNotStartWhereItCannot) {
    const Folder folder;
    Program first(folder.path());
    const auto fails = [&](const std::string& arguments) {
        const std::string command = std::string(TOUCHLINE_BINARY) + " serve --log off " + arguments + " 2>&1";
        std::FILE* pipe = ::popen(command.c_str(), "r");
        std::string said;
        for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) said += static_cast<char>(c);
        const int status = ::pclose(pipe);
        EXPECT_EQ(WEXITSTATUS(status), 1) << said;
        EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
        return said;
    };
    EXPECT_NE(fails("--port 0 --lang en --data " + folder.path()).find("another server uses the folder"),
              std::string::npos);
    EXPECT_NE(fails("--port 0 --lang fr --data " + folder.path()).find("un autre serveur"), std::string::npos);
    const Folder other;
    EXPECT_NE(fails("--data " + other.path() + " --port " + std::to_string(first.port())).find("in use"),
              std::string::npos);
    EXPECT_NE(fails("--port 0 --data /proc/nowhere").find("cannot be made"), std::string::npos);
    const Folder broken;
    if (std::FILE* file = std::fopen(broken.file("tables.sqlite").c_str(), "w")) {
        std::fputs(std::string(8192, '?').c_str(), file);
        std::fclose(file);
    }
    EXPECT_NE(fails("--port 0 --data " + broken.path()).find("damaged"), std::string::npos);
}

} // namespace
} // namespace touchline::test
