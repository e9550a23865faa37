// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "arguments.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>

#include "failure.hpp"
#include "numbers.hpp"

namespace papilio::mex {
namespace {

/// Above it Papilio transforms nothing, and numbers in double precision are exact.
constexpr double most_length = 1LL << 48;

bool whole_number(const mxArray* argument, double least) {
  if (!mxIsNumeric(argument) || mxIsComplex(argument) || mxGetNumberOfElements(argument) != 1) return false;
  const double value = mxGetScalar(argument);
  return value >= least && value <= most_length && std::floor(value) == value;
}

std::int64_t length_of(const mxArray* argument) {
  if (!whole_number(argument, 0)) throw MexFailure("length", "a length is a whole number from 0 on");
  return static_cast<std::int64_t>(mxGetScalar(argument));
}

std::size_t dimension_of(const mxArray* argument) {
  constexpr double most_dimensions = 1024;
  if (!whole_number(argument, 1) || mxGetScalar(argument) > most_dimensions)
    throw MexFailure("dimension", "a dimension is a whole number from 1 on");
  return static_cast<std::size_t>(mxGetScalar(argument)) - 1;
}

bool given(MexArguments arguments, std::size_t index) {
  return index < arguments.size() && !mxIsEmpty(arguments[index]);
}

/// The first dimension whose length is not 1; of a single number the first, as in Octave.
std::size_t first_dimension(const Lengths& lengths) {
  const auto found = std::ranges::find_if(lengths, [](std::int64_t n) { return n != 1; });
  return found == lengths.end() ? 0 : static_cast<std::size_t>(found - lengths.begin());
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// Takes the options from the end.
void take_options(MexArguments& arguments, MexRequest& request) {
  const bool cosine = request.operation == MexOperation::dct || request.operation == MexOperation::idct;
  if (cosine && arguments.size() >= 3 && mxIsChar(arguments[arguments.size() - 2])) {
    const mxArray* const value = arguments.back();
    if (lower(text_of(arguments[arguments.size() - 2], "option", "an option")) != "type")
      throw MexFailure("option", "the option of a cosine transform is \"Type\"");
    if (!whole_number(value, 1) || mxGetScalar(value) > 4) throw MexFailure("option", "\"Type\" is 1, 2, 3 or 4");
    request.dct_type = static_cast<int>(mxGetScalar(value));
    arguments = arguments.first(arguments.size() - 2);
  }
  if (request.operation == MexOperation::ifft && arguments.size() > 1 && mxIsChar(arguments.back())) {
    const std::string option = lower(text_of(arguments.back(), "option", "an option"));
    if (option != "symmetric" && option != "nonsymmetric")
      throw MexFailure("option", "the options of an inverse are \"symmetric\" and \"nonsymmetric\"");
    request.symmetric = option == "symmetric";
    arguments = arguments.first(arguments.size() - 1);
  }
  for (const mxArray* argument : arguments.subspan(std::min<std::size_t>(1, arguments.size()))) {
    if (mxIsChar(argument)) throw MexFailure("option", "there is no such option, or not at this place");
  }
}

/// The checked array, the options taken.
MexRequest begin(MexOperation operation, MexArguments& arguments, std::size_t most) {
  if (arguments.empty()) throw MexFailure("arguments", "the first argument is the array");
  MexRequest request = data_of(operation, arguments[0]);
  take_options(arguments, request);
  expect_count(arguments, 1, most);
  return request;
}

}  // namespace

void expect_count(MexArguments arguments, std::size_t least, std::size_t most) {
  if (arguments.size() < least || arguments.size() > most) {
    throw MexFailure("arguments", std::to_string(arguments.size()) + " arguments, and there are " +
                                      std::to_string(least) + " to " + std::to_string(most));
  }
}

MexRequest data_of(MexOperation operation, const mxArray* argument) {
  const bool numbers = mxIsDouble(argument) || mxIsSingle(argument) || mxIsLogical(argument);
  if (!numbers || mxIsSparse(argument)) {
    throw MexFailure("type", std::string("an array is full, of class double, single or logical, and not ") +
                                 (mxIsSparse(argument) ? "sparse" : mxGetClassName(argument)));
  }
  MexRequest request;
  request.operation = operation;
  request.precision = mxIsSingle(argument) ? Precision::f32 : Precision::f64;
  request.data = mxIsComplex(argument) ? Parts::complex : Parts::real;
  const auto* const lengths = mxGetDimensions(argument);
  request.given.assign(lengths, lengths + mxGetNumberOfDimensions(argument));
  request.lengths = request.given;
  return request;
}

MexRequest along_one(MexOperation operation, MexArguments arguments) {
  MexRequest request = begin(operation, arguments, 3);
  const std::size_t axis = given(arguments, 2) ? dimension_of(arguments[2]) : first_dimension(request.given);
  if (axis >= request.given.size()) request.given.resize(axis + 1, 1);
  request.lengths = request.given;
  if (given(arguments, 1)) request.lengths[axis] = length_of(arguments[1]);
  request.axes = {axis};
  return request;
}

MexRequest along_two(MexOperation operation, MexArguments arguments) {
  MexRequest request = begin(operation, arguments, 3);
  if (given(arguments, 1)) request.lengths[0] = length_of(arguments[1]);
  if (given(arguments, 2)) request.lengths[1] = length_of(arguments[2]);
  request.axes = {0, 1};
  return request;
}

MexRequest along_all(MexOperation operation, MexArguments arguments) {
  MexRequest request = begin(operation, arguments, 2);
  request.axes.resize(request.given.size());
  std::iota(request.axes.begin(), request.axes.end(), std::size_t{0});
  if (!given(arguments, 1)) return request;
  const mxArray* const lengths = arguments[1];
  if (!mxIsDouble(lengths) || mxIsComplex(lengths) || mxGetNumberOfElements(lengths) != request.given.size())
    throw MexFailure("length", "the lengths are as many numbers as the array has dimensions");
  const double* const values = real_numbers<double>(lengths);
  for (std::size_t i = 0; i < request.given.size(); ++i) {
    if (!(values[i] >= 0 && values[i] <= most_length) || std::floor(values[i]) != values[i])
      throw MexFailure("length", "a length is a whole number from 0 on");
    request.lengths[i] = static_cast<std::int64_t>(values[i]);
  }
  return request;
}

std::string text_of(const mxArray* argument, const std::string& identifier, std::string_view name) {
  if (!mxIsChar(argument) || mxGetM(argument) > 1) throw MexFailure(identifier, std::string(name) + " is a text");
  std::string text(mxGetNumberOfElements(argument) + 1, '\0');
  (void)mxGetString(argument, text.data(), text.size());
  text.resize(text.find('\0'));
  return text;
}

bool switch_of(MexArguments arguments, std::size_t index, bool fallback, std::string_view name) {
  if (!given(arguments, index)) return fallback;
  const mxArray* const argument = arguments[index];
  const bool one = (mxIsNumeric(argument) || mxIsLogical(argument)) && mxGetNumberOfElements(argument) == 1;
  const double value = one && !mxIsComplex(argument) ? mxGetScalar(argument) : -1;
  if (value != 0 && value != 1) throw MexFailure("option", std::string(name) + " is 0 or 1");
  return value == 1;
}

}  // namespace papilio::mex
