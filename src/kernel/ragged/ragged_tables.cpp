// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/ragged/ragged_tables.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <papilio/error.hpp>

#include "core/storage.hpp"
#include "kernel/tables/tables.hpp"

namespace papilio::kernel {
namespace {

long double ragged_scale(Scale scale, std::int64_t length) {
  if (scale == Scale::none) return 1;
  const auto n = static_cast<long double>(length);
  return scale == Scale::inverse_n ? 1 / n : 1 / std::sqrt(n);
}

class RaggedNumbersWriter {
 public:
  RaggedNumbersWriter(const RaggedProblem& problem, const RaggedSpec& spec)
      : problem_(problem), spec_(spec), bytes_(element_bytes(spec.dft.precision)) {}

  /// The place of the numbers of a length, which are written at the first call.
  std::int64_t place_of(std::int64_t length) {
    const auto [found, is_new] = places_.try_emplace(length, end_);
    if (is_new) write(length);
    return found->second;
  }

  /// All numbers.
  std::vector<std::byte> take() { return std::move(numbers_); }

 private:
  void write(std::int64_t length) {
    const std::int64_t points = ragged_points(problem_.kind, length);
    const RaggedNumbers places = ragged_numbers(spec_, points);
    if (end_ > std::numeric_limits<std::int32_t>::max() - places.count) {
      throw Error::unsupported("ragged batch: " + problem_.summary(),
                               "the tables of its lengths have more than 2^31 numbers",
                               "make several plans, each with some of the lengths");
    }
    numbers_.resize(static_cast<std::size_t>((end_ + places.count) * bytes_));
    put_scale(ragged_scale(problem_.scale, length));
    if (spec_.convolves) put(places.chirp, TableKind::chirp, points, 0);
    if (problem_.kind != Kind::c2c) put(places.roots, TableKind::roots, 2 * points, points + 1);
    if (spec_.convolves) put(places.spectrum, TableKind::chirp_spectrum, points, spec_.dft.length);
    end_ += places.count;
  }

  void put_scale(long double scale) {
    std::byte* const at = numbers_.data() + end_ * bytes_;
    if (spec_.dft.precision == Precision::f32) {
      const auto value = static_cast<float>(scale);
      std::memcpy(at, &value, sizeof(value));
    } else {
      const auto value = static_cast<double>(scale);
      std::memcpy(at, &value, sizeof(value));
    }
  }

  void put(std::int64_t place, TableKind kind, std::int64_t n, std::int64_t m) {
    TableSpec table;
    table.kind = kind;
    table.precision = spec_.dft.precision;
    table.direction = problem_.direction;
    table.n = n;
    table.m = m;
    const std::vector<std::byte> bytes = make_table(table);
    std::memcpy(numbers_.data() + (end_ + place) * bytes_, bytes.data(), bytes.size());
  }

  const RaggedProblem& problem_;
  const RaggedSpec& spec_;
  std::int64_t bytes_;  ///< of a complex number
  std::int64_t end_ = 0;
  std::map<std::int64_t, std::int64_t> places_;
  std::vector<std::byte> numbers_;
};

/// Elements of the output that a work-group counts: pairs of real numbers are one.
std::int64_t counted_results(const RaggedProblem& problem, std::size_t i, std::int64_t points) {
  return problem.kind == Kind::r2c ? problem.elements(i, false) : points;
}

}  // namespace

RaggedTables ragged_tables(const RaggedProblem& problem, const RaggedSpec& spec,
                           const std::vector<std::size_t>& members) {
  const std::vector<std::int64_t> in = problem.offsets(true);
  const std::vector<std::int64_t> out = problem.offsets(false);
  const std::int64_t in_extent = problem.extent(true);
  const std::int64_t out_extent = problem.extent(false);
  RaggedNumbersWriter numbers(problem, spec);
  RaggedTables tables;
  for (const std::size_t i : members) {
    const std::int64_t length = problem.lengths[i];
    const std::int64_t points = ragged_points(problem.kind, length);
    const bool paired = problem.kind == Kind::c2c || points < length;
    for (const std::int64_t entry : {points, counted_results(problem, i, points), std::int64_t{paired ? 1 : 0}, in[i],
                                     out[i], numbers.place_of(length)})
      tables.rows.push_back(static_cast<std::int32_t>(entry));
    tables.limits.push_back(static_cast<std::int32_t>(i));
    for (const bool input : {true, false}) {
      const std::int64_t behind =
          (problem.elements(i, input) - 1) * (input ? problem.in_stride : problem.out_stride) + 1;
      tables.limits.push_back(static_cast<std::int32_t>((input ? in_extent : out_extent) - behind));
    }
  }
  tables.numbers = numbers.take();
  return tables;
}

}  // namespace papilio::kernel
