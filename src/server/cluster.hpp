// This server among those that share its store: keeps its lease, knows the way to the others, and tells them what the
// lobby shows and what addresses have taken.
#pragma once

#include "server/lease.hpp"
#include "server/others.hpp"
#include "store/shared.hpp"

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

namespace boost::asio {
class io_context;
}

namespace touchline::server {

class PeerLink;

class Cluster final : public Others {
public:
    struct Settings {
        store::SharedStore* store = nullptr;
        std::string address{}; // HOST:PORT by which the others reach this server
        std::string secret{};  // that they share; empty: the store's
    };

    Cluster(Settings settings, boost::asio::io_context& io, Lease& lease, TableRegistry& registry, Guests& guests,
            Metrics& metrics);
    ~Cluster() override; // stop()
    Cluster(const Cluster&) = delete;
    Cluster& operator=(const Cluster&) = delete;

    // Joins the others. `address`: where the settings name none. Throws store::StoreError.
    void start(const std::string& address);
    [[nodiscard]] const std::string& secret() const { return settings_.secret; }

    [[nodiscard]] std::shared_ptr<TableHost> table_at(const std::string& address, const std::string& table) override;
    void call(const std::string& address, const Json& what, const Api::Respond& respond) override;
    void pass_on(const std::string& address, const ApiRequest& request, bool preview,
                 const Api::Respond& respond) override;

    // Gives all tables to the others: whoever asks for one of them next gets it. Requires: nothing is written any more.
    void retire();
    // Sends those away who are at others' tables.
    void say_bye(const Text& bye);
    // Ends the threads and links.
    void stop();

private:
    void keep_lease();
    void renew();
    void keep_company();
    // Waits that long, or until the end; false at the end.
    bool wait(std::chrono::milliseconds time);
    [[nodiscard]] std::shared_ptr<PeerLink> link_to(const std::string& address);

    Settings settings_;
    boost::asio::io_context& io_;
    Lease& lease_;
    TableRegistry& registry_;
    Guests& guests_;
    Metrics& metrics_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool stopping_ = false;
    bool unchecked_ = false; // the lease has lapsed, and the database did not say yet what was lost; of its thread
    std::map<std::string, std::shared_ptr<PeerLink>> links_;
    std::thread lease_thread_;
    std::thread company_thread_;
};

} // namespace touchline::server
