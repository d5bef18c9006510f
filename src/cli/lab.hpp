// What the commands of 'touchline lab' share: which game and who plays it, in which form it is answered, and how the
// figures of many tables are asked for with one progress.
#pragma once

#include "cli/commands.hpp"
#include "cli/table_options.hpp"
#include "lab/as_before.hpp"
#include "lab/figures.hpp"
#include "lab/page.hpp"
#include "lab/simulation.hpp"

#include <optional>
#include <string>
#include <vector>

namespace touchline::cli {

struct LabOptions {
    TableOptions table{};
    lab::FiguresPlan plan{};
    std::string language{};
    std::string html{}; // a file
    std::string keep{}; // a folder of answers
    unsigned threads = 0;
    bool json = false;
    bool csv = false;
};

// GAME, -o, --sheet, --home, --away, --keep; then the forms of the answer, which are also there alone.
void add_lab_options(CLI::App& command, LabOptions& options);
void add_lab_forms(CLI::App& command, LabOptions& options);

// In the forms that were asked for: what is not, is not made.
struct LabAnswer {
    std::function<Json()> json{};
    std::function<std::string()> csv{};
    std::function<lab::Page()> page{};
    std::function<std::string()> text{};
};
int give(const LabAnswer& answer, const LabOptions& options);

// "Sports Dice Football", and what is special about this table: options, sheet, who plays.
[[nodiscard]] std::string lab_title(const Table& table);
[[nodiscard]] std::string lab_subtitle(const Table& table, const LabOptions& options);
[[nodiscard]] const Words& words_of(const Table& table, const LabOptions& options);
// game, options, sheet, bots.
[[nodiscard]] Json lab_json(const Table& table, const LabOptions& options);

// "a,b" with quotation marks where a cell needs them; and a number with all its digits.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& cells);
[[nodiscard]] std::string csv_number(double value);
// name,value: whether they are exact, the bound, all figures.
[[nodiscard]] std::string figures_csv(const lab::Figures& figures);

// Asks for the figures of one table after another on one job that Ctrl-C stops: the progress tells which of how many,
// and the time left goes by those that are done.
class Answering {
public:
    explicit Answering(const LabOptions& options);
    ~Answering();
    Answering(const Answering&) = delete;
    Answering& operator=(const Answering&) = delete;

    // Answers are kept there, by --keep or by the command itself: whoever stops it hears that it goes on from them.
    void kept_in(const std::string& folder);
    // How many tables there will be.
    void expect(std::size_t tables);
    // Stops the program with the reason where there are no figures.
    [[nodiscard]] lab::Figures of(const Table& table);
    // The same between other bots.
    [[nodiscard]] lab::Figures of(const Table& table, const lab::FiguresPlan& plan);
    // None where these rules cannot be followed.
    [[nodiscard]] std::optional<lab::Figures> known(const Table& table);
    // Whether the figures of these rules can be known; stops the program with the reason where they cannot, before any
    // time is spent.
    [[nodiscard]] bool follows(const Table& table);
    void check_followed(const Table& table);
    // The figures between stand-ins where nothing exact is known.
    [[nodiscard]] lab::Figures estimated(const Table& table, const BySeat<std::string>& bots);
    // What it costs to go on in `after` as in `before`; counts as a table. None where one cannot be followed.
    [[nodiscard]] std::optional<lab::Carried> as_before(const Table& before, const Table& after);
    // Who wins, which is known once the game is solved. None where these rules are not.
    [[nodiscard]] std::optional<analysis::OpeningFigures> opening(const Table& table);
    // Whether the figures of a table are in the folder.
    [[nodiscard]] bool keeps(const Table& table) const;
    // One of the tables needs not be asked about.
    void skip();
    // Throws solve::Stopped once Ctrl-C was pressed.
    void check() const;
    // Nothing more is asked: the line of the progress goes.
    void end();

private:
    [[nodiscard]] Expected<lab::Figures, Message> ask(const Table& table, const lab::FiguresPlan& plan);
    // Runs work that Ctrl-C may stop.
    template <class Work>
    auto stoppable(const Work& work) const;

    struct Own;
    std::unique_ptr<Own> own_;
};

// All answers of a folder; as text they are CSV.
[[nodiscard]] lab::Page collected_page(const std::string& folder, const LabOptions& options);
int collect_answers(const std::string& folder, const LabOptions& options);

// Each adds one command of the lab.
void add_lab_figures(CLI::App& lab, Job& job);
void add_lab_compare(CLI::App& lab, Job& job);
void add_lab_slope(CLI::App& lab, Job& job);
void add_lab_range(CLI::App& lab, Job& job);
void add_lab_tune(CLI::App& lab, Job& job);
void add_lab_sweep(CLI::App& lab, Job& job);
void add_lab_certificate(CLI::App& lab, Job& job);
void add_lab_atlas(CLI::App& lab, Job& job);

} // namespace touchline::cli
