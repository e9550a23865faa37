// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The check of transforms in one precision.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <papilio/estimate.hpp>
#include <papilio/plan.hpp>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/chirps.hpp"
#include "core/error_bound.hpp"
#include "core/storage.hpp"
#include "verify/check/checker.hpp"
#include "verify/check/device_memory.hpp"
#include "verify/check/errors.hpp"
#include "verify/check/inputs.hpp"
#include "verify/reference/chirp_reference.hpp"
#include "verify/reference/fftw.hpp"
#include "verify/reference/reference_ends.hpp"
#include "verify/reference/reference_map.hpp"
#include "verify/reference/scale_of.hpp"
#include "verify/reference/side_layout.hpp"

namespace papilio::verify {

/// The host's data in one precision. Kept for the next problem: its vectors and the reference.
template <class T, class Real>
class Examiner {
 public:
  Examiner(CheckPlace& place, std::shared_ptr<const Fftw<Real>> library)
      : place_(place), library_(std::move(library)) {}

  CheckResult check(const Problem& problem, const CheckInputs& inputs) {
    plan_ = Plan(place_.device, problem, inputs.programs);
    problem_ = plan_.problem();
    in_ = SideLayout(problem_, End::input);
    out_ = SideLayout(problem_, End::output);
    stored_in_ = {problem_.in_storage, problem_.precision};
    stored_out_ = {problem_.out_storage, problem_.precision};
    poison_in_ = stored_in_.rounded(poison<T>());
    poison_out_ = stored_out_.rounded(poison<T>());
    result_ = {};
    result_.transforms = out_.transforms();
    engine_ = engine_for(inputs.seed, problem_.token());
    make_input(inputs.distribution);
    run(first_);
    for (int i = 1; i < executions; ++i) {
      run(again_);
      if (!same_bits(first_.data(), again_.data(), first_.size())) {
        fault(fmt::format("execution {} differs from the first {}", i + 1, difference()));
      }
    }
    check_finite();
    check_gaps();
    if (!place_.scratch.guarded<T>(plan_.scratch_bytes())) fault("written behind the scratch");
    if (!problem_.skip.empty() && in_place() && problem_.out_packing == Packing::whole) check_skipped();
    if (!in_place()) check_input();
    if (out_.transforms() > 1) check_isolation();
    compare();
    plan_ = {};
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool in_place() const { return problem_.placement == Placement::in_place; }
  /// Numbers of a buffer; in place, of the one that both sides share.
  [[nodiscard]] std::size_t room(const SideLayout& side) const {
    return static_cast<std::size_t>(in_place() ? std::max(in_.numbers(), out_.numbers()) : side.numbers()) + guard;
  }
  void fault(std::string what) { result_.faults.push_back(std::move(what)); }

  void make_input(Inputs distribution) {
    constexpr int most_exponent = 30;  // leaves f32 room for sums, scales and small parts
    input_.assign(room(in_), poison_in_);
    InputNumbers<T> numbers(stored_in_, distribution, engine_);
    const bool native = problem_.in_storage == Storage::native && problem_.out_storage == Storage::native &&
                        problem_.scratch_storage != Storage::f32;
    if (native) numbers.magnify(most_exponent);
    for (std::int64_t b = 0; b < in_.transforms(); ++b) {
      numbers.begin(in_.elements(), in_.width(), true);
      in_.for_each_number(b, [&](std::int64_t i) { input_[i] = numbers.next(); });
    }
  }

  /// One execution on poisoned memory.
  void run(std::vector<T>& to) {
    place_.in.upload(input_, stored_in_);
    CheckMemory& target = in_place() ? place_.in : place_.out;
    to.assign(room(out_), poison_out_);
    if (!in_place()) target.upload(to, stored_out_);
    place_.scratch.poison_all<T>(plan_.scratch_bytes());
    plan_.execute(place_.stream, place_.in.buffer(), target.buffer(), place_.scratch.buffer());
    target.download(to, stored_out_);
  }

  /// Returns the place where `again_` differs from `first_`, for people.
  [[nodiscard]] std::string difference() const {
    std::size_t i = 0;
    while (i + 1 < first_.size() && same_bits(&first_[i], &again_[i], 1)) ++i;
    return "at " + out_.place_of(static_cast<std::int64_t>(i));
  }

  void check_finite() {
    // The logarithm of 0 is infinite.
    const bool logarithms = problem_.out_map == OutputMap::decibel || problem_.out_map == OutputMap::log;
    const auto is_wrong = [&](T value) {
      const auto number = static_cast<long double>(value);
      return logarithms ? std::isnan(number) : !std::isfinite(number);
    };
    std::int64_t wrong = -1;
    for (std::int64_t b = 0; b < out_.transforms() && wrong < 0; ++b) {
      out_.for_each_number(b, [&](std::int64_t i) {
        if (wrong < 0 && is_wrong(first_[i])) wrong = i;
      });
    }
    if (wrong >= 0) fault("not finite, or never written, at " + out_.place_of(wrong));
  }

  /// In place, elements that belong to the input alone may have any value afterwards, including zeros of the input.
  void check_gaps() {
    const auto numbers = static_cast<std::size_t>(out_.numbers());
    std::vector<bool> owned(first_.size());
    const auto own = [&](const SideLayout& side, bool pruned_too) {
      for (std::int64_t b = 0; b < side.transforms(); ++b) {
        side.for_each_place(b, [&](std::int64_t at, bool pruned) {
          for (std::int64_t i = 0; (pruned_too || !pruned) && i < side.width(); ++i) owned[at + i * side.part()] = true;
        });
      }
    };
    if (out_.has_gaps() || in_place()) {
      own(out_, false);
      if (in_place()) own(in_, true);
    } else {
      std::fill(owned.begin(), owned.begin() + static_cast<std::ptrdiff_t>(numbers), true);
    }
    const T untouched = poison_out_;
    for (std::size_t i = 0; i < first_.size(); ++i) {
      if (owned[i] || same_bits(&first_[i], &untouched, 1)) continue;
      const auto element = static_cast<std::int64_t>(i) / out_.width();
      return fault(fmt::format("written outside the arrays at element {} of the output", element));
    }
  }

  /// In place, skipped elements of the output still hold the input.
  void check_skipped() {
    std::int64_t wrong = -1;
    for (std::int64_t b = 0; b < out_.transforms() && wrong < 0; ++b) {
      out_.for_each_place(b, [&](std::int64_t at, bool pruned) {
        for (std::int64_t i = at; i < at + out_.width() * out_.part(); i += out_.part()) {
          if (wrong < 0 && pruned && !same_bits(&first_[i], &input_[i], 1)) wrong = at;
        }
      });
    }
    if (wrong >= 0) fault("skipped, and written, at " + out_.place_of(wrong));
  }

  void check_input() {
    again_.resize(input_.size());
    place_.in.download(again_, stored_in_);
    if (!same_bits(again_.data(), input_.data(), input_.size())) fault("the input has changed");
  }

  [[nodiscard]] bool same_transform(std::int64_t b) const {
    bool same = true;
    out_.for_each_row(b, [&](const ElementRow& row) {
      // Runs of neighbouring numbers: elements, their parts, or all of the row.
      const bool dense = row.step == out_.unit();
      const std::int64_t runs = dense ? 1 : row.count;
      const auto numbers = static_cast<std::size_t>(out_.unit() * (dense ? row.count : 1));
      for (std::int64_t plane = 0; plane < out_.width() / out_.unit(); ++plane) {
        for (std::int64_t i = 0, at = row.first + plane * out_.part(); same && i < runs; ++i, at += row.step) {
          same = same_bits(&first_[at], &again_[at], numbers);
        }
      }
    });
    return same;
  }

  /// A NaN in one transform must not change any other transform, except for those that share the element. Where NaN
  /// cannot be stored, another number is used.
  void check_isolation() {
    const std::int64_t ill = random_below(engine_, in_.transforms());
    const std::int64_t at = in_.number_of(ill, random_below(engine_, in_.elements()));
    std::vector<T> healthy;
    for (std::int64_t i = 0; i < in_.width(); ++i)
      healthy.push_back(std::exchange(input_[at + i * in_.part()], poison_in_));
    run(again_);
    for (std::int64_t i = 0; i < in_.width(); ++i) input_[at + i * in_.part()] = healthy[i];
    const std::vector<bool> ills = in_.has_shared() ? in_.transforms_with(at) : std::vector<bool>{};
    for (std::int64_t b = 0; b < out_.transforms(); ++b) {
      const bool shares = !ills.empty() && ills[static_cast<std::size_t>(b)];
      if (b != ill && !shares && !out_.is_removed(b) && !same_transform(b)) {
        return fault(fmt::format("a NaN in transform {} changes transform {}", ill, b));
      }
    }
  }

  void prepare_reference() {
    const DftShape shape = shape_of(problem_);
    if (reference_ && reference_->shape() == shape) return;
    reference_.reset();  // first, because there may not be room for both
    reference_.emplace(library_, shape);
  }

  /// Transforms its input. Returns which results it has not computed; none if it has computed all.
  std::vector<bool> run_reference() {
    circle_.reset();
    if (!problem_.has_contour()) {
      reference_->run();
      return {};
    }
    constexpr std::int64_t max_terms = std::int64_t{1} << 20;
    const ChirpCounts counts = chirp_counts(problem_);
    std::vector<LongComplex> x;
    for (const Real* at = reference_->input(); std::ssize(x) < counts.inputs; at += 2)
      x.emplace_back(static_cast<long double>(at[0]), static_cast<long double>(at[1]));
    const std::int64_t wanted = std::clamp<std::int64_t>(max_terms / counts.inputs, 4, counts.results);
    std::vector<std::int64_t> chosen;
    for (std::int64_t i = 0; i < wanted; ++i) chosen.push_back(counts.results * i / wanted);
    const std::vector<LongComplex> sums = chirp_sums(problem_, x, chosen);
    circle_ = WholeResult{0, 8};  // a few results count as eight
    const double scale = problem_.scale_factor();
    for (const LongComplex& value : x) circle_->norm += 8 * std::norm(value) * scale * scale;
    chirped_.assign(static_cast<std::size_t>(2 * out_.elements()), Real{});
    std::vector<bool> left_out(static_cast<std::size_t>(out_.elements()), true);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      chirped_[static_cast<std::size_t>(2 * chosen[i])] = sums[i].real();
      chirped_[static_cast<std::size_t>(2 * chosen[i] + 1)] = sums[i].imag();
      left_out[static_cast<std::size_t>(chosen[i])] = false;
    }
    return left_out;
  }
  [[nodiscard]] std::vector<Real> exact_results() const {
    if (problem_.has_contour()) return chirped_;
    return {reference_->output(), reference_->output() + reference_->shape().output_numbers()};
  }

