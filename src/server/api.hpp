// What is asked once: games, sheets, words, tables, records. Knows no sockets: a request comes in, an answer goes out.
#pragma once

#include "server/content.hpp"
#include "server/table_registry.hpp"

#include <functional>
#include <memory>
#include <stop_token>

namespace touchline::server {

class ReviewDesk;

struct ApiRequest {
    bool post = false;
    std::string path;
    std::string query; // after '?'
    std::string body;
    std::string address;    // who asks
    std::stop_token left{}; // says when the asker is gone: nobody needs the answer any more
};

struct Answer {
    int status = 200;
    std::string_view type = "application/json";
    SharedContent content{};
    std::string_view caching = "no-store";
    std::optional<int> retry_after{};
};

[[nodiscard]] Answer json_answer(const Json& json, int status = 200);
[[nodiscard]] Answer refusal_answer(const Refused& refused);

class Api {
public:
    using Respond = std::function<void(Answer)>; // from any thread, once

    Api(Services& services, TableRegistry& registry, ReviewDesk& reviews)
        : services_(services), registry_(registry), reviews_(reviews) {}

    // What is at hand is answered at once, everything else by the desk's threads: nothing of a stranger's is read,
    // parsed or replayed on those of the network.
    void answer(ApiRequest request, Respond respond);

private:
    using Parts = std::vector<std::string_view>;

    void at_desk(const ApiRequest& request, const Parts& parts, const Respond& respond);
    void post(const ApiRequest& request, const Parts& parts, const Respond& respond);
    [[nodiscard]] Answer fixed(const ApiRequest& request, const Parts& parts);
    [[nodiscard]] OrRefused<Answer> fixed_content(const ApiRequest& request, const Parts& parts);
    [[nodiscard]] Json games() const;
    void table(const ApiRequest& request, std::string_view id, std::string_view what, const Respond& respond);
    void open(const ApiRequest& request, const Json& body, const Respond& respond);
    void join(const ApiRequest& request, const Json& body, std::string_view id, const Respond& respond);
    void odds(const ApiRequest& request, const Json& body, const Respond& respond);
    // Runs `work` on the desk's threads; whoever asked is answered even where it fails.
    void work_at_desk(const std::string& address, const Respond& respond, std::function<void()> work);
    [[nodiscard]] OrRefused<std::shared_ptr<Room>> room(std::string_view id);

    Services& services_;
    TableRegistry& registry_;
    ReviewDesk& reviews_;
    std::mutex mutex_;
    std::map<std::string, Answer, std::less<>> kept_; // answers that never change
};

} // namespace touchline::server
