// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "transforms.hpp"

#include <complex>
#include <optional>
#include <span>

#include "blocks.hpp"
#include "numbers.hpp"
#include "session.hpp"

namespace papilio::mex {
namespace {

template <typename Real>
using Complex = std::complex<Real>;

/// The numbers of `data` as the type that it has in memory, without a copy where they need not be cut or padded.
template <typename Number>
class FittedInput {
 public:
  FittedInput(const Number* data, const Lengths& given, const Lengths& lengths)
      : count_(static_cast<std::size_t>(product(lengths))), data_(data) {
    if (given == lengths) return;
    copy_.resize(count_);
    copy_common(data, given, copy_.data(), lengths);
    data_ = copy_.data();
  }
  [[nodiscard]] std::span<const Number> numbers() const { return {data_, count_}; }

 private:
  std::size_t count_;
  const Number* data_;
  std::vector<Number> copy_;
};

/// Real numbers; of a logical array as doubles in `converted`.
template <typename Real>
const Real* real_data(const mxArray* data, std::vector<Real>& converted) {
  if (!mxIsLogical(data)) return real_numbers<Real>(data);
  const mxLogical* const values = mxGetLogicals(data);
  converted.assign(values, values + mxGetNumberOfElements(data));
  return converted.data();
}

template <typename Real>
std::span<Real> output(mxArray* array) {
  return {real_numbers<Real>(array), mxGetNumberOfElements(array)};
}

template <typename Real>
mxArray* complex_transform(const MexRequest& request, const Plan& plan, const mxArray* data) {
  const ComplexNumbers<Real> given(data);
  const FittedInput<Complex<Real>> input(given.data(), request.given, request.lengths);
  ComplexResult<Real> result(request.lengths);
  plan.execute(input.numbers(), result.numbers());
  return result.array();
}

template <typename Real>
mxArray* spectrum_of_real(const MexRequest& request, const Plan& plan, const mxArray* data) {
  std::vector<Real> converted;
  const FittedInput<Real> input(real_data(data, converted), request.given, request.lengths);
  std::vector<Complex<Real>> half(static_cast<std::size_t>(plan.problem().output_elements()));
  plan.execute(input.numbers(), half);
  ComplexResult<Real> result(request.lengths);
  const Mirror mirror = request.operation == MexOperation::ifft ? Mirror::conjugate : Mirror::as_it_is;
  complete(request, half.data(), result.numbers().data(), mirror);
  return result.array();
}

template <typename Real>
mxArray* real_of_spectrum(const MexRequest& request, const Plan& plan, const mxArray* data) {
  Lengths half = request.lengths;
  half[request.half_axis()] = half[request.half_axis()] / 2 + 1;
  std::vector<Complex<Real>> widened;
  std::optional<ComplexNumbers<Real>> numbers;
  if (request.data == Parts::real) {
    std::vector<Real> converted;
    const Real* const values = real_data(data, converted);
    widened.assign(values, values + product(request.given));
  } else {
    numbers.emplace(data);
  }
  // What is cut or padded is the whole spectrum, of which the half is taken.
  const FittedInput<Complex<Real>> whole(numbers ? numbers->data() : widened.data(), request.given, request.lengths);
  const FittedInput<Complex<Real>> input(whole.numbers().data(), request.lengths, half);
  mxArray* const result = make_array(request.lengths, request.precision, Parts::real);
  plan.execute(input.numbers(), output<Real>(result));
  return result;
}

template <typename Real>
mxArray* cosine_transform(const MexRequest& request, const Plan& plan, const mxArray* data) {
  if (request.data == Parts::real) {
    std::vector<Real> converted;
    const FittedInput<Real> input(real_data(data, converted), request.given, request.lengths);
    mxArray* const result = make_array(request.lengths, request.precision, Parts::real);
    plan.execute(input.numbers(), output<Real>(result));
    return result;
  }
  const ComplexNumbers<Real> given(data);
  const FittedInput<Complex<Real>> input(given.data(), request.given, request.lengths);
  const std::span<const Complex<Real>> numbers = input.numbers();
  std::vector<Real> part(numbers.size());
  std::vector<Real> transformed(numbers.size());
  ComplexResult<Real> result(request.lengths);
  const std::span<Complex<Real>> out = result.numbers();
  std::ranges::transform(numbers, part.begin(), [](Complex<Real> z) { return z.real(); });
  plan.execute(part, transformed);
  std::ranges::copy(transformed, out.begin());
  std::ranges::transform(numbers, part.begin(), [](Complex<Real> z) { return z.imag(); });
  plan.execute(part, transformed);
  std::ranges::transform(out, transformed, out.begin(),
                         [](Complex<Real> z, Real im) { return Complex<Real>(z.real(), im); });
  return result.array();
}

template <typename Real>
mxArray* execute_as(const MexRequest& request, const mxArray* data) {
  const Problem problem = problem_of(request);
  const Plan& plan = Session::get().plan(problem);
  switch (problem.kind) {
    case Kind::c2c:
      return complex_transform<Real>(request, plan, data);
    case Kind::r2c:
      return spectrum_of_real<Real>(request, plan, data);
    case Kind::c2r:
      return real_of_spectrum<Real>(request, plan, data);
    default:
      return cosine_transform<Real>(request, plan, data);
  }
}

}  // namespace

mxArray* execute(const MexRequest& request, const mxArray* data) {
  if (product(request.lengths) == 0) return make_array(request.lengths, request.precision, Parts::real);
  return request.precision == Precision::f32 ? execute_as<float>(request, data) : execute_as<double>(request, data);
}

}  // namespace papilio::mex
