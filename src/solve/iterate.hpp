// Values of positions that lead back to each other, with a proven bound.
//
// The value is the least solution v of v = T(v), T being monotone (averages and choices). From below: values that
// start at 0 and are replaced by T of themselves, less the rounding of one evaluation, never pass v. From above: if
// replacing every u(i) by T(u)(i) plus that rounding raises no entry, u is nowhere below v (Knaster and Tarski). So a
// guess slightly above the lower values is made and checked; where the check fails, the lower values are improved, and
// at last the upper ones are brought down from 1. Nothing is inferred from the size of the last change.
#pragma once

#include "core/message.hpp"
#include "solve/valuation.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <vector>

namespace touchline::solve {

// What is to be solved: `size()` positions, each over `width()` contexts that do not touch each other (1 for a plain
// layer). Entry (i, k) stands at i * width() + k. update(i, …) works out row i from all rows as they are now; positions
// are visited in order 0, 1, …: put those first whose values the others wait for. `draws` and `draw_out` are null while
// draws are not asked for; when they are, choices go by `values` and the draws follow.
template <class L>
concept CyclicLayer = requires(const L layer, std::size_t i, const double* in, double* out) {
    { layer.size() } -> std::convertible_to<std::size_t>;
    { layer.width() } -> std::convertible_to<std::size_t>;
    { layer.rounding() } -> std::convertible_to<double>; // of one update; see Program::rounding()
    layer.update(i, in, in, out, out);
};

enum class Draws : u8 { none, some };

struct Solved {
    double bound = 0; // on every value, exits of the layer taken as exact: add the bound of those
    int sweeps = 0;
};

namespace detail {

// One column (values, or draws with the values known) between its bounds.
template <CyclicLayer Layer>
class Squeeze {
public:
    // `values` is null while the values themselves are squeezed.
    Squeeze(const Layer& layer, const double* values)
        : layer_(layer), values_(values), width_(layer.width()), low_(layer.size() * width_, 0.0), row_(width_),
          spare_(width_), give_(layer.rounding() + 0x1p-52) {}

    // Leaves the middle of the bounds in `out`; answers half their distance.
    double run(double target, double* out) {
        double still = target / 4; // a sweep that changes less than this is followed by a guess
        for (int tries = 0; tries < 12; ++tries, still /= 8) {
            while (raise() > still && sweeps_ < kMostSweeps) {
            }
            if (guess(target)) return middle(out);
            if (still < 1e-17) break;
        }
        high_.assign(low_.size(), 1.0);
        while (gap() > target && sweeps_ < kMostSweeps) {
            raise();
            lower();
        }
        if (gap() > target * 1.0001) throw Failure(Message{"solve.layer-unsettled"});
        return middle(out);
    }

    [[nodiscard]] int sweeps() const { return sweeps_; }

private:
    static constexpr int kMostSweeps = 200000;
    static constexpr int kGuessSweeps = 64;

    void update(std::size_t i, const double* column) {
        if (values_ == nullptr)
            layer_.update(i, column, static_cast<const double*>(nullptr), row_.data(), static_cast<double*>(nullptr));
        else
            layer_.update(i, values_, column, spare_.data(), row_.data());
    }

    // One sweep from below; the greatest change.
    double raise() {
        ++sweeps_;
        double most = 0;
        for (std::size_t i = 0; i < layer_.size(); ++i) {
            update(i, low_.data());
            double* own = low_.data() + i * width_;
            for (std::size_t k = 0; k < width_; ++k) {
                const double next = std::max(own[k], row_[k] - give_);
                most = std::max(most, next - own[k]);
                own[k] = next;
            }
        }
        return most;
    }

    // One sweep from above; whether no entry asked to be raised (nothing is worth more than 1).
    bool lower() {
        ++sweeps_;
        bool sound = true;
        for (std::size_t i = 0; i < layer_.size(); ++i) {
            update(i, high_.data());
            double* own = high_.data() + i * width_;
            for (std::size_t k = 0; k < width_; ++k) {
                const double next = std::min(1.0, row_[k] + give_);
                sound = sound && next <= own[k];
                own[k] = next;
            }
        }
        return sound;
    }

    // A guess finds its shape within a few sweeps; one sweep that lowers every entry proves it.
    bool guess(double target) {
        high_.resize(low_.size());
        for (std::size_t at = 0; at < low_.size(); ++at) high_[at] = std::min(1.0, low_[at] + target);
        for (int sweep = 0; sweep < kGuessSweeps; ++sweep)
            if (lower()) return gap() <= target;
        return false;
    }

    [[nodiscard]] double gap() const {
        double most = 0;
        for (std::size_t at = 0; at < low_.size(); ++at) most = std::max(most, high_[at] - low_[at]);
        return most;
    }

    double middle(double* out) const {
        for (std::size_t at = 0; at < low_.size(); ++at) out[at] = low_[at] + (high_[at] - low_[at]) / 2;
        return gap() / 2 + 0x1p-52;
    }

    const Layer& layer_;
    const double* values_;
    std::size_t width_;
    std::vector<double> low_;
    std::vector<double> high_;
    std::vector<double> row_;
    std::vector<double> spare_;
    double give_;
    int sweeps_ = 0;
};

} // namespace detail

// Solves a layer until its bounds are no further apart than 2 * target. Requires: room for size() * width() entries in
// `values` (and in `draws`, where draws are asked for), values of play that never ends being 0, as good as lost for
// home.
template <CyclicLayer Layer>
Solved solve_layer(const Layer& layer, Draws with, double target, double* values, double* draws) {
    detail::Squeeze<Layer> squeeze(layer, nullptr);
    Solved solved{squeeze.run(2 * target, values), 0};
    solved.sweeps = squeeze.sweeps();
    if (with == Draws::some) {
        detail::Squeeze<Layer> follow(layer, values);
        solved.bound = std::max(solved.bound, follow.run(2 * target, draws));
        solved.sweeps += follow.sweeps();
    }
    return solved;
}

} // namespace touchline::solve
