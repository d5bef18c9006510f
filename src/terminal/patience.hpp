// Long work of a session: it goes on beside the screen, which says what is being done and for how long.
#pragma once

#include "play/kind.hpp"
#include "terminal/session.hpp"

#include <chrono>
#include <future>

namespace touchline::terminal {

template <class Work>
auto Session::patiently(Work work) {
    if (!around_.console.full_screen()) return work();
    const auto started = std::chrono::steady_clock::now();
    auto answer = std::async(std::launch::async, work);
    while (answer.wait_for(std::chrono::seconds(1)) == std::future_status::timeout) {
        const auto seconds =
            std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - started).count();
        if (seconds < 2) continue;
        Scene now = scene();
        now.prompt = {around_.words.text(
            "prompt.first-time", {{"game", around_.words.text("game.name")}, {"seconds", std::to_string(seconds)}})};
        around_.console.show(drawn_screen(now, around_.console.size(), Pen(around_.console.ink())));
    }
    return answer.get();
}

} // namespace touchline::terminal
