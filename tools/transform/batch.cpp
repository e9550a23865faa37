// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/transform/batch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <papilio/error.hpp>

namespace papilio::tool {
namespace {

std::int64_t product(const std::vector<std::int64_t>& lengths) {
  std::int64_t result = 1;
  for (const std::int64_t length : lengths) result *= length;  // of a valid problem, so it fits
  return result;
}

void require_packed(const std::string& token, const Problem& problem) {
  Problem packed = problem;
  packed.in_strides.clear();
  packed.out_strides.clear();
  packed.in_distance = packed.out_distance = 0;
  packed.in_offset = packed.out_offset = 0;
  packed.in_layout = packed.out_layout = ComplexLayout::interleaved;
  if (packed.normalised() != problem) {
    throw Error::unsupported(token,
                             "the transforms of a file are packed, without strides, distances, offsets and planes",
                             "leave idist=, odist=, istrides=, ostrides=, ioffset=, ooffset= and planar out");
  }
  if (problem.precision > Precision::f64)
    throw Error::unsupported(token, "files hold no sums of two floats", "use f32 or f64");
  if (problem.window.taps > 1)
    throw Error::unsupported(token, "its frames share samples of the file", "use papilio channelize");
  if (problem.in_storage != Storage::native || problem.out_storage != Storage::native) {
    throw Error::unsupported(token, "a file says itself what its numbers are, and results are of the precision",
                             "use f32 or f64 without in= and out=");
  }
  if (!problem.skip.empty() && problem.out_packing == Packing::whole) {
    throw Error::unsupported(token, "what is skipped would be missing in the file", "leave skip= out, or add ocompact");
  }
  if (problem.halves() && problem.placement == Placement::in_place) {
    throw Error::unsupported(token, "the rows of a real file have no room for their spectrum", "leave inplace out");
  }
}

}  // namespace

std::int64_t input_count(const Problem& problem) { return product(problem.input_lengths()); }
std::int64_t output_count(const Problem& problem) { return product(problem.output_lengths()); }

Problem problem_of_file(const std::string& token, const FileElements& elements, PieceEnd padding) {
  Problem problem = Problem::parse(token);
  require_packed(token, problem);
  if (problem.real_input() && elements.kind == SampleKind::complex) {
    throw Error::invalid_argument(elements.path, fmt::format("holds complex numbers, but {} takes real ones", token),
                                  "use c2c, or save the real part as .npy");
  }
  const std::int64_t n = input_count(problem);
  const std::string lengths = fmt::format("{}", fmt::join(problem.input_lengths(), "x"));
  const std::int64_t rest = elements.count % n;
  if (rest != 0 && padding == PieceEnd::none) {
    throw Error::invalid_argument(elements.path,
                                  fmt::format("holds {} elements: {} transforms of {} and {} left over", elements.count,
                                              elements.count / n, lengths, rest),
                                  "pad the last with zeros (--pad), or choose another length");
  }
  const std::int64_t batch = elements.count / n + (rest == 0 ? 0 : 1);
  const bool token_has_batch = token.find('*') != std::string::npos;
  if (token_has_batch && problem.batch != batch) {
    throw Error::invalid_argument(elements.path,
                                  fmt::format("holds {} elements, {} transforms of {}, but {} asks for {}",
                                              elements.count, batch, lengths, token, problem.batch),
                                  "leave the batch out of the token: it follows from the file");
  }
  problem.batch = batch;
  problem.validate();
  return problem;
}

std::vector<std::int64_t> shape_of_result(const Problem& problem, const FileElements& elements) {
  const std::vector<std::int64_t> in = problem.input_lengths();
  const std::vector<std::int64_t> out = problem.output_lengths();
  std::vector<std::int64_t> shape = elements.shape;
  if (shape.size() >= in.size() && std::equal(in.rbegin(), in.rend(), shape.rbegin())) {
    shape.resize(shape.size() - in.size());
  } else {
    shape = {problem.batch};
  }
  shape.insert(shape.end(), out.begin(), out.end());
  return shape;
}

}  // namespace papilio::tool
