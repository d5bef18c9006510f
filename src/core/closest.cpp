// Finds the closest word by edit distance.
#include "core/closest.hpp"

#include <algorithm>
#include <utility>

namespace touchline {

namespace {

// How many letters are added, lost, changed or swapped with their neighbour.
std::size_t slips(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> least(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i)
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                least[i][j] = i + j;
                continue;
            }
            const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
            least[i][j] = std::min({least[i - 1][j] + 1, least[i][j - 1] + 1, least[i - 1][j - 1] + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                least[i][j] = std::min(least[i][j], least[i - 2][j - 2] + 1);
        }
    return least[a.size()][b.size()];
}

} // namespace

std::string lower_case(std::string_view word) {
    std::string lower(word);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

std::optional<std::string> closest(std::string_view word, const std::vector<std::string>& candidates) {
    constexpr std::size_t kLongest = 64; // nobody slips on a longer one
    if (word.size() > kLongest) return std::nullopt;
    const std::string own = lower_case(word);
    std::optional<std::string> best;
    std::size_t fewest = std::max<std::size_t>(1, own.size() / 3) + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t count = slips(own, lower_case(candidate));
        if (count >= fewest || count >= candidate.size()) continue;
        fewest = count;
        best = candidate;
    }
    return best;
}

std::vector<std::string> nearest(std::string_view word, std::vector<std::string> candidates, std::size_t most) {
    const std::string own = lower_case(word);
    std::vector<std::pair<std::size_t, std::string>> ranked;
    for (std::string& candidate : candidates)
        ranked.emplace_back(slips(own, lower_case(candidate)), std::move(candidate));
    std::ranges::stable_sort(ranked, {}, &std::pair<std::size_t, std::string>::first);
    std::vector<std::string> found;
    for (std::size_t i = 0; i < ranked.size() && i < most; ++i) found.push_back(std::move(ranked[i].second));
    return found;
}

} // namespace touchline
