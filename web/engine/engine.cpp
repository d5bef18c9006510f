// The engine as the page's worker holds it: a server without a network, texts in and out. worker.ts is the other side.
#include "analysis/advisor.hpp"
#include "bots/players.hpp"
#include "makers/makers.hpp"
#include "play/kind.hpp"
#include "play/protocol.hpp"
#include "server/content.hpp"
#include "server/local_server.hpp"
#include "store/memory.hpp"

#include <emscripten.h>
#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

// clang-format off
EM_JS(void, page_answered, (int request, int status, const char* type, size_t type_size, const char* text, size_t size), {
    Module.answered(request, status, UTF8ToString(type, type_size), UTF8ToString(text, size));
});
EM_JS(void, page_heard, (int socket, const char* text, size_t size), {
    Module.heard(socket, UTF8ToString(text, size));
});
EM_JS(void, page_told, (const char* text, size_t size), {
    Module.told(UTF8ToString(text, size));
});
EM_JS(void, page_wants, (const char* game, const char* options, const char* sheet), {
    Module.wants(UTF8ToString(game), UTF8ToString(options), UTF8ToString(sheet));
});
EM_JS(void, page_keeps, (const char* id, const char* json), {
    Module.keeps(UTF8ToString(id), UTF8ToString(json));
});
// clang-format on

namespace touchline::server {

// Nothing leaves the browser: nothing is compressed.
std::string gzip(std::string_view) { return {}; }

} // namespace touchline::server

namespace touchline::engine {

namespace {

using namespace std::chrono_literals;

// Answers come between two rolls, so each question gets a moment; solving goes on while the person thinks.
constexpr double kSeconds = 0.25;
constexpr double kBotSeconds = 0.2;
constexpr double kReviewSeconds = 0.02; // for each position
constexpr analysis::Background::OneThread kOneThread{.slice = 100ms, .most_stations = 3'000'000};

// The questions of the server, with less patience. The page is told once which rules are asked about: their book may
// lie beside it.
class BriefEvaluator final : public Evaluator {
public:
    explicit BriefEvaluator(Evaluator& evaluator) : evaluator_(evaluator) {}
    [[nodiscard]] Odds odds(const Table& table, const Question& question) override {
        want(table);
        return evaluator_.odds(table, brief(question));
    }
    [[nodiscard]] Advice advise(const Table& table, Seat seat, const Question& question) override {
        want(table);
        return evaluator_.advise(table, seat, brief(question));
    }

private:
    void want(const Table& table) {
        const solve::BookKey key = analysis::book_key(table, 0);
        if (wanted_.insert(key.game + key.options + key.sheet_hash).second)
            page_wants(key.game.c_str(), key.options.c_str(), key.sheet_hash.c_str());
    }
    static Question brief(Question question) {
        question.seconds = std::min(question.seconds.value_or(kSeconds), kSeconds);
        return question;
    }
    Evaluator& evaluator_;
    std::set<std::string> wanted_;
};

Json kept_json(const store::StoredTable& table) {
    Json steps = Json::array();
    for (const store::Step& step : table.steps) steps.push_back({step.turn_no, step.text});
    return {{"setup", table.setup},       {"state", table.state},
            {"created", table.created},   {"last", table.last},
            {"revision", table.revision}, {"sheet", table.sheet ? Json(table.sheet->text) : Json()},
            {"steps", std::move(steps)}};
}

store::StoredTable kept_table(const Json& kept) {
    store::StoredTable table{.setup = kept.at("setup").get<std::string>(),
                             .state = kept.at("state").get<std::string>(),
                             .created = kept.at("created").get<store::Millis>(),
                             .last = kept.at("last").get<store::Millis>(),
                             .steps = {},
                             .revision = kept.at("revision").get<std::int64_t>()};
    if (kept.at("sheet").is_string())
        table.sheet = store::Sheet{.hash = {}, .text = kept.at("sheet").get<std::string>()};
    for (const Json& step : kept.at("steps"))
        table.steps.push_back({step.at(0).get<std::int64_t>(), step.at(1).get<std::string>()});
    return table;
}

struct Engine {
    store::MemoryStore store{[](const std::string& id, const store::StoredTable& table) {
        page_keeps(id.c_str(), kept_json(table).dump().c_str());
    }};
    analysis::Library library{kOneThread};
    analysis::Advisor advisor{library, {}, 1};
    BriefEvaluator evaluator{advisor};
    bots::Players players{library, {.seconds = kBotSeconds, .threads = 1}};
    server::LocalServer server{store,
                               evaluator,
                               players,
                               makers::review_maker(advisor, kReviewSeconds),
                               makers::puzzle_maker(library, kSeconds),
                               makers::lab_maker(library, {.most_stations = kOneThread.most_stations})};
};

// Made when the worker begins, and there until it ends.
Engine& engine() {
    static Engine only;
    return only;
}

} // namespace

} // namespace touchline::engine

