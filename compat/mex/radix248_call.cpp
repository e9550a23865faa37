// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "radix248_call.hpp"

#include <array>
#include <bit>
#include <complex>
#include <papilio/device.hpp>

#include "failure.hpp"
#include "numbers.hpp"
#include "radix248/radix248.h"
#include "session.hpp"
#include "transforms.hpp"

namespace papilio::mex {
namespace {

/// A column or a matrix; of a row its only line.
papilio_radix248_request request_of(const MexRequest& data, MexArguments arguments) {
  if (data.given.size() != 2) throw MexFailure("type", "the data are a column or a matrix");
  papilio_radix248_request request{};
  request.precision = data.precision == Precision::f32 ? PAPILIO_F32 : PAPILIO_F64;
  request.length = data.given[0];
  request.batch = data.given[1];
  if (request.length == 1) std::swap(request.length, request.batch);
  if (request.length < 2 || !std::has_single_bit(static_cast<std::uint64_t>(request.length)))
    throw MexFailure("length", "the length of the columns is a power of two from 2 on");
  request.table = switch_of(arguments, 1, true, "TwiddleOpt") ? 1 : 0;
  request.local = switch_of(arguments, 2, true, "SMemOpt") ? 1 : 0;
  return request;
}

template <typename Real>
std::vector<std::complex<Real>> widened(const MexRequest& request, const mxArray* data) {
  const auto count = static_cast<std::size_t>(product(request.given));
  const auto widen = [&](const auto* numbers) { return std::vector<std::complex<Real>>(numbers, numbers + count); };
  if (mxIsLogical(data)) return widen(mxGetLogicals(data));
  if (request.data == Parts::real) return widen(real_numbers<Real>(data));
  return widen(ComplexNumbers<Real>(data).data());
}

template <typename Real>
void run(const MexRequest& data, const papilio_radix248_request& request, std::span<mxArray*> results,
         const mxArray* array) {
  const auto in = widened<Real>(data, array);
  ComplexResult<Real> result(data.given);
  std::array<char, 1024> text{};
  const std::string device = Session::device_selector();
  const papilio_status status =
      papilio_radix248_execute(device.c_str(), &request, in.data(), result.numbers().data(), text.data(), text.size());
  if (status != PAPILIO_OK) throw MexFailure(papilio_status_get_name(status), text.data());
  results[0] = result.array();
  if (results.size() > 1) results[1] = mxCreateString(text.data());
}

}  // namespace

void radix248(std::span<mxArray*> results, MexArguments arguments) {
  expect_count(arguments, 1, 3);
  const MexRequest data = data_of(MexOperation::fft, arguments[0]);
  const papilio_radix248_request request = request_of(data, arguments);
  // libpapilio_radix248 has drivers of its own: libpapilio refuses children of fork() for both.
  (void)list_devices();
  if (data.precision == Precision::f32) {
    run<float>(data, request, results, arguments[0]);
  } else {
    run<double>(data, request, results, arguments[0]);
  }
}

void radix248_close() { papilio_radix248_close(); }

}  // namespace papilio::mex
