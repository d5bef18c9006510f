#include "review/review.hpp"

#include "play/drives.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace touchline::review {

namespace {

double sign(Seat seat) { return seat == Seat::home ? 1.0 : -1.0; }

// The decision's cost from the advice that was due; values of the walk before and after it are kept consistent with the
// chart: loss is what the step changed.
void judge(Step& step, const Table& at, std::string_view taken, Counsel& counsel, const Question& question,
           Review& review) {
    const Advice advice = counsel.advise(at, step.seat, question);
    review.exact = review.exact && advice.exact;
    review.error = std::max(review.error, advice.error);
    review.choices = true;
    const auto own = std::ranges::find(advice.actions, taken, &AdvisedAction::action);
    if (own == advice.actions.end() || own->loss <= 0) return;
    step.better = advice.actions.front().action;
}

// A choice between best and what was taken moves the value by exactly its loss; all else is luck.
void book(Step& step, Ledger& ledger) {
    const double gain = sign(step.seat) * step.change();
    if (step.kind == TurnKind::choice) {
        step.loss = -gain;
        ledger.errors[step.seat] += step.loss;
    } else {
        ledger.luck[step.seat] += step.change();
    }
}

std::vector<std::size_t> largest_changes(const std::vector<Step>& steps) {
    std::vector<std::size_t> order(steps.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return std::abs(steps[a].change()) > std::abs(steps[b].change()); });
    order.resize(std::min(order.size(), kKeyMoments));
    std::erase_if(order, [&](std::size_t i) { return std::abs(steps[i].change()) < kMistake; });
    std::ranges::sort(order);
    return order;
}

} // namespace

Review review(const Table& table, Counsel& counsel, const Question& question, const Progress& progress,
              const std::atomic<bool>& stopped) {
    Review review;
    const auto value_at = [&](const Table& at) {
        const Odds odds = counsel.odds(at, question);
        review.exact = review.exact && odds.exact;
        review.error = std::max(review.error, odds.error);
        return odds.value(Seat::home);
    };
    double value = value_at(*table.before(0));
    review.ledger.start = value;
    int drive = table.steps() != 0 && table.offense_before(0) ? 1 : 0; // none before the toss
    for (std::size_t i = 0; i < table.steps() && !stopped; ++i) {
        const StepText text = table.step(i);
        const std::unique_ptr<Table> at = table.before(i);
        const std::unique_ptr<Table> next = i + 1 < table.steps() ? table.before(i + 1) : table.clone();
        if (i > 0 && tells_any(table, i - 1, {What::possession})) ++drive;
        Step step{.index = i,
                  .kind = text.kind,
                  .seat = text.seat,
                  .before = value,
                  .drive = std::max(1, drive),
                  .score = table.score_before(i)};
        // The first of two secret choices changes nothing that anybody can see.
        const bool waits = text.kind == TurnKind::secret && next->turn().kind == TurnKind::secret;
        value = step.after = waits ? value : value_at(*next);
        review.choices = review.choices || text.kind == TurnKind::secret;
        if (text.kind == TurnKind::choice) judge(step, *at, text.action, counsel, question, review);
        book(step, review.ledger);
        review.steps.push_back(std::move(step));
        for (const Happening& each : table.happened(i)) review.box(each);
        progress(static_cast<double>(i + 1) / static_cast<double>(table.steps()));
    }
    review.ledger.result = value;
    review.finished = table.over();
    review.moments = largest_changes(review.steps);
    for (const Step& step : review.steps)
        if (step.kind == TurnKind::choice && step.loss > kMistake && !step.better.empty())
            review.mistakes.push_back(step.index);
    return review;
}

} // namespace touchline::review
