// Two threads that ask the database: one renews the lease, the other exchanges lobby and allowances.
#include "server/cluster.hpp"

#include "play/message_text.hpp"
#include "server/guests.hpp"
#include "server/json_text.hpp"
#include "server/metrics.hpp"
#include "server/peer_link.hpp"
#include "server/table_registry.hpp"

#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

namespace touchline::server {

namespace {

constexpr milliseconds kExchangeEach{1000};
constexpr milliseconds kTryAgain{500}; // while the database is away

} // namespace

Cluster::Cluster(Settings settings, boost::asio::io_context& io, Lease& lease, TableRegistry& registry, Guests& guests,
                 Metrics& metrics)
    : settings_(std::move(settings)), io_(io), lease_(lease), registry_(registry), guests_(guests), metrics_(metrics) {
    lease_.share();
}

Cluster::~Cluster() { stop(); }

void Cluster::start(const std::string& address) {
    if (settings_.address.empty()) settings_.address = address;
    if (settings_.secret.empty()) settings_.secret = settings_.store->secret();
    const Lease::Clock::time_point before = Lease::Clock::now();
    settings_.store->enlist(settings_.address);
    lease_.extend(before + store::kLease);
    lease_thread_ = std::thread([this] { keep_lease(); });
    company_thread_ = std::thread([this] { keep_company(); });
    spdlog::info("event=enlisted address={}", settings_.address);
}

bool Cluster::wait(milliseconds time) {
    std::unique_lock lock(mutex_);
    wake_.wait_for(lock, time, [this] { return stopping_; });
    return !stopping_;
}

void Cluster::keep_lease() {
    milliseconds pause = store::kRenewEach;
    while (wait(pause)) {
        try {
            renew();
            lease_.store_away(false);
            pause = store::kRenewEach;
        } catch (const std::exception& error) { // whatever it is: the next try may succeed, and nobody else renews

            if (!lease_.store_away()) spdlog::error("event=store_away reason={:?}", sentence_of(error));
            lease_.store_away(true);
            pause = kTryAgain;
        }
    }
}

// After a lapse some tables may be another's: these are given up before anything is said about them. The database says
// whether the lease held when the renewal began, the own clock whether it still did when the others could see it.
void Cluster::renew() {
    const Lease::Clock::time_point before = Lease::Clock::now();
    const bool alive = settings_.store->renew();
    if (!alive || !lease_.holds()) unchecked_ = true;
    if (unchecked_) {
        lease_.lapsed(); // first: what is being read now is in memory before the next line, or is not kept
        const std::vector<store::Running> running = registry_.running();
        const std::vector<std::string> lost = settings_.store->lost(running);
        spdlog::warn("event=lease_lapsed tables={} lost={}", running.size(), lost.size());
        for (const std::string& id : lost) registry_.give_up(id);
        unchecked_ = false;
    }
    lease_.extend(before + store::kLease);
    metrics_.servers(settings_.store->servers());
}

void Cluster::keep_company() {
    bool tell_all = false;
    while (wait(kExchangeEach)) {
        try {
            tell_all = settings_.store->forgotten() || tell_all;
            if (tell_all) {
                registry_.list_all_again();
                guests_.tell_all_again();
            }
            tell_all = false;
            registry_.exchange_listings(*settings_.store);
            guests_.exchange(*settings_.store);
        } catch (const std::exception& error) {
            tell_all = true; // nobody knows what of it was written
            spdlog::warn("event=exchange_failed reason={:?}", sentence_of(error));
        }
    }
}

std::shared_ptr<PeerLink> Cluster::link_to(const std::string& address) {
    const std::lock_guard lock(mutex_);
    std::erase_if(links_, [](const auto& each) { return each.second->over(); });
    std::shared_ptr<PeerLink>& link = links_[address];
    if (!link) {
        link = std::make_shared<PeerLink>(io_, address, settings_.secret);
        link->dial();
    }
    return link;
}

std::shared_ptr<TableHost> Cluster::table_at(const std::string& address, const std::string& table) {
    return std::make_shared<RemoteTable>(link_to(address), table);
}

void Cluster::call(const std::string& address, const Json& what, const Api::Respond& respond) {
    link_to(address)->call(what, respond);
}

void Cluster::pass_on(const std::string& address, const ApiRequest& request, bool preview,
                      const Api::Respond& respond) {
    call(address,
         {{"post", request.post},
          {"path", request.path},
          {"query", request.query},
          {"body", request.body},
          {"address", request.address},
          {"site", request.site},
          {"accepted", request.accepted},
          {"preview", preview}},
         respond);
}

void Cluster::retire() {
    stop();
    lease_.end();
    try {
        settings_.store->retire();
    } catch (const store::StoreError& error) { // then the others wait for the lease
        spdlog::error("event=retire_failed reason={:?}", sentence_of(error));
    }
}

void Cluster::say_bye(const Text& bye) {
    std::map<std::string, std::shared_ptr<PeerLink>> links;
    {
        const std::lock_guard lock(mutex_);
        links = links_;
    }
    for (const auto& [address, link] : links) link->say_bye(bye);
}

void Cluster::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    for (std::thread* thread : {&lease_thread_, &company_thread_})
        if (thread->joinable()) thread->join();
}

} // namespace touchline::server
