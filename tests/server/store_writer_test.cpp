// A store that fails in the middle: what was lost stays lost alone, and nothing is written over the gap.
#include "server/store_writer.hpp"

#include "server/metrics.hpp"
#include "server/running_server.hpp"

#include <future>

namespace touchline::server {
namespace {

using store::Change;

// A store that can be held up, and told to fail.
class HeldStore final : public store::Store {
public:
    explicit HeldStore(std::unique_ptr<store::Store> inner) : inner_(std::move(inner)) {}

    void write(std::span<const Change> changes) override {
        if (std::exchange(failing_, false)) {
            entered.set_value();
            released.get_future().wait();
            throw store::StoreError(Message{"store.unwritten"});
        }
        inner_->write(changes);
    }
    std::optional<store::StoredTable> read(std::string_view id) override { return inner_->read(id); }
    std::vector<std::string> ids(std::string_view after, std::size_t most) override { return inner_->ids(after, most); }
    std::vector<std::string> listed(std::size_t most) override { return inner_->listed(most); }
    std::vector<std::string> remove_idle(store::Millis idle, std::size_t most, const InUse& in_use) override {
        return inner_->remove_idle(idle, most, in_use);
    }
    void shrink() override { inner_->shrink(); }
    std::size_t size() override { return inner_->size(); }

    // The next write waits until it is released, and fails.
    void fail_next() { failing_ = true; }
    std::promise<void> entered;
    std::promise<void> released;

private:
    std::unique_ptr<store::Store> inner_;
    bool failing_ = false;
};

class TheStoreWriter : public testing::Test {
protected:
    TheStoreWriter() {
        spdlog::set_level(spdlog::level::off);
        for (const char* id : {"one", "two"}) {
            const Change change{.id = id, .setup = "head", .state = "begun", .new_steps = {{1, "a"}}};
            store_.write({&change, 1});
        }
    }
    static Change step(const std::string& id, int n) {
        return {.id = id,
                .state = "step " + std::to_string(n),
                .revision = n,
                .kept_steps = static_cast<std::size_t>(n),
                .new_steps = {{n + 1, "x"}}};
    }
    StoreWriter::Written noted(const std::string& what) {
        return [this, what](bool done) { heard_.push_back(what + (done ? " written" : " lost")); };
    }

    test::Folder folder_;
    HeldStore store_{store::open_sqlite(folder_.file("tables.sqlite"))};
    Metrics metrics_;
    std::vector<std::string> heard_; // of the writer's thread until finish()
    StoreWriter writer_{store_, metrics_};
};

TEST_F(TheStoreWriter, WritesNothingOfATableAfterAChangeThatWasLost) {
    store_.fail_next();
    writer_.write(step("one", 1), noted("one 1"));
    store_.entered.get_future().wait();
    // Already under way when the first one fails.
    writer_.write(step("two", 1), noted("two 1"));
    writer_.write(step("one", 2), noted("one 2"));
    writer_.write(step("one", 3), noted("one 3"));
    writer_.write(step("two", 2), noted("two 2"));
    store_.released.set_value();
    writer_.finish();
    EXPECT_EQ(heard_,
              (std::vector<std::string>{"one 1 lost", "two 1 written", "one 2 lost", "one 3 lost", "two 2 written"}));
    EXPECT_EQ(store_.read("one")->steps.size(), 1u);
    EXPECT_EQ(store_.read("one")->state, "begun");
    EXPECT_FALSE(store_.read("one")->broken);
    EXPECT_EQ(store_.read("two")->steps.size(), 3u);
}

TEST_F(TheStoreWriter, SaysHowLongItHasBeenBusy) {
    using namespace std::chrono_literals;
    EXPECT_FALSE(writer_.busy_for(0ms));
    store_.fail_next();
    writer_.write(step("one", 1), noted("one 1"));
    store_.entered.get_future().wait();
    while (!writer_.busy_for(1ms)) std::this_thread::yield();
    EXPECT_FALSE(writer_.busy_for(24h));
    store_.released.set_value();
    while (writer_.busy_for(0ms)) std::this_thread::yield();
    writer_.finish();
    EXPECT_EQ(heard_, std::vector<std::string>{"one 1 lost"});
}

TEST_F(TheStoreWriter, WritesChangesBeforeTheNextChore) {
    std::promise<void> begun;
    std::promise<void> queued;
    writer_.between_writes([&] {
        begun.set_value();
        queued.get_future().wait();
    });
    begun.get_future().wait();
    writer_.between_writes([&] { heard_.push_back("chore"); });
    writer_.write(step("one", 1), noted("one 1"));
    std::promise<void> done;
    writer_.between_writes([&] { done.set_value(); });
    queued.set_value();
    done.get_future().wait();
    writer_.finish();
    EXPECT_EQ(heard_, (std::vector<std::string>{"one 1 written", "chore"}));
}

TEST_F(TheStoreWriter, OutlivesAChoreThatFails) {
    writer_.between_writes([] { throw store::StoreError(Message{"store.unwritten"}); });
    writer_.write(step("one", 1), noted("one 1"));
    writer_.finish();
    EXPECT_EQ(heard_, std::vector<std::string>{"one 1 written"});
}

} // namespace
} // namespace touchline::server
