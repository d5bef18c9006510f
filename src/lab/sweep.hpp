// Thousands of boxes: a spec in TOML written out as questions. Every field that holds a list stands for each of its
// values, all combinations, as in Python's touchline.lab.
#pragma once

#include "lab/figures.hpp"
#include "lab/variant.hpp"

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchline::lab {

struct SweepQuestion {
    std::string game;
    Json options = Json::object();
    std::string sheet{}; // a file; empty for the box's own
    std::vector<Change> changes{};
    FiguresPlan plan{};

    [[nodiscard]] std::string name() const; // "gridiron-glory overtime=tie field.tries=2"
};

// In the order of the spec, the last field turning quickest. What is wrong is told in one sentence.
[[nodiscard]] Expected<std::vector<SweepQuestion>, Message> sweep_questions(std::string_view toml);

// "I/N": the I-th of N shards.
struct Shard {
    std::size_t number = 1;
    std::size_t of = 1;

    // Whether this shard answers the question at this place.
    [[nodiscard]] bool has(std::size_t place) const { return place % of == number - 1; }
};
[[nodiscard]] std::optional<Shard> read_shard(std::string_view text);

// The table of a question; `read` gives the content of a file.
[[nodiscard]] Expected<std::unique_ptr<Table>, Message>
table_of(const SweepQuestion& question, const std::function<std::string(const std::string&)>& read);

} // namespace touchline::lab