  void compare() {
    prepare_reference();
    double between = 0;  // stored by one pass for the next
    if (problem_.scratch_storage != Storage::native) between = papilio::estimate(problem_, place_.device).scratch_error;
    const MapErrors own{arithmetic_bound(problem_) + between, least_roundoff(problem_.out_storage)};
    Errors errors({own.bound, unit_roundoff(problem_.out_storage, problem_.precision), own.stored});
    const Real scale = scale_of<Real>(problem_);
    const std::int64_t most = most_points<T> / problem_.points();
    const std::set<std::int64_t> chosen = sample(out_.transforms(), most, engine_);
    std::vector<T> got(static_cast<std::size_t>(out_.elements() * out_.width()));
    for (const std::int64_t b : chosen) {
      std::vector<Real> given;
      in_.for_each_place(b, [&](std::int64_t at, bool pruned) {
        for (std::int64_t i = 0; i < in_.width(); ++i) given.push_back(pruned ? T{} : input_[at + i * in_.part()]);
      });
      apply_input_ends(problem_, given, in_.number_of(b, 0) / in_.unit());
      std::ranges::copy(given, reference_->input());
      const std::vector<bool> left_out = run_reference();
      std::vector<Real> exact = exact_results();
      apply_output_ends(problem_, exact);
      T* packed = got.data();
      std::vector<bool> skipped;
      out_.for_each_place(b, [&](std::int64_t at, bool pruned) {
        if (!problem_.skip.empty() || !left_out.empty())
          skipped.push_back(pruned || (!left_out.empty() && left_out[skipped.size()]));
        for (std::int64_t i = 0; i < out_.width(); ++i) *packed++ = first_[at + i * out_.part()];
      });
      if (problem_.out_map != OutputMap::none) {
        for (Real& number : exact) number *= scale;
        const std::vector<Real> mapped(got.begin(), got.end());
        const std::vector<Real> behind = results_behind_map(problem_, mapped, exact, own);
        errors.add<Real, Real>({.got = behind, .exact = exact.data(), .width = 2, .skipped = skipped});
        continue;
      }
      errors.add<T, Real>({.got = got,
                           .exact = exact.data(),
                           .scale = scale,
                           .width = out_.width(),
                           .skipped = skipped,
                           .whole = circle_});
    }
    result_.compared = static_cast<std::int64_t>(chosen.size());
    // A map may make small numbers of results that are too large for the storage.
    const bool mapped = problem_.out_map != OutputMap::none;
    result_.take(errors, mapped ? Storage::native : problem_.out_storage, problem_.token());
  }

  CheckPlace& place_;
  std::shared_ptr<const Fftw<Real>> library_;
  std::optional<FftwTransform<Real>> reference_;
  std::vector<Real> chirped_;          ///< results of a chirp z-transform, which FFTW has not
  std::optional<WholeResult> circle_;  ///< average points of the circle
  Plan plan_;
  Problem problem_;
  SideLayout in_;
  SideLayout out_;
  Stored stored_in_;
  Stored stored_out_;
  T poison_in_{};  ///< as it comes back from memory
  T poison_out_{};
  CheckResult result_;
  std::mt19937_64 engine_;
  std::vector<T> input_;  ///< numbers, as all of these
  std::vector<T> first_;
  std::vector<T> again_;
};

}  // namespace papilio::verify
