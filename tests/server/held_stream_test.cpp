// What is held goes out with the next write, in order and in one piece; at the end of a connection nothing stays
// behind.
#include "server/held_stream.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/read.hpp>
#include <gtest/gtest.h>

#include <optional>
#include <thread>

namespace touchline::server {
namespace {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;

class Held : public testing::Test {
protected:
    void SetUp() override {
        tcp::acceptor acceptor(context_, {asio::ip::address_v4::loopback(), 0});
        client_.connect(acceptor.local_endpoint());
        stream_.emplace(Stream(acceptor.accept(asio::make_strand(context_))));
    }
    // Runs until nothing is under way.
    void settle() {
        context_.restart();
        context_.run();
    }
    // Says how many bytes were taken.
    std::size_t write(std::string_view text) {
        std::optional<std::size_t> taken;
        stream_->async_write_some(asio::buffer(text), [&](boost::system::error_code failed, std::size_t size) {
            EXPECT_FALSE(failed) << failed.message();
            taken = size;
        });
        EXPECT_FALSE(taken) << "a handler is called at once";
        settle();
        EXPECT_TRUE(taken);
        return taken.value_or(0);
    }
    std::string read(std::size_t size) {
        std::string text(size, '\0');
        asio::read(client_, asio::buffer(text));
        return text;
    }

    asio::io_context context_;
    tcp::socket client_{context_};
    std::optional<HeldStream> stream_;
};

TEST_F(Held, WritesGoOutWithTheNextOne) {
    EXPECT_EQ(write("one "), 4u);
    EXPECT_EQ(read(4), "one ");
    stream_->hold();
    EXPECT_EQ(write("two "), 4u);
    EXPECT_EQ(write("three "), 6u);
    EXPECT_EQ(client_.available(), 0u);
    EXPECT_EQ(stream_->held(), "two three ");
    stream_->let_go();
    EXPECT_EQ(client_.available(), 0u);
    EXPECT_EQ(write("four"), 4u);
    EXPECT_EQ(stream_->held(), "");
    EXPECT_EQ(read(14), "two three four");
    EXPECT_EQ(write(" five"), 5u);
    EXPECT_EQ(read(5), " five");
}

TEST_F(Held, WritesGoOutBeforeTheEnd) {
    stream_->hold();
    write("the last word");
    bool ended = false;
    async_teardown(boost::beast::role_type::server, *stream_, [&](boost::system::error_code) { ended = true; });
    std::thread reader([&] {
        EXPECT_EQ(read(13), "the last word");
        client_.close();
    });
    settle();
    reader.join();
    EXPECT_TRUE(ended);
}

TEST_F(Held, WritesSayWhenTheOtherSideIsGone) {
    client_.set_option(asio::socket_base::linger(true, 0));
    client_.close();
    stream_->hold();
    EXPECT_EQ(write("held"), 4u);
    stream_->let_go();
    boost::system::error_code told;
    for (int i = 0; i < 2 && !told; ++i) {
        stream_->async_write_some(asio::buffer("x", 1),
                                  [&](boost::system::error_code failed, std::size_t) { told = failed; });
        settle();
    }
    EXPECT_TRUE(told);
}

} // namespace
} // namespace touchline::server
