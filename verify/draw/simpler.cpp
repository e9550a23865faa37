// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/draw/simpler.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <papilio/error.hpp>
#include <set>

namespace papilio::verify {
namespace {

/// Collects those changes of a problem that leave it valid and make another of it.
template <class Any>
class SimplerProblems {
 public:
  explicit SimplerProblems(const Any& problem) : problem_(problem), token_(problem.token()) {}

  template <class Change>
  void add(const Change& change) {
    try {
      Any changed = problem_;
      change(changed);
      changed = Any::parse(changed.token());
      if (changed.token() != token_) list_.push_back(std::move(changed));
    } catch (const Error&) {  // not valid so
    }
  }
  /// `number(problem)` refers to one of its numbers, which is better smaller, down to `least`.
  template <class Number>
  void smaller(const Number& number, std::int64_t least) {
    Any copy = problem_;
    const std::int64_t now = number(copy);
    const std::int64_t halfway = least + (now - least) / 2;
    std::int64_t previous = now;
    for (const std::int64_t value : {least, halfway, now - (now > least ? 1 : -1)}) {
      if (now == least || value == previous) continue;
      previous = value;
      add([&](Any& changed) { number(changed) = value; });
    }
  }
  template <class Field>
  void replace(Field Any::*field, const Field& value) {
    add([&](Any& changed) { changed.*field = value; });
  }
  std::vector<Any> take() { return std::move(list_); }

 private:
  const Any& problem_;
  std::string token_;
  std::vector<Any> list_;
};

void erase_at(auto& values, std::size_t at) {
  if (at < values.size()) values.erase(values.begin() + static_cast<std::ptrdiff_t>(at));
}

void erase_axis(std::vector<int>& axes, int axis) {
  std::erase(axes, axis);
  for (int& other : axes) other -= other > axis ? 1 : 0;
}

void packed_input(Problem& problem) {
  problem.in_strides.clear();
  problem.in_distance = problem.in_offset = 0;
}

void packed_output(Problem& problem) {
  problem.out_strides.clear();
  problem.out_distance = problem.out_offset = 0;
}

void without_axis(Problem& problem, std::size_t axis) {
  problem.axes = problem.transformed_axes();
  erase_axis(problem.axes, static_cast<int>(axis));
  erase_at(problem.lengths, axis);
  erase_at(problem.in_strides, axis);
  erase_at(problem.out_strides, axis);
  erase_at(problem.zero, axis);
  erase_at(problem.skip, axis);
  erase_at(problem.axis_scales, axis);
  problem.window = {};
  problem.detrend = Detrend::none;
  for (std::vector<int>* shift : {&problem.in_shift, &problem.out_shift}) erase_axis(*shift, static_cast<int>(axis));
  if (problem.axes.empty()) throw Error::invalid_argument("the problem", "it has no axis left");
}

void without_axis(ConvolutionProblem& problem, std::size_t axis) {
  problem.axes = problem.convolved_axes();
  erase_axis(problem.axes, static_cast<int>(axis));
  erase_at(problem.lengths, axis);
  erase_at(problem.kernel_lengths, axis);
  for (ArrayLayout* layout : {&problem.in, &problem.out, &problem.kernel}) {
    layout->strides.clear();  // which may belong to channels
    layout->distance = 0;
  }
  if (problem.axes.empty()) throw Error::invalid_argument("the problem", "it has no axis left");
}

void add_layouts(const Problem& problem, SimplerProblems<Problem>& candidates) {
  candidates.add([](Problem& changed) {
    packed_input(changed);
    packed_output(changed);
  });
  candidates.add(packed_input);
  candidates.add(packed_output);
  candidates.add([](Problem& changed) { changed.in_offset = changed.out_offset = 0; });
  candidates.add([](Problem& changed) { changed.in_layout = changed.out_layout = ComplexLayout::interleaved; });
  candidates.add([](Problem& changed) { changed.in_storage = changed.out_storage = Storage::native; });
  candidates.add([](Problem& changed) { changed.scratch_storage = Storage::native; });
  for (std::size_t i = 0; i < problem.zero.size(); ++i) {
    candidates.add([&](Problem& changed) { changed.zero[i] = {}; });
  }
  for (std::size_t i = 0; i < problem.skip.size(); ++i) {
    candidates.add([&](Problem& changed) { changed.skip[i] = {}; });
  }
}

/// Strides and distances one by one, both sides at once too, as problems in place need it.
void add_strides(const Problem& problem, SimplerProblems<Problem>& candidates) {
  candidates.smaller([](Problem& changed) -> std::int64_t& { return changed.in_offset; }, 0);
  candidates.smaller([](Problem& changed) -> std::int64_t& { return changed.out_offset; }, 0);
  if (problem.in_distance != 0) {
    candidates.replace(&Problem::in_distance, std::int64_t{0});
    candidates.smaller([](Problem& changed) -> std::int64_t& { return changed.in_distance; }, 1);
  }
  if (problem.out_distance != 0) {
    candidates.replace(&Problem::out_distance, std::int64_t{0});
    candidates.smaller([](Problem& changed) -> std::int64_t& { return changed.out_distance; }, 1);
  }
  for (std::size_t i = 0; i < problem.in_strides.size(); ++i) {
    candidates.smaller([i](Problem& changed) -> std::int64_t& { return changed.in_strides[i]; }, 1);
  }
  for (std::size_t i = 0; i < problem.out_strides.size(); ++i) {
    candidates.smaller([i](Problem& changed) -> std::int64_t& { return changed.out_strides[i]; }, 1);
  }
}

/// With distances of 0 where they are packed, so that they follow what else is changed.
Problem with_packed_distances(Problem problem) {
  Problem packed = problem;
  packed.in_distance = packed.out_distance = 0;
  packed = packed.normalised();
  if (problem.in_distance == packed.in_distance) problem.in_distance = 0;
  if (problem.out_distance == packed.out_distance) problem.out_distance = 0;
  return problem;
}

}  // namespace

std::vector<Problem> simpler(const Problem& given) {
  const Problem problem = with_packed_distances(given);
  SimplerProblems<Problem> candidates(problem);
  add_layouts(problem, candidates);
  for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis) {
    candidates.add([&](Problem& changed) { without_axis(changed, axis); });
  }
  candidates.replace(&Problem::zero, {});
  candidates.replace(&Problem::skip, {});
  candidates.replace(&Problem::window, {});
  candidates.replace(&Problem::detrend, Detrend::none);
  candidates.replace(&Problem::axis_scales, {});
  candidates.replace(&Problem::in_shift, {});
  candidates.replace(&Problem::out_shift, {});
  candidates.replace(&Problem::out_map, OutputMap::none);
  candidates.replace(&Problem::in_packing, Packing::whole);
  candidates.replace(&Problem::out_packing, Packing::whole);
  candidates.replace(&Problem::placement, Placement::out_of_place);
  candidates.replace(&Problem::scale, Scale::none);
  candidates.replace(&Problem::factor, 1.0);
  candidates.replace(&Problem::axes, {});
  candidates.replace(&Problem::precision, Precision::f32);
  candidates.add([](Problem& changed) {
    changed.kind = Kind::c2c;
    changed.direction = Direction::forward;
  });
  candidates.smaller([](Problem& changed) -> std::int64_t& { return changed.batch; }, 1);
  for (std::size_t i = 0; i < problem.lengths.size(); ++i) {
    candidates.smaller([i](Problem& changed) -> std::int64_t& { return changed.lengths[i]; }, 1);
  }
  add_strides(problem, candidates);
  return candidates.take();
}

