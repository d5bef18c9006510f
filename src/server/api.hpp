// What is asked once: games, sheets, words, tables, records. Knows no sockets: a request comes in, an answer goes out.
#pragma once

#include "server/content.hpp"
#include "server/hall.hpp"

#include <functional>

namespace touchline::server {

class ReviewDesk;

struct ApiRequest {
    bool post = false;
    std::string path;
    std::string query; // after '?'
    std::string body;
    std::string address; // who asks
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

    Api(Services& services, Hall& hall, ReviewDesk& reviews) : services_(services), hall_(hall), reviews_(reviews) {}

    void answer(const ApiRequest& request, Respond respond);

private:
    using Parts = std::vector<std::string_view>;

    void get(const ApiRequest& request, const Parts& parts, Respond& respond);
    void post(const ApiRequest& request, const Parts& parts, Respond& respond);
    [[nodiscard]] Answer fixed(const ApiRequest& request, const Parts& parts);
    [[nodiscard]] OrRefused<Answer> fixed_content(const ApiRequest& request, const Parts& parts);
    [[nodiscard]] Json games() const;
    void table(std::string_view id, std::string_view what, Language language, Respond& respond);
    void open(const ApiRequest& request, Respond& respond);
    void join(const ApiRequest& request, std::string_view id, Respond& respond);
    void odds(const Json& body, Respond& respond);
    void tell_steps(std::shared_ptr<const Table> table, Language language, const Respond& respond);
    [[nodiscard]] OrRefused<std::shared_ptr<Room>> room(std::string_view id);

    Services& services_;
    Hall& hall_;
    ReviewDesk& reviews_;
    std::mutex mutex_;
    std::map<std::string, Answer, std::less<>> kept_;    // answers that never change
    std::map<std::string, Bucket, std::less<>> openers_; // tables opened by address
};

} // namespace touchline::server
