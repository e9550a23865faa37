// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <papilio/error.hpp>
#include <papilio/problem.hpp>
#include <utility>

#include "core/chirps.hpp"
#include "core/ends.hpp"
#include "core/layout.hpp"
#include "core/pair_rules.hpp"
#include "core/storage.hpp"
#include "core/trig_lengths.hpp"

namespace papilio {
namespace {

constexpr std::int64_t max_length = std::int64_t{1} << 27;

[[noreturn]] void fail_too_large(const Problem& problem, const std::string& what, const char* remedy) {
  throw Error::invalid_argument("problem " + problem.token(), what, remedy);
}

std::vector<std::int64_t> strides_of(const Problem& problem, const ArraySide& side) {
  const auto strides = side.all_strides();
  if (!strides) fail_too_large(problem, "the product of its lengths does not fit 64 bits", "use smaller lengths");
  return *strides;
}

std::int64_t distance_of(const Problem& problem, const ArraySide& side) {
  if (const auto distance = side.own_distance()) return *distance;
  return extent_of("problem " + problem.token(), side);
}

/// Requires batch >= 1.
std::int64_t elements_of(const Problem& problem, const ArraySide& side) {
  if (const auto elements = side.elements(problem.batch)) return *elements;
  return elements_of("problem " + problem.token(), side, problem.batch);
}

void validate_lengths(const Problem& problem, const std::string& what) {
  if (problem.lengths.empty()) throw Error::invalid_argument(what, "it has no length", "give one length");
  for (const std::int64_t length : problem.lengths) {
    if (length < 1) {
      throw Error::invalid_argument(what, fmt::format("length {} is less than 1", length), "give a length of 1..2^27");
    }
  }
}

void validate_axes(const Problem& problem, const std::string& what) {
  const auto rank = static_cast<int>(problem.lengths.size());
  for (std::size_t i = 0; i < problem.axes.size(); ++i) {
    const int axis = problem.axes[i];
    if (axis < 0 || axis >= rank) {
      throw Error::invalid_argument(what, fmt::format("there is no axis {}", axis),
                                    fmt::format("axes are counted from 0, the outermost, to {}", rank - 1));
    }
    if (i > 0 && axis <= problem.axes[i - 1]) {
      throw Error::invalid_argument(what, fmt::format("its axes {} do not ascend", fmt::join(problem.axes, ",")),
                                    "name each axis once, in ascending order");
    }
  }
  for (const int axis : problem.transformed_axes()) {
    if (problem.kind == Kind::dct1 && problem.lengths[axis] == 1) {
      throw Error::invalid_argument(what, "a dct1 of length 1 has no meaning", "give it 2 points at least");
    }
    if (problem.lengths[axis] <= max_length) continue;
    throw Error::unsupported(
        what,
        fmt::format("length {} is not yet supported: it is more than 2^27 = {}", problem.lengths[axis], max_length),
        "give a length of 1..2^27");
  }
}

void validate_scratch(const Problem& problem, const std::string& what) {
  if (is_native(problem.scratch_storage, problem.precision)) return;
  const bool single = problem.precision == Precision::f32;
  const bool half = problem.scratch_storage == Storage::f16 || problem.scratch_storage == Storage::bf16;
  const bool narrower = single ? half : problem.scratch_storage == Storage::f32;
  const std::string_view name = to_string(problem.scratch_storage, problem.precision);
  if (!narrower) {
    throw Error::invalid_argument(
        what, fmt::format("scratch={}: what {} computes is not stored so between passes", name, single ? "f32" : "f64"),
        single ? "use scratch=f16 or scratch=bf16, or leave it out" : "use scratch=f32, or leave it out");
  }
  if (problem.scratch_storage == Storage::f16 && problem.real_input() && problem.real_results() &&
      problem.transformed_axes().size() > 1) {
    throw Error::unsupported(what, "scratch=f16: the numbers between its axes are real, and share no exponents",
                             "use scratch=bf16, or leave it out");
  }
}

/// Checks what both sides must have in common if they share one buffer.
void validate_same(const std::string& what, const ArraySide& in, const ArraySide& out, const Problem& problem) {
  const auto differ = [&](const std::string& name, const auto& a, const auto& b) {
    return Error::invalid_argument(what,
                                   fmt::format("{} {} of the input and {} of the output differ in place", name, a, b),
                                   "make them equal or transform out of place");
  };
  const std::string_view read = to_string(in.storage, problem.precision);
  const std::string_view written = to_string(out.storage, problem.precision);
  if (read != written) throw differ("storage", read, written);
  if (in.offset * (in.real ? 1 : 2) != out.offset * (out.real ? 1 : 2)) {
    if (in.real == out.real) throw differ("offset", in.offset, out.offset);
    throw Error::invalid_argument(
        what, fmt::format("offset {} of the input and {} of the output are two places", in.offset, out.offset),
        "give the real side twice the offset of the complex side");
  }
  const bool planar = in.layout == ComplexLayout::planar || out.layout == ComplexLayout::planar;
  if (planar && (problem.halves() || in.layout != out.layout)) {
    throw Error::invalid_argument(what, "planar and other numbers do not share a memory",
                                  "make both sides planar, of a c2c, or transform out of place");
  }
}

void validate_ranges(const std::string& what, const char* option, const std::vector<Range>& ranges, const char* side,
                     const std::vector<std::int64_t>& indices) {
  if (ranges.empty()) return;
  if (ranges.size() != indices.size()) {
    throw Error::invalid_argument(what,
                                  fmt::format("{} {} ranges for {} lengths", ranges.size(), option, indices.size()),
                                  "give one for each length, or none");
  }
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const Range& range = ranges[i];
    if (range == Range{}) continue;
    const std::string name = fmt::format("the {} range [{},{}) of axis {}", option, range.begin, range.end, i);
    if (range.empty() || range.begin < 0 || range.end > indices[i]) {
      throw Error::invalid_argument(what,
                                    fmt::format("{} is not a part of the {}'s {} indices", name, side, indices[i]),
                                    fmt::format("use 0 <= begin < end <= {}", indices[i]));
    }
    if (range.size() == indices[i]) {
      throw Error::invalid_argument(what, name + " leaves nothing of the axis", "leave one index at least");
    }
  }
}

bool is_twice(std::int64_t a, std::int64_t b) {
  std::int64_t twice = 0;
  return !__builtin_mul_overflow(b, 2, &twice) && a == twice;
}

/// True if the array of a side with these ranges has fewer elements than indices: a range that is empty removes none.
bool is_compact(Packing packing, const std::vector<Range>& ranges) {
  return packing == Packing::compact && !std::ranges::all_of(ranges, &Range::empty);
}

void validate_in_place(const Problem& problem, const std::string& what) {
  const ArraySide in = input_side(problem);
  const ArraySide out = output_side(problem);
  const bool compact_in = is_compact(problem.in_packing, problem.zero);
  const bool compact_out = is_compact(problem.out_packing, problem.skip);
  if ((compact_in || compact_out) && (compact_in != compact_out || problem.zero != problem.skip || problem.halves())) {
    throw Error::unsupported(
        what,
        fmt::format("its compact arrays of {} inputs and {} outputs do not coincide in place",
                    fmt::join(in.lengths, "x"), fmt::join(out.lengths, "x")),
        "transform out of place, or leave the same indices out of both sides of a kind whose sides are equal");
  }
  validate_same(what, in, out, problem);
  const std::int64_t in_distance = distance_of(problem, in);
  const std::int64_t out_distance = distance_of(problem, out);
  if (!problem.halves()) {
    if (problem.batch > 1 && in_distance != out_distance) {
      throw Error::invalid_argument(
          what, fmt::format("input distance {} and output distance {} differ in place", in_distance, out_distance),
          "make them equal or transform out of place");
    }
    if (strides_of(problem, in) != strides_of(problem, out)) {
      throw Error::invalid_argument(
          what,
          fmt::format("input strides {} and output strides {} differ in place", fmt::join(strides_of(problem, in), ","),
                      fmt::join(strides_of(problem, out), ",")),
          "make them equal or transform out of place");
    }
    return;
  }
  const ArraySide& real = in.real ? in : out;
  const ArraySide& half = in.real ? out : in;
  std::vector<std::int64_t> real_strides = strides_of(problem, real);
  const std::vector<std::int64_t> half_strides = strides_of(problem, half);
  const bool last = problem.transformed_axes().back() + 1 == static_cast<int>(problem.lengths.size());
  bool coincide = last && real_strides.back() == 1 && half_strides.back() == 1 &&
                  (problem.batch == 1 || is_twice(distance_of(problem, real), distance_of(problem, half)));
  for (std::size_t i = 0; i + 1 < real_strides.size(); ++i) coincide &= is_twice(real_strides[i], half_strides[i]);
  if (!coincide) {
    throw Error::invalid_argument(what, "rows of its real and of its complex side do not coincide in place",
                                  "halve the last axis, with stride 1, and give the real side twice the other strides "
                                  "and distance; or transform out of place");
  }
}

Problem packed(Kind kind, Precision precision, const std::vector<std::int64_t>& lengths, std::int64_t batch) {
  Problem problem;
  problem.kind = kind;
  problem.precision = precision;
  problem.lengths = lengths;
  problem.batch = batch;
  return problem;
}

/// The kinds of types 1 to 4 follow one another.
Kind kind_of_type(const char* family, Kind first, int type) {
  static_assert(static_cast<int>(Kind::dct4) - static_cast<int>(Kind::dct1) == 3);
  static_assert(static_cast<int>(Kind::dst4) - static_cast<int>(Kind::dst1) == 3);
  if (type >= 1 && type <= 4) return static_cast<Kind>(static_cast<int>(first) + type - 1);
  throw Error::invalid_argument(fmt::format("{} of type {}", family, type), "there is no such type",
                                "choose 1, 2, 3 or 4");
}

void validate_direction(const Problem& problem, const std::string& what) {
  const Kind kind = problem.kind;
  if (kind != Kind::c2c && !problem.halves() && problem.direction != Direction::forward) {
    throw Error::invalid_argument(what, "a real-to-real kind has no direction",
                                  "use the kind that is the inverse: 1 of 1, 2 of 3, 3 of 2, 4 of 4, dht of dht");
  }
  if (problem.halves() && (problem.direction == Direction::forward) != (kind == Kind::r2c)) {
    throw Error::invalid_argument(what,
                                  kind == Kind::r2c ? "r2c is a forward transform" : "c2r is an inverse transform",
                                  kind == Kind::r2c ? "make its direction forward; c2r is the way back"
                                                    : "make its direction inverse; r2c is the way there");
  }
}

double divisor_of(Scale scale, double n) {
  if (scale < Scale::none || scale > Scale::inverse_sqrt_n) {
    throw Error::invalid_argument("problem", fmt::format("its scale has no meaning: {}", static_cast<int>(scale)),
                                  "use a value of enum Scale");
  }
  return scale == Scale::none ? 1 : scale == Scale::inverse_n ? n : std::sqrt(n);
}

void validate_factor(const Problem& problem, const std::string& what) {
  if (!std::isfinite(problem.factor)) {
    throw Error::invalid_argument(what, fmt::format("its factor {} is not finite", problem.factor),
                                  "give a finite number");
  }
  if (part_of(problem.precision) == Precision::f64 || problem.factor == 0) return;
  const double multiplier = std::abs(problem.scale_factor());
  if (multiplier >= std::numeric_limits<float>::min() && multiplier <= std::numeric_limits<float>::max()) return;
  throw Error::invalid_argument(
      what, fmt::format("f32 does not hold its scale and factor, {:g} in all", problem.scale_factor()),
      "use f64, or a factor closer to 1");
}

}  // namespace