std::vector<ConvolutionProblem> simpler(const ConvolutionProblem& problem) {
  using P = ConvolutionProblem;
  SimplerProblems<P> candidates(problem);
  candidates.add([](P& changed) { changed.in = changed.out = changed.kernel = {}; });
  candidates.replace(&P::in, {});
  candidates.replace(&P::out, {});
  candidates.replace(&P::kernel, {});
  candidates.add([](P& changed) { changed.in_storage = changed.out_storage = Storage::native; });
  for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis) {
    candidates.add([&](P& changed) { without_axis(changed, axis); });
  }
  candidates.add([](P& changed) {
    changed.in_channels = changed.out_channels = 1;
    changed.in = changed.out = changed.kernel = {};
  });
  candidates.replace(&P::placement, Placement::out_of_place);
  candidates.replace(&P::kernels, std::int64_t{1});
  candidates.replace(&P::axes, {});
  candidates.replace(&P::operation, Operation::convolve);
  candidates.replace(&P::mode, ConvolutionMode::full);
  candidates.replace(&P::field, Field::real);
  candidates.replace(&P::precision, Precision::f32);
  candidates.smaller([](P& changed) -> std::int64_t& { return changed.in_channels; }, 1);
  candidates.smaller([](P& changed) -> std::int64_t& { return changed.out_channels; }, 1);
  candidates.add([](P& changed) { changed.batch = changed.kernels = 1; });
  candidates.smaller([](P& changed) -> std::int64_t& { return changed.batch; }, 1);
  for (std::size_t i = 0; i < problem.lengths.size(); ++i) {
    candidates.smaller([i](P& changed) -> std::int64_t& { return changed.lengths[i]; }, 1);
    candidates.smaller([i](P& changed) -> std::int64_t& { return changed.kernel_lengths[i]; }, 1);
  }
  for (ArrayLayout P::*side : {&P::in, &P::out, &P::kernel}) {
    candidates.smaller([side](P& changed) -> std::int64_t& { return (changed.*side).offset; }, 0);
    candidates.add([side](P& changed) { (changed.*side).layout = ComplexLayout::interleaved; });
    for (std::size_t i = 0; i < (problem.*side).strides.size(); ++i) {
      candidates.smaller([side, i](P& changed) -> std::int64_t& { return (changed.*side).strides[i]; }, 1);
    }
  }
  return candidates.take();
}

template <class Any>
Any shrink(Any failing, const std::function<bool(const Any&)>& fails, int most) {
  std::set<std::string> tried = {failing.token()};
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (const Any& candidate : simpler(failing)) {
      if (!tried.insert(candidate.token()).second) continue;
      if (most-- <= 0) return failing;
      if (!fails(candidate)) continue;
      failing = candidate;
      smaller = true;
      break;
    }
  }
  return failing;
}

template Problem shrink(Problem, const std::function<bool(const Problem&)>&, int);
template ConvolutionProblem shrink(ConvolutionProblem, const std::function<bool(const ConvolutionProblem&)>&, int);

}  // namespace papilio::verify
