// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/one_liners.hpp>
#include <utility>

#include "api/element_type.hpp"
#include "api/signal/recent_plans.hpp"

namespace papilio {
namespace {

template <typename T>
Problem problem_of(Kind kind, const Lengths& shape, Norm norm, Direction direction) {
  Problem problem;
  problem.kind = kind;
  problem.precision = api::ElementType<T>::precision;
  problem.lengths = shape;
  // The inverse of a cosine or sine transform is itself a forward transform.
  problem.direction = kind == Kind::c2c || kind == Kind::c2r ? direction : Direction::forward;
  problem.scale = scale_of(norm, direction);
  return problem;
}

template <typename Out, typename In>
std::vector<Out> transform(const Problem& problem, std::span<const In> in) {
  problem.validate();
  if (static_cast<std::int64_t>(in.size()) != problem.input_elements()) {
    throw Error::invalid_argument(
        fmt::format("an array of {} elements", in.size()),
        fmt::format("the shape {} has {}", fmt::join(problem.input_lengths(), "x"), problem.input_elements()),
        "give the array's lengths, outermost first");
  }
  std::vector<Out> result(static_cast<std::size_t>(problem.output_elements()));
  api::execute_recent(problem, in, result);
  return result;
}

template <typename Out, typename In>
std::vector<Out> transform_array(Problem problem, std::span<const In> in, const Axes& axes) {
  for (const int axis : axes) {
    problem.axes.push_back(axis < 0 ? axis + static_cast<int>(problem.lengths.size()) : axis);
  }
  return transform<Out>(problem, in);
}

/// The last two axes.
Axes image_axes(const Lengths& shape) {
  if (shape.size() < 2) {
    throw Error::invalid_argument(fmt::format("a shape of {} lengths", shape.size()), "an image has rows and columns",
                                  "give both, or use the function for one signal");
  }
  return {-2, -1};
}

template <typename T>
Lengths shape_of(std::span<const T> signal) {
  return {static_cast<std::int64_t>(signal.size())};
}

template <typename T>
std::vector<std::complex<T>> complex_signal(std::span<const std::complex<T>> x, Norm norm, Direction direction) {
  if (x.empty()) return {};
  return transform<std::complex<T>>(problem_of<T>(Kind::c2c, shape_of(x), norm, direction), x);
}

template <typename T>
std::vector<std::complex<T>> chirp_z(std::span<const std::complex<T>> x, std::int64_t results, const Contour& contour) {
  if (x.empty()) return {};
  const auto inputs = static_cast<std::int64_t>(x.size());
  return transform<std::complex<T>>(Problem::czt(api::ElementType<T>::precision, inputs, results, contour), x);
}

template <typename T>
std::vector<std::complex<T>> half_spectrum(std::span<const T> x, Norm norm) {
  if (x.empty()) return {};
  return transform<std::complex<T>>(problem_of<T>(Kind::r2c, shape_of(x), norm, Direction::forward), x);
}

template <typename T>
std::vector<T> real_signal(std::span<const std::complex<T>> x, std::int64_t length, Norm norm) {
  if (x.empty()) return {};
  if (length == 0) length = 2 * (static_cast<std::int64_t>(x.size()) - 1);
  if (length < 1) {
    throw Error::invalid_argument(fmt::format("irfft of {} elements to {}", x.size(), length),
                                  "a signal has one sample at least", "say the length: irfft(spectrum, 1)");
  }
  const Problem problem = problem_of<T>(Kind::c2r, {length}, norm, Direction::inverse);
  problem.validate();  // before a length takes memory
  const auto wanted = static_cast<std::size_t>(length / 2 + 1);
  if (x.size() >= wanted) return transform<T>(problem, x.first(wanted));
  std::vector<std::complex<T>> padded(x.begin(), x.end());
  padded.resize(wanted);
  return transform<T>(problem, std::span<const std::complex<T>>(padded));
}

/// The inverse of type 2 is type 3, and the reverse.
int inverse_type(int type) { return type == 2 ? 3 : type == 3 ? 2 : type; }

template <typename T>
std::vector<T> real_to_real(std::span<const T> x, Problem problem, Norm norm, Direction direction) {
  if (x.empty()) return {};
  problem.scale = scale_of(norm, direction);
  return transform<T>(problem, x);
}

template <typename T>
std::vector<T> cosine(std::span<const T> x, int type, Norm norm, Direction direction) {
  const auto n = static_cast<std::int64_t>(x.size());
  return real_to_real(x, Problem::dct(type, api::ElementType<T>::precision, n), norm, direction);
}

template <typename T>
std::vector<T> sine(std::span<const T> x, int type, Norm norm, Direction direction) {
  const auto n = static_cast<std::int64_t>(x.size());
  return real_to_real(x, Problem::dst(type, api::ElementType<T>::precision, n), norm, direction);
}

}  // namespace

std::vector<std::complex<float>> fft(std::span<const std::complex<float>> x, Norm norm) {
  return complex_signal(x, norm, Direction::forward);
}
std::vector<std::complex<double>> fft(std::span<const std::complex<double>> x, Norm norm) {
  return complex_signal(x, norm, Direction::forward);
}
std::vector<std::complex<float>> ifft(std::span<const std::complex<float>> x, Norm norm) {
  return complex_signal(x, norm, Direction::inverse);
}
std::vector<std::complex<double>> ifft(std::span<const std::complex<double>> x, Norm norm) {
  return complex_signal(x, norm, Direction::inverse);
}

std::vector<std::complex<float>> czt(std::span<const std::complex<float>> x, std::int64_t results,
                                     const Contour& contour) {
  return chirp_z(x, results, contour);
}
std::vector<std::complex<double>> czt(std::span<const std::complex<double>> x, std::int64_t results,
                                      const Contour& contour) {
  return chirp_z(x, results, contour);
}

std::vector<std::complex<float>> rfft(std::span<const float> x, Norm norm) { return half_spectrum(x, norm); }
std::vector<std::complex<double>> rfft(std::span<const double> x, Norm norm) { return half_spectrum(x, norm); }
std::vector<float> irfft(std::span<const std::complex<float>> x, std::int64_t length, Norm norm) {
  return real_signal(x, length, norm);
}
std::vector<double> irfft(std::span<const std::complex<double>> x, std::int64_t length, Norm norm) {
  return real_signal(x, length, norm);
}

std::vector<std::complex<float>> fftn(std::span<const std::complex<float>> x, const Lengths& shape, const Axes& axes,
                                      Norm norm) {
  return transform_array<std::complex<float>>(problem_of<float>(Kind::c2c, shape, norm, Direction::forward), x, axes);
}
std::vector<std::complex<double>> fftn(std::span<const std::complex<double>> x, const Lengths& shape, const Axes& axes,
                                       Norm norm) {
  return transform_array<std::complex<double>>(problem_of<double>(Kind::c2c, shape, norm, Direction::forward), x, axes);
}
std::vector<std::complex<float>> ifftn(std::span<const std::complex<float>> x, const Lengths& shape, const Axes& axes,
                                       Norm norm) {
  return transform_array<std::complex<float>>(problem_of<float>(Kind::c2c, shape, norm, Direction::inverse), x, axes);
}
std::vector<std::complex<double>> ifftn(std::span<const std::complex<double>> x, const Lengths& shape, const Axes& axes,
                                        Norm norm) {
  return transform_array<std::complex<double>>(problem_of<double>(Kind::c2c, shape, norm, Direction::inverse), x, axes);
}
std::vector<std::complex<float>> rfftn(std::span<const float> x, const Lengths& shape, const Axes& axes, Norm norm) {
  return transform_array<std::complex<float>>(problem_of<float>(Kind::r2c, shape, norm, Direction::forward), x, axes);
}
std::vector<std::complex<double>> rfftn(std::span<const double> x, const Lengths& shape, const Axes& axes, Norm norm) {
  return transform_array<std::complex<double>>(problem_of<double>(Kind::r2c, shape, norm, Direction::forward), x, axes);
}
std::vector<float> irfftn(std::span<const std::complex<float>> x, const Lengths& shape, const Axes& axes, Norm norm) {
  return transform_array<float>(problem_of<float>(Kind::c2r, shape, norm, Direction::inverse), x, axes);
}
std::vector<double> irfftn(std::span<const std::complex<double>> x, const Lengths& shape, const Axes& axes, Norm norm) {
  return transform_array<double>(problem_of<double>(Kind::c2r, shape, norm, Direction::inverse), x, axes);
}

std::vector<std::complex<float>> fft2(std::span<const std::complex<float>> x, const Lengths& shape, Norm norm) {
  return fftn(x, shape, image_axes(shape), norm);
}
std::vector<std::complex<double>> fft2(std::span<const std::complex<double>> x, const Lengths& shape, Norm norm) {
  return fftn(x, shape, image_axes(shape), norm);
}
std::vector<std::complex<float>> ifft2(std::span<const std::complex<float>> x, const Lengths& shape, Norm norm) {
  return ifftn(x, shape, image_axes(shape), norm);
}
std::vector<std::complex<double>> ifft2(std::span<const std::complex<double>> x, const Lengths& shape, Norm norm) {
  return ifftn(x, shape, image_axes(shape), norm);
}
std::vector<std::complex<float>> rfft2(std::span<const float> x, const Lengths& shape, Norm norm) {
  return rfftn(x, shape, image_axes(shape), norm);
}
std::vector<std::complex<double>> rfft2(std::span<const double> x, const Lengths& shape, Norm norm) {
  return rfftn(x, shape, image_axes(shape), norm);
}
std::vector<float> irfft2(std::span<const std::complex<float>> x, const Lengths& shape, Norm norm) {
  return irfftn(x, shape, image_axes(shape), norm);
}
std::vector<double> irfft2(std::span<const std::complex<double>> x, const Lengths& shape, Norm norm) {
  return irfftn(x, shape, image_axes(shape), norm);
}

std::vector<float> dct(std::span<const float> x, int type, Norm norm) {
  return cosine(x, type, norm, Direction::forward);
}
std::vector<double> dct(std::span<const double> x, int type, Norm norm) {
  return cosine(x, type, norm, Direction::forward);
}
std::vector<float> idct(std::span<const float> x, int type, Norm norm) {
  return cosine(x, inverse_type(type), norm, Direction::inverse);
}
std::vector<double> idct(std::span<const double> x, int type, Norm norm) {
  return cosine(x, inverse_type(type), norm, Direction::inverse);
}
std::vector<float> dst(std::span<const float> x, int type, Norm norm) {
  return sine(x, type, norm, Direction::forward);
}
std::vector<double> dst(std::span<const double> x, int type, Norm norm) {
  return sine(x, type, norm, Direction::forward);
}
std::vector<float> idst(std::span<const float> x, int type, Norm norm) {
  return sine(x, inverse_type(type), norm, Direction::inverse);
}
std::vector<double> idst(std::span<const double> x, int type, Norm norm) {
  return sine(x, inverse_type(type), norm, Direction::inverse);
}

}  // namespace papilio
