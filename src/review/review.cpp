// The walk through a game that values every position and books what each step did.
#include "review/review.hpp"

#include "play/record.hpp"
#include "review/drives.hpp"
#include "review/readable.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace touchline::review {

namespace {

double sign(Seat seat) { return seat == Seat::home ? 1.0 : -1.0; }

// A decision judged by the advice that was due.
struct Judged {
    double loss = 0;
    bool mixes = false; // the best play is a mix, whose shares are known
    bool exact = false;
};

class Walk {
public:
    Walk(const Table& table, Evaluator& evaluator, const Question& question)
        : table_(table), evaluator_(evaluator), question_(question) {}

    Review run(const Progress& progress, const std::atomic<bool>& stopped) {
        DriveCount drives(table_);
        value_ = valued(*table_.before(0));
        review_.ledger.start = value_.value(Seat::home);
        for (std::size_t i = 0; i < table_.steps() && !stopped; ++i) {
            take(i, drives);
            for (const Happening& each : table_.happened(i)) review_.box(each);
            progress(static_cast<double>(i + 1) / static_cast<double>(table_.steps()));
        }
        review_.ledger.result = value_.value(Seat::home);
        review_.finished = table_.over();
        review_.lines = step_lines(record_text(table_));
        review_.drives = drives.done(review_.steps);
        for (Seat seat : kSeats) review_.readable[seat] = mixes_[seat].read();
        decline_where_noisy();
        rank();
        return std::move(review_);
    }

private:
    Odds valued(const Table& at) {
        const Odds odds = evaluator_.odds(at, question_);
        note(odds.exact, odds.error);
        return odds;
    }

    void note(bool exact, double error) {
        review_.exact = review_.exact && exact;
        review_.error = std::max(review_.error, error);
    }

    void take(std::size_t i, DriveCount& drives) {
        const StepText text = table_.step(i);
        const std::unique_ptr<Table> at = table_.before(i);
        const std::unique_ptr<Table> next = i + 1 < table_.steps() ? table_.before(i + 1) : table_.clone();
        const Odds before = value_;
        // The first of two secret choices changes nothing that anybody can see.
        const bool waits = text.kind == TurnKind::secret && next->turn().kind == TurnKind::secret;
        if (!waits) value_ = valued(*next);
        Step step{.index = i,
                  .kind = text.kind,
                  .seat = text.seat,
                  .before = before.value(Seat::home),
                  .after = value_.value(Seat::home),
                  .score = table_.score_before(i)};
        drives.see(step, *at);
        std::optional<Judged> judged;
        if (text.kind == TurnKind::choice || (text.kind == TurnKind::secret && secrets_known_))
            judged = judge(step, *at, text.action);
        review_.choices = review_.choices || text.kind != TurnKind::chance;
        review_.secrets = review_.secrets || text.kind == TurnKind::secret;
        if (judged) {
            const bool exact = judged->exact && before.exact && value_.exact && text.kind == TurnKind::choice;
            // Between proven values a choice moves the value by exactly what it loses.
            step.loss = std::max(0.0, exact ? -sign(step.seat) * step.change() : judged->loss);
        }
        step.luck = step.change() + sign(step.seat) * step.loss;
        book(step);
        review_.steps.push_back(std::move(step));
    }

    void book(const Step& step) {
        Ledger& ledger = review_.ledger;
        ledger.errors[step.seat] += step.loss;
        ledger.luck[step.seat] += step.luck;
        if (step.kind == TurnKind::choice) ledger.noise[step.seat] += step.luck;
        if (step.kind == TurnKind::secret) ledger.met[step.seat] += step.luck;
    }

