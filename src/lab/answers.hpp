// Figures that were worked out, in a folder: one file an answer, named by the hash of what it answers. Any number of
// programs may share the folder, 'touchline.lab' of Python among them.
#pragma once

#include "lab/figures.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace touchline::lab {

// What is asked, however it was written: the game, all its options, the hash of its sheet, who plays.
[[nodiscard]] Json question_json(const Table& table, const FiguresPlan& plan);
// 32 hexadecimal digits over the question and the version of Touchline, as key() of Python's touchline.lab.
[[nodiscard]] std::string question_key(const Table& table, const FiguresPlan& plan);

class AnswerFolder {
public:
    explicit AnswerFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

    // Makes the folder where it is missing. The reason where it cannot be made.
    [[nodiscard]] std::optional<Message> prepare() const;

    // Empty where it is not there, or damaged: then it is to be worked out again.
    [[nodiscard]] std::optional<Figures> find(const std::string& key) const;
    // Whole or not at all, whoever writes at the same time. The reason where it cannot be written.
    [[nodiscard]] std::optional<Message> keep(const std::string& key, const Json& question,
                                              const Figures& figures) const;

    // Every answer of figures in the folder, in the order of the keys.
    struct Kept {
        std::string key;
        Json question;
        Figures figures;
    };
    [[nodiscard]] std::vector<Kept> all() const;

private:
    [[nodiscard]] std::optional<Kept> load(const std::filesystem::path& file) const;

    std::filesystem::path folder_;
};

} // namespace touchline::lab
