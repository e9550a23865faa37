// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <papilio/convolution_problem.hpp>
#include <papilio/error.hpp>

#include "core/storage.hpp"

namespace papilio {
namespace {

// As of transforms; the transform of full is longer than either.
constexpr std::int64_t longest = std::int64_t{1} << 27;

std::int64_t bytes_stored(const ConvolutionProblem& problem, Storage storage) {
  return bytes_of(storage, problem.precision) * (problem.field == Field::real ? 1 : 2);
}

std::int64_t product(const ConvolutionProblem& problem, const std::vector<std::int64_t>& lengths, std::int64_t count) {
  std::int64_t result = 0;
  // Of the widest type that they may be stored as.
  const std::int64_t bytes = problem.field == Field::real ? 8 : 16;
  bool fits = !__builtin_mul_overflow(count, bytes, &result);
  for (const std::int64_t length : lengths) fits = fits && !__builtin_mul_overflow(result, length, &result);
  if (!fits) {
    throw Error::invalid_argument("problem " + problem.token(), "its bytes do not fit 64 bits",
                                  "use smaller lengths or counts");
  }
  return result / bytes;
}

void validate_axis(const ConvolutionProblem& problem, const std::string& what, std::size_t axis) {
  const std::int64_t signal = problem.lengths[axis];
  const std::int64_t kernel = problem.kernel_lengths[axis];
  for (const std::int64_t length : {signal, kernel}) {
    if (length >= 1) continue;
    throw Error::invalid_argument(what, fmt::format("length {} is less than 1", length), "give a length of 1 at least");
  }
  if (problem.mode == ConvolutionMode::valid && kernel > signal) {
    throw Error::invalid_argument(
        what, fmt::format("a kernel of {} points does not fit within {}", kernel, signal),
        "exchange signal and kernel, or use full or same");
  }
  const bool circular = problem.mode == ConvolutionMode::circular;
  if (signal > longest || kernel > longest || (!circular && signal + kernel - 1 > longest)) {
    throw Error::unsupported(what, fmt::format("lengths {} and {} need a transform of more than 2^27", signal, kernel),
                             "take the signal in parts: OverlapSave does");
  }
}

}  // namespace

void ConvolutionProblem::validate() const {
  const std::string what = "problem " + token();
  if (lengths.empty() || lengths.size() > 3) {
    throw Error::invalid_argument(what, fmt::format("it has {} lengths", lengths.size()), "give 1 to 3");
  }
  if (kernel_lengths.size() != lengths.size()) {
    throw Error::invalid_argument(
        what, fmt::format("{} kernel lengths for {} of the signal", kernel_lengths.size(), lengths.size()),
        "give as many");
  }
  if (batch < 1) {
    throw Error::invalid_argument(what, fmt::format("batch {} is less than 1", batch), "give one signal at least");
  }
  if (kernels != 1 && kernels != batch) {
    throw Error::invalid_argument(what, fmt::format("{} kernels for {} signals", kernels, batch),
                                  "give one for all, or one for each");
  }
  for (std::size_t axis = 0; axis < lengths.size(); ++axis) validate_axis(*this, what, axis);
  if (is_integer(out_storage)) {
    throw Error::invalid_argument(
        what, fmt::format("an output of {}: integers can only be read", to_string(out_storage, precision)),
        "store f16, bf16, f32 or f64");
  }
  (void)signal_elements();
  (void)kernel_elements();
  (void)output_elements();
}

std::vector<std::int64_t> ConvolutionProblem::output_lengths() const {
  std::vector<std::int64_t> result = lengths;
  for (std::size_t axis = 0; axis < lengths.size(); ++axis) {
    if (mode == ConvolutionMode::full) result[axis] += kernel_lengths.at(axis) - 1;
    if (mode == ConvolutionMode::valid) result[axis] -= kernel_lengths.at(axis) - 1;
  }
  return result;
}

std::int64_t ConvolutionProblem::signal_elements() const { return product(*this, lengths, batch); }
std::int64_t ConvolutionProblem::kernel_elements() const { return product(*this, kernel_lengths, kernels); }
std::int64_t ConvolutionProblem::output_elements() const { return product(*this, output_lengths(), batch); }

std::int64_t ConvolutionProblem::element_bytes() const { return bytes_stored(*this, Storage::native); }
std::int64_t ConvolutionProblem::input_element_bytes() const { return bytes_stored(*this, in_storage); }
std::int64_t ConvolutionProblem::output_element_bytes() const { return bytes_stored(*this, out_storage); }

}  // namespace papilio
