// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "transforms.hpp"

#include <complex>
#include <span>

#include "blocks.hpp"
#include "session.hpp"

#if !MX_HAS_INTERLEAVED_COMPLEX
#error "compile with -R2018a: complex numbers are interleaved"
#endif

namespace papilio::mex {
namespace {

template <typename Real>
using Complex = std::complex<Real>;

/// The numbers of `data` as the type that it has in memory, without a copy where they need not be cut or padded.
template <typename Number>
class Input {
 public:
  Input(const Number* data, const Lengths& given, const Lengths& lengths)
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

template <typename Real>
const Complex<Real>* complex_data(const mxArray* data) {
  return static_cast<const Complex<Real>*>(mxGetData(data));
}

/// Real numbers; of a logical array as doubles in `converted`.
template <typename Real>
const Real* real_data(const mxArray* data, std::vector<Real>& converted) {
  if (!mxIsLogical(data)) return static_cast<const Real*>(mxGetData(data));
  const mxLogical* const values = mxGetLogicals(data);
  converted.assign(values, values + mxGetNumberOfElements(data));
  return converted.data();
}

template <typename Number>
std::span<Number> output(mxArray* array) {
  return {static_cast<Number*>(mxGetData(array)), mxGetNumberOfElements(array)};
}

template <typename Real>
mxArray* complex_transform(const Request& request, const Plan& plan, const mxArray* data) {
  const Input<Complex<Real>> input(complex_data<Real>(data), request.given, request.lengths);
  mxArray* const result = make_array(request.lengths, request.precision, Parts::complex);
  plan.execute(input.numbers(), output<Complex<Real>>(result));
  return result;
}

template <typename Real>
mxArray* spectrum_of_real(const Request& request, const Plan& plan, const mxArray* data) {
  std::vector<Real> converted;
  const Input<Real> input(real_data(data, converted), request.given, request.lengths);
  std::vector<Complex<Real>> half(static_cast<std::size_t>(plan.problem().output_elements()));
  plan.execute(input.numbers(), half);
  mxArray* const result = make_array(request.lengths, request.precision, Parts::complex);
  const Mirror mirror = request.operation == Operation::ifft ? Mirror::conjugate : Mirror::as_it_is;
  complete(request, half.data(), output<Complex<Real>>(result).data(), mirror);
  return result;
}

template <typename Real>
mxArray* real_of_spectrum(const Request& request, const Plan& plan, const mxArray* data) {
  Lengths half = request.lengths;
  half[request.half_axis()] = half[request.half_axis()] / 2 + 1;
  std::vector<Complex<Real>> widened;
  Lengths given = request.given;
  if (request.data == Parts::real) {
    std::vector<Real> converted;
    const Real* const values = real_data(data, converted);
    widened.assign(values, values + product(given));
  }
  const Complex<Real>* const numbers = request.data == Parts::real ? widened.data() : complex_data<Real>(data);
  // What is cut or padded is the whole spectrum, of which the half is taken.
  const Input<Complex<Real>> whole(numbers, given, request.lengths);
  const Input<Complex<Real>> input(whole.numbers().data(), request.lengths, half);
  mxArray* const result = make_array(request.lengths, request.precision, Parts::real);
  plan.execute(input.numbers(), output<Real>(result));
  return result;
}

template <typename Real>
mxArray* cosine_transform(const Request& request, const Plan& plan, const mxArray* data) {
  if (request.data == Parts::real) {
    std::vector<Real> converted;
    const Input<Real> input(real_data(data, converted), request.given, request.lengths);
    mxArray* const result = make_array(request.lengths, request.precision, Parts::real);
    plan.execute(input.numbers(), output<Real>(result));
    return result;
  }
  const Input<Complex<Real>> input(complex_data<Real>(data), request.given, request.lengths);
  const std::span<const Complex<Real>> numbers = input.numbers();
  std::vector<Real> part(numbers.size());
  std::vector<Real> transformed(numbers.size());
  mxArray* const result = make_array(request.lengths, request.precision, Parts::complex);
  const std::span<Complex<Real>> out = output<Complex<Real>>(result);
  std::ranges::transform(numbers, part.begin(), [](Complex<Real> z) { return z.real(); });
  plan.execute(part, transformed);
  std::ranges::copy(transformed, out.begin());
  std::ranges::transform(numbers, part.begin(), [](Complex<Real> z) { return z.imag(); });
  plan.execute(part, transformed);
  std::ranges::transform(out, transformed, out.begin(),
                         [](Complex<Real> z, Real im) { return Complex<Real>(z.real(), im); });
  return result;
}

template <typename Real>
mxArray* execute_as(const Request& request, const mxArray* data) {
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

mxArray* make_array(const Lengths& lengths, Precision precision, Parts parts) {
  const std::vector<mwSize> sizes(lengths.begin(), lengths.end());
  const auto rank = static_cast<mwSize>(sizes.size());
  const bool single = precision == Precision::f32;
  const mxClassID type = single ? mxSINGLE_CLASS : mxDOUBLE_CLASS;
  if (parts == Parts::real) return mxCreateNumericArray(rank, sizes.data(), type, mxREAL);
  // Octave 7.3 allocates complex arrays half as large as they are, so the memory is our own.
  mxArray* const array = mxCreateNumericMatrix(0, 0, type, mxCOMPLEX);
  (void)mxSetDimensions(array, sizes.data(), rank);
  void* const numbers = mxMalloc(static_cast<std::size_t>(product(lengths)) * 2 * (single ? 4 : 8));
  if (single) {
    mxSetComplexSingles(array, static_cast<mxComplexSingle*>(numbers));
  } else {
    mxSetComplexDoubles(array, static_cast<mxComplexDouble*>(numbers));
  }
  return array;
}

mxArray* execute(const Request& request, const mxArray* data) {
  if (product(request.lengths) == 0) return make_array(request.lengths, request.precision, Parts::real);
  return request.precision == Precision::f32 ? execute_as<float>(request, data) : execute_as<double>(request, data);
}

}  // namespace papilio::mex