    Judged judge(Step& step, const Table& at, std::string_view taken) {
        const Advice advice = evaluator_.advise(at, step.seat, question_);
        const bool mixes = std::ranges::any_of(advice.actions, [](const auto& each) { return each.share > 0; });
        if (step.kind == TurnKind::secret && !mixes) {
            secrets_known_ = false; // playouts know no mix: nothing is said of secret choices
            return {};
        }
        note(advice.exact, advice.error);
        const auto own = std::ranges::find(advice.actions, taken, &AdvisedAction::action);
        if (own == advice.actions.end()) return {};
        if (step.kind == TurnKind::secret) mixes_[step.seat].see(at.turn().event, taken, advice, own->loss);
        step.best = advice.actions.front().action;
        for (const AdvisedAction& each : advice.actions) step.stake = std::max(step.stake, each.loss);
        // A difference within the noise of playouts is no mistake.
        const bool noisy = !advice.exact && !mixes && own->loss <= advice.error;
        const double loss = noisy ? 0 : own->loss;
        if (loss > 0) step.better = step.best;
        return {loss, mixes, advice.exact};
    }

    // Estimates that are off by more than what the choices are said to have lost blame nobody: all that moved at a
    // choice is noise then.
    void decline_where_noisy() {
        Ledger& ledger = review_.ledger;
        const double lost = ledger.errors.home + ledger.errors.away;
        const double noise = std::abs(ledger.noise.home + ledger.noise.away);
        if (review_.exact || lost <= 0 || (review_.error <= kMissedWin && noise <= lost)) return;
        review_.judged = false;
        ledger.errors = {};
        for (Step& step : review_.steps) {
            if (step.kind == TurnKind::choice) {
                ledger.luck[step.seat] -= sign(step.seat) * step.loss;
                ledger.noise[step.seat] -= sign(step.seat) * step.loss;
                step.luck = step.change();
                step.loss = step.stake = 0;
                step.best.clear();
                step.better.clear();
            }
            ledger.errors[step.seat] += step.loss;
        }
    }

    void rank() {
        std::vector<std::size_t> order(review_.steps.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const auto& steps = review_.steps;
        std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
            return std::abs(steps[a].change()) > std::abs(steps[b].change());
        });
        order.resize(std::min(order.size(), kKeyMoments));
        std::erase_if(order, [&](std::size_t i) { return std::abs(steps[i].change()) < kMistake; });
        std::ranges::sort(order);
        review_.moments = std::move(order);
        for (const Step& step : steps)
            if (step.loss > kMistake && !step.better.empty()) review_.mistakes.push_back(step.index);
        std::ranges::stable_sort(review_.mistakes, std::greater(), [&](std::size_t i) { return steps[i].loss; });
    }

    const Table& table_;
    Evaluator& evaluator_;
    const Question& question_;
    Review review_;
    Odds value_;
    BySeat<MixCount> mixes_;
    bool secrets_known_ = true;
};

} // namespace

std::string_view name(Grade grade) {
    switch (grade) {
    case Grade::fine: return "fine";
    case Grade::trifle: return "trifle";
    case Grade::mistake: return "mistake";
    case Grade::missed_win: return "missed-win";
    }
    return {};
}

std::optional<double> Review::accuracy(Seat seat) const {
    double stake = 0;
    double loss = 0;
    for (const Step& step : steps) {
        if (step.kind == TurnKind::chance || step.seat != seat) continue;
        stake += std::max(step.stake, step.loss);
        loss += step.loss;
    }
    if (stake < kMistake) return std::nullopt;
    return 1 - loss / stake;
}

std::vector<std::size_t> Review::of_grade(Grade grade) const {
    std::vector<std::size_t> found;
    std::ranges::copy_if(mistakes, std::back_inserter(found), [&](std::size_t i) { return steps[i].grade() == grade; });
    return found;
}

std::vector<std::size_t> Review::mistakes_of(Seat seat, Grade grade) const {
    std::vector<std::size_t> found = of_grade(grade);
    std::erase_if(found, [&](std::size_t i) { return steps[i].seat != seat; });
    return found;
}

Review review(const Table& table, Evaluator& evaluator, const Question& question, const Progress& progress,
              const std::atomic<bool>& stopped) {
    return Walk(table, evaluator, question).run(progress, stopped);
}

} // namespace touchline::review
