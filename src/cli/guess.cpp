// Puts a guess behind what is wrong.
#include "cli/guess.hpp"

namespace touchline::cli {

Message with_guess(Message wrong, const std::optional<std::string>& guess) {
    if (!guess) return wrong;
    return {"cli.did-you-mean", {{"what", std::move(wrong)}, {"guess", *guess}}};
}

} // namespace touchline::cli