Problem Problem::c2c(Precision precision, const std::vector<std::int64_t>& lengths, std::int64_t batch,
                     Direction direction) {
  Problem problem = packed(Kind::c2c, precision, lengths, batch);
  problem.direction = direction;
  return problem;
}
Problem Problem::r2c(Precision precision, const std::vector<std::int64_t>& lengths, std::int64_t batch) {
  return packed(Kind::r2c, precision, lengths, batch);
}
Problem Problem::c2r(Precision precision, const std::vector<std::int64_t>& lengths, std::int64_t batch) {
  Problem problem = packed(Kind::c2r, precision, lengths, batch);
  problem.direction = Direction::inverse;
  return problem;
}
Problem Problem::dht(Precision precision, const std::vector<std::int64_t>& lengths, std::int64_t batch) {
  return packed(Kind::dht, precision, lengths, batch);
}
Problem Problem::dct(int type, Precision precision, const std::vector<std::int64_t>& lengths, std::int64_t batch) {
  return packed(kind_of_type("dct", Kind::dct1, type), precision, lengths, batch);
}
Problem Problem::dst(int type, Precision precision, const std::vector<std::int64_t>& lengths, std::int64_t batch) {
  return packed(kind_of_type("dst", Kind::dst1, type), precision, lengths, batch);
}

