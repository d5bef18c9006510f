// What is asked once: games, sheets, words, tables, records. Knows no sockets: a request comes in, an answer goes out.
#pragma once

#include "server/content.hpp"
#include "server/table_registry.hpp"

#include <functional>
#include <memory>
#include <stop_token>

namespace touchline::server {

class PuzzleDesk;
class ReviewDesk;
class Workbench;

struct ApiRequest {
    bool post = false;
    std::string path;
    std::string query; // after '?'
    std::string body;
    std::string address;    // who asks
    std::string site{};     // scheme and host that it asks, for links
    std::string accepted{}; // Accept-Language
    bool passed_on = false; // by another server, which took it for this one's
    std::stop_token left{}; // says when the asker is gone: nobody needs the answer any more
};

struct Answer {
    int status = 200;
    std::string_view type = "application/json";
    SharedContent content{};
    std::string_view caching = "no-store";
    std::optional<Refusal> refusal{}; // instead of the content: put into words for whoever asked
    std::optional<int> retry_after{}; // seconds; a refusal has its own
    std::string_view policy{};        // what it may load and run; that of the page where it is empty
};

[[nodiscard]] Answer json_answer(const Json& json, int status = 200);
[[nodiscard]] Answer refusal_answer(Refusal refusal);
// The sheet that a table is played with, as the contract's JSON.
[[nodiscard]] Json sheet_json(const Table& table);
// Of a query (lang=fr) or, where it names none, of Accept-Language.
[[nodiscard]] Language language_for(std::string_view query, std::string_view accepted);
// An answer as it is sent: a refusal in the language of a query (lang=fr) or, where it names none, of Accept-Language.
[[nodiscard]] Answer in_words(Answer answer, std::string_view query, std::string_view accepted);

class Api {
public:
    using Respond = std::function<void(Answer)>; // from any thread, once

    Api(Services& services, TableRegistry& registry, ReviewDesk& reviews, PuzzleDesk& puzzles, Workbench& workbench)
        : services_(services), registry_(registry), reviews_(reviews), puzzles_(puzzles), workbench_(workbench) {}

    // What is in memory is answered at once, everything else on the desk's threads: input from clients is never read,
    // parsed or replayed on the network threads.
    void answer(ApiRequest request, const Respond& respond);
    // The lines for the head of the page at a table's address (preview.hpp), as text; a refusal where there is no
    // table.
    void preview(ApiRequest request, const Respond& respond);

private:
    using Parts = std::vector<std::string_view>;

    void at_desk(const ApiRequest& request, const Parts& parts, const Respond& respond);
    void post(const ApiRequest& request, const Parts& parts, const Respond& respond);
    void puzzle(const ApiRequest& request, const Parts& parts, const Respond& respond);
    [[nodiscard]] Answer fixed(const ApiRequest& request, const Parts& parts);
    [[nodiscard]] OrRefusal<Answer> fixed_content(const ApiRequest& request, const Parts& parts);
    [[nodiscard]] Json games() const;
    void table(const ApiRequest& request, std::string_view id, std::string_view what, const Respond& respond);
    void open(const ApiRequest& request, const Json& body, const Respond& respond);
    void join(const ApiRequest& request, const Json& body, std::string_view id, const Respond& respond);
    void odds(const ApiRequest& request, const Json& body, const Respond& respond);
    // Runs `work` on the desk's threads; the client gets an answer even if it fails.
    void work_at_desk(const std::string& address, const Respond& respond, std::function<void()> work);
    // The table's room; null where the request was refused, or passed on to the server that runs it.
    enum class As { request, preview };
    [[nodiscard]] std::shared_ptr<Room> room(const ApiRequest& request, std::string_view id, As as,
                                             const Respond& respond);

    Services& services_;
    TableRegistry& registry_;
    ReviewDesk& reviews_;
    PuzzleDesk& puzzles_;
    Workbench& workbench_;
    std::mutex mutex_;
    std::map<std::string, Answer, std::less<>> kept_; // answers that never change
};

} // namespace touchline::server
