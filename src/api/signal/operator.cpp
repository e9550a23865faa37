// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <new>
#include <papilio/error.hpp>
#include <papilio/operator.hpp>

#include "api/access.hpp"
#include "api/run/memory_checks.hpp"
#include "api/signal/spectrum.hpp"

namespace papilio {

struct Operator::Impl {
  OperatorProblem problem;
  Convolution convolution;
  Filter filter;
};

namespace {

template <typename Impl>
const Impl& made_operator(const std::shared_ptr<const Impl>& impl) {
  return api::made(impl, "operator");
}

api::SpectrumGrid grid_of(const ConvolutionProblem& problem) {
  api::SpectrumGrid grid{problem.token(), {}, problem.field, problem.batch};
  for (const int axis : problem.convolved_axes())
    grid.lengths.push_back(problem.lengths[static_cast<std::size_t>(axis)]);
  return grid;
}

/// The value, which must be finite as the problem's numbers are rounded.
std::complex<long double> representable(std::complex<long double> value, Precision precision,
                                        std::span<const std::int64_t> index, const std::string& token) {
  const bool finite =
      precision == Precision::f32
          ? std::isfinite(static_cast<float>(value.real())) && std::isfinite(static_cast<float>(value.imag()))
          : std::isfinite(static_cast<double>(value.real())) && std::isfinite(static_cast<double>(value.imag()));
  if (finite) return value;
  throw Error::invalid_argument("a spectrum for " + token,
                                fmt::format("its value at index {} is not a finite number of {}", fmt::join(index, ","),
                                            precision == Precision::f32 ? "f32" : "f64"),
                                "give finite numbers within the range of the precision");
}

const std::vector<api::SpectrumFactor>& factors_of(const std::shared_ptr<const Spectrum::Impl>& impl) {
  if (!impl) throw Error::invalid_argument("an operator without a spectrum", "the handle is none", "make one before");
  return impl->factors;
}

}  // namespace

OperatorProblem OperatorProblem::real(Precision precision, std::vector<std::int64_t> lengths, std::int64_t batch) {
  OperatorProblem problem = complex(precision, std::move(lengths), batch);
  problem.field = Field::real;
  return problem;
}

OperatorProblem OperatorProblem::complex(Precision precision, std::vector<std::int64_t> lengths, std::int64_t batch) {
  OperatorProblem problem;
  problem.precision = precision;
  problem.lengths = std::move(lengths);
  problem.batch = batch;
  return problem;
}

ConvolutionProblem OperatorProblem::convolution() const {
  ConvolutionProblem problem;
  problem.operation = Operation::operate;
  problem.precision = precision;
  problem.field = field;
  problem.mode = ConvolutionMode::circular;
  problem.lengths = lengths;
  problem.axes = axes;
  problem.batch = batch;
  problem.placement = placement;
  problem.in_storage = in_storage;
  problem.out_storage = out_storage;
  problem.in = in;
  problem.out = out;
  problem.kernel_lengths.assign(lengths.size(), 1);
  for (const int axis : problem.convolved_axes()) {
    const auto i = static_cast<std::size_t>(axis);
    if (axis >= 0 && i < lengths.size()) problem.kernel_lengths[i] = lengths[i];  // else validate() refuses it
  }
  problem.validate();
  return problem.normalised();
}

Operator::Operator(const Device& device, const OperatorProblem& problem, const Spectrum& spectrum) {
  api::require_device(device, "an operator");
  ConvolutionProblem convolution = problem.convolution();
  const api::SpectrumGrid grid = grid_of(convolution);
  convolution.kernels = api::SpectrumValues(factors_of(spectrum.impl_), grid).arrays();
  Impl impl{problem, Convolution(device, convolution, {}, Convolution::FilterSource::spectra), {}};
  impl_ = std::make_shared<const Impl>(std::move(impl));
  *this = with(spectrum);
}

Operator Operator::with(const Spectrum& spectrum) const {
  const Impl& impl = made_operator(impl_);
  const ConvolutionProblem& problem = impl.convolution.problem();
  const api::SpectrumGrid grid = grid_of(problem);
  try {
    const api::SpectrumValues values(factors_of(spectrum.impl_), grid);
    if (values.arrays() != problem.kernels) return {impl.convolution.device(), impl.problem, spectrum};
    const std::vector<int> axes = problem.convolved_axes();
    std::vector<std::int64_t> frequency(axes.size());
    const auto at = [&](std::span<const std::int64_t> index) {
      for (std::size_t i = 0; i < axes.size(); ++i) frequency[i] = index[1 + static_cast<std::size_t>(axes[i])];
      return representable(values.at(index.front(), frequency), problem.precision, frequency, grid.token);
    };
    Operator result;
    result.impl_ =
        std::make_shared<const Impl>(Impl{impl.problem, impl.convolution, impl.convolution.filter_of_values(at)});
    return result;
  } catch (const std::bad_alloc&) {
    throw Error::out_of_memory("an operator for " + grid.token, "the host has no memory left for its spectrum",
                               "use a smaller problem");
  }
}

const OperatorProblem& Operator::problem() const { return made_operator(impl_).problem; }
const Device& Operator::device() const { return made_operator(impl_).convolution.device(); }
std::string Operator::describe() const { return made_operator(impl_).convolution.describe(); }
std::size_t Operator::scratch_bytes() const { return made_operator(impl_).convolution.scratch_bytes(); }

void Operator::execute(const Stream& stream, const Buffer& in, const Buffer& out, const Buffer& scratch) const {
  made_operator(impl_).convolution.execute(stream, impl_->filter, in, out, scratch);
}

void Operator::execute(const Stream& stream, const void* in, void* out, void* work) const {
  made_operator(impl_).convolution.execute(stream, impl_->filter, in, out, work);
}

void Operator::execute(const Stream& stream, const Operands& operands) const {
  made_operator(impl_).convolution.execute(stream, impl_->filter, operands);
}

Timing Operator::execute(const HostOperands& operands) const {
  return made_operator(impl_).convolution.execute(impl_->filter, operands);
}

Timing Operator::execute(const ConstHostSpan& in, const HostSpan& out) const { return execute({.in = in, .out = out}); }

Timing Operator::execute(const HostSpan& in_place) const { return execute({.out = in_place}); }

}  // namespace papilio
