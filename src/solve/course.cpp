// Which stations lead back to each other: Tarjan's method, with a list in place of calls.
#include "solve/course.hpp"

#include <utility>

namespace touchline::solve {

std::vector<std::vector<u32>> circles(std::span<const std::vector<u32>> links) {
    struct Visit {
        u32 number;
        std::size_t link;
    };
    struct Mark {
        u32 met = 0;
        u32 low = 0;
        bool closed = false;
    };
    std::vector<Mark> marks(links.size());
    std::vector<std::vector<u32>> found;
    std::vector<Visit> visits;
    std::vector<u32> open;
    u32 count = 0;
    const auto enter = [&](u32 number) {
        marks[number].met = marks[number].low = ++count;
        open.push_back(number);
        visits.push_back({number, 0});
    };
    const auto close = [&](u32 number) {
        std::vector<u32> circle;
        do {
            circle.push_back(open.back());
            marks[open.back()].closed = true;
            open.pop_back();
        } while (circle.back() != number);
        found.push_back(std::move(circle));
    };
    for (u32 root = 0; root < links.size(); ++root) {
        if (marks[root].met != 0) continue;
        enter(root);
        while (!visits.empty()) {
            const u32 number = visits.back().number;
            Mark& mark = marks[number];
            if (visits.back().link < links[number].size()) {
                const u32 to = links[number][visits.back().link++];
                if (marks[to].met == 0)
                    enter(to);
                else if (!marks[to].closed)
                    mark.low = std::min(mark.low, marks[to].met);
                continue;
            }
            visits.pop_back();
            if (!visits.empty()) {
                Mark& before = marks[visits.back().number];
                before.low = std::min(before.low, mark.low);
            }
            if (mark.low == mark.met) close(number);
        }
    }
    return found;
}

std::vector<u32> in_order(const std::vector<u32>& circle, std::span<const std::vector<u32>> links) {
    std::vector<u32> own = circle;
    std::ranges::sort(own);
    std::vector<char> met(own.size(), 0);
    const auto meet = [&](u32 number) { // for the first time, and one of the circle
        const auto at = std::ranges::lower_bound(own, number);
        if (at == own.end() || *at != number) return false;
        return std::exchange(met[static_cast<std::size_t>(at - own.begin())], 1) == 0;
    };
    std::vector<u32> order;
    std::vector<std::pair<u32, std::size_t>> visits;
    for (u32 root : circle) {
        if (!meet(root)) continue;
        visits.emplace_back(root, 0);
        while (!visits.empty()) {
            const u32 number = visits.back().first;
            if (visits.back().second == links[number].size()) {
                order.push_back(number);
                visits.pop_back();
                continue;
            }
            const u32 to = links[number][visits.back().second++];
            if (meet(to)) visits.emplace_back(to, 0);
        }
    }
    std::ranges::reverse(order);
    return order;
}

} // namespace touchline::solve
