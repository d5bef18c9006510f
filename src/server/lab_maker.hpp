// What the lab does for the workbench, supplied by the server's owner so that the server knows no solver.
#pragma once

#include "core/expected.hpp"
#include "games/json.hpp"
#include "play/kind.hpp"
#include "play/words.hpp"

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace touchline::server {

// How far it is, from 0 to 1.
using TellFigures = std::function<void(double part)>;

struct LabMaker {
    // Works the figures of a table's rules out, as the contract's JSON; `whole` says whether nothing is missing. Throws
    // where it was stopped. A refusal says why these rules have none.
    std::function<Expected<Json, Message>(const Table& table, const TellFigures& tell, const std::stop_token& stopped)>
        figures{};
    // The same with a part of what is missing, which takes longer than all others: asked until it is whole.
    std::function<Expected<Json, Message>(const Table& table, const Json& known, const TellFigures& tell,
                                          const std::stop_token& stopped)>
        skill{};
    // A sheet with changes, each written PATH=VALUE. Requires: the sheet is sound.
    std::function<Expected<std::string, Message>(const Kind& kind, std::string_view toml,
                                                 const std::vector<std::string>& changes)>
        changed{};
    // The certificate as one HTML file without script, of whole figures and the changes that were made.
    std::function<std::string(const Table& table, const Json& figures, const std::vector<std::string>& changes,
                              Language language)>
        certificate{};
};

} // namespace touchline::server