Problem Problem::c2c(Precision precision, std::int64_t length, std::int64_t batch, Direction direction) {
  return c2c(precision, std::vector{length}, batch, direction);
}
Problem Problem::r2c(Precision precision, std::int64_t length, std::int64_t batch) {
  return r2c(precision, std::vector{length}, batch);
}
Problem Problem::c2r(Precision precision, std::int64_t length, std::int64_t batch) {
  return c2r(precision, std::vector{length}, batch);
}
Problem Problem::dht(Precision precision, std::int64_t length, std::int64_t batch) {
  return dht(precision, std::vector{length}, batch);
}
Problem Problem::dct(int type, Precision precision, std::int64_t length, std::int64_t batch) {
  return dct(type, precision, std::vector{length}, batch);
}
Problem Problem::dst(int type, Precision precision, std::int64_t length, std::int64_t batch) {
  return dst(type, precision, std::vector{length}, batch);
}

Problem Problem::czt(Precision precision, std::int64_t inputs, std::int64_t results, const Contour& contour,
                     std::int64_t batch) {
  Problem problem = c2c(precision, std::max(inputs, results), batch);
  problem.pad_input({inputs});
  problem.crop_output({results});
  problem.contour = contour;
  return problem.normalised();
}

std::vector<int> Problem::transformed_axes() const {
  if (!axes.empty()) return axes;
  std::vector<int> all(lengths.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
  return all;
}

std::vector<std::int64_t> Problem::input_lengths() const { return input_side(*this).lengths; }
std::vector<std::int64_t> Problem::output_lengths() const { return output_side(*this).lengths; }
std::vector<std::int64_t> Problem::input_strides() const { return strides_of(*this, input_side(*this)); }
std::vector<std::int64_t> Problem::output_strides() const { return strides_of(*this, output_side(*this)); }

std::int64_t Problem::points() const {
  std::int64_t product = 1;
  for (const int axis : transformed_axes()) {
    if (__builtin_mul_overflow(product, lengths.at(axis), &product)) {
      fail_too_large(*this, "the product of its lengths does not fit 64 bits", "use smaller lengths");
    }
  }
  return product;
}

Problem Problem::normalised() const {
  Problem problem = *this;
  if (axes.size() == lengths.size()) problem.axes.clear();
  const auto settle = [&](std::vector<std::int64_t>& strides, std::int64_t& distance, const ArraySide& side) {
    distance = distance_of(*this, side);
    if (strides == side.packed_strides()) strides.clear();
  };
  settle(problem.in_strides, problem.in_distance, input_side(*this));
  settle(problem.out_strides, problem.out_distance, output_side(*this));
  for (Storage* storage : {&problem.in_storage, &problem.out_storage, &problem.scratch_storage}) {
    if (is_native(*storage, precision)) *storage = Storage::native;
  }
  for (std::vector<Range>* ranges : {&problem.zero, &problem.skip}) {
    if (std::ranges::all_of(*ranges, &Range::empty)) ranges->clear();
  }
  if (problem.zero.empty()) problem.in_packing = Packing::whole;
  if (problem.skip.empty()) problem.out_packing = Packing::whole;
  normalise_ends(problem);
  return problem;
}

void Problem::validate() const {
  const std::string what = "problem " + token();
  validate_lengths(*this, what);
  validate_axes(*this, what);
  if (batch < 1) {
    throw Error::invalid_argument(what, fmt::format("batch {} is less than 1", batch), "give a batch of at least 1");
  }
  validate_direction(*this, what);
  if (is_integer(out_storage)) {
    throw Error::invalid_argument(
        what, fmt::format("an output of {}: integers can only be read", to_string(out_storage, precision)),
        "store f16, bf16, f32 or f64");
  }
  validate_pairs(*this, what);
  validate_scratch(*this, what);
  validate_factor(*this, what);
  validate_side(what, input_side(*this), batch, precision);
  validate_side(what, output_side(*this), batch, precision);
  validate_ranges(what, "zero", zero, "input", input_indices(*this));
  validate_ranges(what, "skip", skip, "output", output_indices(*this));
  validate_contour(*this, what);
  validate_ends(*this, what);
  if (placement == Placement::in_place) validate_in_place(*this, what);
}

std::int64_t Problem::input_elements() const { return elements_of(*this, input_side(*this)); }
std::int64_t Problem::output_elements() const { return elements_of(*this, output_side(*this)); }

std::int64_t Problem::element_bytes() const { return papilio::element_bytes(precision); }
std::int64_t Problem::input_element_bytes() const { return input_side(*this).element_bytes(precision); }
std::int64_t Problem::output_element_bytes() const { return output_side(*this).element_bytes(precision); }

std::int64_t Problem::scratch_element_bytes() const { return 2 * bytes_of(scratch_storage, precision); }

double Problem::scale_factor() const {
  double n = 1;
  double divisor = 1;
  for (const int axis : transformed_axes()) {
    // The problem may be invalid; no valid length is clamped.
    const std::int64_t length = std::clamp<std::int64_t>(lengths.at(axis), 0, max_length);
    const auto own = static_cast<double>(logical_length(kind, length));
    n *= own;
    if (axis < std::ssize(axis_scales)) divisor *= divisor_of(axis_scales[axis], own);
  }
  return factor / (divisor * divisor_of(scale, n));
}

}  // namespace papilio
