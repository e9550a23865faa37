// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "guru_problem.hpp"

#include <algorithm>
#include <numeric>

namespace papilio::testing {
namespace {

using Random = std::mt19937;

int below(Random& random, int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }

bool half_family(Family family) { return family == Family::r2c || family == Family::c2r; }

/// One side's lengths and, to be drawn, strides; `unit` divides the innermost stride.
struct SideLayout {
  std::vector<std::ptrdiff_t> lengths;
  std::vector<std::ptrdiff_t> strides;
  std::ptrdiff_t offset = 0;
  std::ptrdiff_t elements = 1;
};

/// row-major without gaps; in any order, with gaps; negative ones, too
enum class Strides { plain, positive, any };

/// Nested strides in a random order, now and then with gaps and negative.
void draw_strides(Random& random, SideLayout& side, Strides strides) {
  const bool plain = strides == Strides::plain;
  std::vector<std::size_t> order(side.lengths.size());
  std::iota(order.rbegin(), order.rend(), std::size_t{0});  // row-major
  if (!plain && below(random, 2) == 0) std::shuffle(order.begin(), order.end(), random);
  std::ptrdiff_t stride = !plain && below(random, 4) == 0 ? 2 : 1;
  side.strides.assign(side.lengths.size(), 0);
  for (const std::size_t i : order) {
    side.strides[i] = stride;
    stride *= side.lengths[i];
    if (!plain && below(random, 4) == 0) stride += 1 + below(random, 3);
  }
  for (std::size_t i = 0; i < side.strides.size(); ++i) {
    const std::ptrdiff_t reach = side.strides[i] * (side.lengths[i] - 1);
    side.elements += reach;
    if (strides != Strides::any || below(random, 12) != 0) continue;
    side.strides[i] = -side.strides[i];
    side.offset += reach;
  }
}

void assign(GuruProblem& problem, const SideLayout& in, const SideLayout& out) {
  const std::size_t many = problem.howmany.size();
  for (std::size_t i = 0; i < in.strides.size(); ++i) {
    fftw_iodim64& dim = i < many ? problem.howmany[i] : problem.dims[i - many];
    dim.is = in.strides[i];
    dim.os = out.strides[i];
  }
  problem.in_offset = in.offset;
  problem.out_offset = out.offset;
  problem.in_elements = in.elements;
  problem.out_elements = out.elements;
}

std::vector<std::ptrdiff_t> lengths_of(const GuruProblem& problem, bool real) {
  std::vector<std::ptrdiff_t> lengths;
  for (const auto& dim : problem.howmany) lengths.push_back(dim.n);
  for (const auto& dim : problem.dims) lengths.push_back(dim.n);
  if (half_family(problem.family) && !real) lengths.back() = lengths.back() / 2 + 1;
  return lengths;
}

/// In place, rows of real numbers are as long as those of the half spectrum.
void draw_layout(Random& random, GuruProblem& problem) {
  SideLayout in{lengths_of(problem, problem.real_in()), {}, 0, 1};
  SideLayout out{lengths_of(problem, problem.real_out()), {}, 0, 1};
  // The planner of FFTW 3.3.10 recurses without end for some transforms of several axes with negative strides.
  const bool endless = problem.dims.size() > 1;
  const Strides strides = below(random, 3) == 0 ? Strides::plain : endless ? Strides::positive : Strides::any;
  if (!problem.in_place) {
    draw_strides(random, in, strides);
    draw_strides(random, out, strides);
  } else if (half_family(problem.family)) {
    SideLayout& complex = problem.real_in() ? out : in;
    SideLayout& real = problem.real_in() ? in : out;
    draw_strides(random, complex, Strides::plain);
    real.strides = complex.strides;
    for (std::size_t i = 0; i + 1 < real.strides.size(); ++i) real.strides[i] *= 2;
    real.elements = 2 * complex.elements;
  } else {
    draw_strides(random, in, strides);
    out = in;
  }
  assign(problem, in, out);
}

}  // namespace

double GuruProblem::points() const {
  double product = 1;
  for (const auto& dim : dims) product *= static_cast<double>(dim.n);
  for (const auto& dim : howmany) product *= static_cast<double>(dim.n);
  return product;
}

std::string GuruProblem::text() const {
  static constexpr const char* names[] = {"dft", "r2c", "c2r", "r2r"};
  std::string result = names[static_cast<int>(family)];
  const auto append = [&](const std::vector<fftw_iodim64>& list) {
    for (const auto& dim : list) {
      result += '[' + std::to_string(dim.n) + ',' + std::to_string(dim.is) + ',' + std::to_string(dim.os) + ']';
    }
  };
  result += ':';
  append(dims);
  result += '*';
  append(howmany);
  for (const fftw_r2r_kind kind : kinds) result += ":" + std::to_string(static_cast<int>(kind));
  if (family == Family::dft) result += sign == FFTW_FORWARD ? ":forward" : ":backward";
  if (split) result += ":split";
  if (in_place) result += ":inplace";
  return result;
}

GuruProblem random_problem(Random& random, const Draw& draw) {
  GuruProblem problem;
  problem.family = static_cast<Family>(below(random, 4));
  problem.in_place = below(random, 3) == 0;
  problem.split = problem.family != Family::r2r && below(random, 4) == 0;
  if (problem.split && half_family(problem.family)) problem.in_place = false;
  problem.sign = problem.split || below(random, 2) == 0 ? FFTW_FORWARD : FFTW_BACKWARD;
  const int rank = std::max(below(random, 4), half_family(problem.family) ? 1 : 0);
  double points = 1;
  const auto draw_length = [&](const std::vector<int>& from) {
    std::ptrdiff_t n = from[static_cast<std::size_t>(below(random, static_cast<int>(from.size())))];
    while (points * static_cast<double>(n) > draw.most_points && n > 2) n = (n + 1) / 2;
    points *= static_cast<double>(n);
    return n;
  };
  for (int i = 0; i < rank; ++i) problem.dims.push_back({draw_length(draw.lengths), 0, 0});
  const int howmany_rank = below(random, 4) == 0 ? 2 : below(random, 2);
  for (int i = 0; i < howmany_rank; ++i) problem.howmany.push_back({draw_length({1, 2, 3, 8, 30, 200}), 0, 0});
  if (problem.family == Family::r2r) {
    for (auto& dim : problem.dims) {
      problem.kinds.push_back(static_cast<fftw_r2r_kind>(below(random, 11)));
      if (problem.kinds.back() == FFTW_REDFT00) dim.n = std::max<std::ptrdiff_t>(dim.n, 2);
    }
  }
  draw_layout(random, problem);
  return problem;
}

}  // namespace papilio::testing
