// The workbench of the page: a game's sheet with changes, and what they do to the figures of the game.
#pragma once

#include "server/figures_desk.hpp"

namespace touchline::server {

class Workbench {
public:
    Workbench(LabMaker maker, const Limits& limits, const WorkPool::Bounds& work = kFiguresWork)
        : maker_(std::move(maker)), desk_(maker_, limits, work) {}

    // Both take {game, options, sheet, changes}. The sheet as JSON and as TOML, with the range of every figure.
    void sheet(const Json& body, Language language, const Api::Respond& respond) const;
    void figures(const Json& body, const ApiRequest& request, const Api::Respond& respond);

    // One HTML file; the query has the marks of the workbench's address. Waits until all figures are known.
    void certificate(std::string_view game, const ApiRequest& request, const Api::Respond& respond);

    // As FiguresDesk.
    void sweep() { desk_.sweep(); }
    void stop() { desk_.stop(); }
    bool run_one() { return desk_.run_one(); }

private:
    struct Certified {
        std::shared_ptr<const Table> table;
        std::vector<std::string> changes;
        Language language;
        ApiRequest request;
    };
    void certify(const Certified& asked, const Api::Respond& respond);
    [[nodiscard]] OrRefusal<std::unique_ptr<Table>> table(const Json& body) const;

    LabMaker maker_;
    FiguresDesk desk_;
};

} // namespace touchline::server