using touchline::engine::engine;

extern "C" {

EMSCRIPTEN_KEEPALIVE void engine_request(int number, int post, const char* path, const char* query, const char* body,
                                         const char* language) {
    engine().server.request({post != 0, path, query, body, language},
                            [number](int status, std::string_view type, std::string_view text) {
                                page_answered(number, status, type.data(), type.size(), text.data(), text.size());
                            });
}

// A table that the page has kept. 0 where it cannot be read: then it is not there.
EMSCRIPTEN_KEEPALIVE int engine_put(const char* id, const char* json) {
    try {
        engine().store.put(id, touchline::engine::kept_table(nlohmann::json::parse(json)));
        return 1;
    } catch (const std::exception&) {
        return 0;
    }
}

// The next piece of a book that lies beside the page. The last one is empty: the book is there then, and answers from
// the next question on. A file that is no book of these rules answers nothing.
EMSCRIPTEN_KEEPALIVE void engine_book(const char* name, const char* bytes, size_t size) {
    namespace fs = std::filesystem;
    const fs::path path = touchline::solve::cache_folder() / fs::path(name).filename();
    if (!touchline::solve::is_book(path)) return;
    fs::path coming = path; // beside what the engine may have solved by itself meanwhile
    coming += ".coming";
    std::error_code ignored;
    if (size == 0) {
        fs::rename(coming, path, ignored);
        return engine().library.forget();
    }
    fs::create_directories(path.parent_path(), ignored);
    std::ofstream(coming, std::ios::binary | std::ios::app).write(bytes, static_cast<std::streamsize>(size));
}

EMSCRIPTEN_KEEPALIVE void engine_remove(const char* id) { engine().store.remove(id); }

EMSCRIPTEN_KEEPALIVE int engine_connect(const char* table) {
    const auto number = std::make_shared<int>(0);
    *number = engine().server.connect(
        table, [number](std::string_view text) { page_heard(*number, text.data(), text.size()); });
    return *number;
}

EMSCRIPTEN_KEEPALIVE void engine_say(int socket, const char* text) { engine().server.say(socket, text); }

EMSCRIPTEN_KEEPALIVE void engine_disconnect(int socket) { engine().server.disconnect(socket); }

// One line of the table protocol, as `touchline table` takes it. The answer is told at once.
EMSCRIPTEN_KEEPALIVE void engine_line(const char* line) {
    static touchline::TableProtocol conversation(engine().advisor, engine().players);
    const std::string answer = conversation.answer(line);
    page_told(answer.data(), answer.size());
}

// Does what waits; after how many milliseconds there is more to do. Long work waits until the whole program is there.
EMSCRIPTEN_KEEPALIVE int engine_run(int whole) {
    using enum touchline::server::LocalServer::LongWork;
    const auto wait = engine().server.run(whole != 0 ? runs : waits);
    if (whole != 0 && wait.count() > 0 && engine().library.advance()) return 0;
    return static_cast<int>(wait.count());
}

} // extern "C"
