// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Spectral operators against their definition in long double: random signals, all of whose frequencies count. The error
// relative to the result is at most that of two transforms; three executions give the same bits.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "core/number_theory.hpp"
#include "device/fixture.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

constexpr long double long_pi = std::numbers::pi_v<long double>;
using Values = std::vector<LongComplex>;
using Frequency = std::vector<std::int64_t>;
/// The definition: a value for the numbers of a frequency, whose components are n/2 at Nyquist's.
using Definition = std::function<LongComplex(const Frequency& k, const Frequency& n)>;

bool nyquist(std::int64_t k, std::int64_t n) { return 2 * k == n; }

Frequency frequency_of(std::int64_t at, const Frequency& n) {
  Frequency k(n.size());
  for (std::size_t axis = n.size(); axis-- > 0; at /= n[axis]) {
    const std::int64_t index = at % n[axis];
    k[axis] = 2 * index > n[axis] ? index - n[axis] : index;
  }
  return k;
}

/// All n1 x n2 x ... values of a definition.
Values whole_spectrum(const Definition& definition, const Frequency& n) {
  Values values;
  for (std::int64_t at = 0; at < product(n); ++at) values.push_back(definition(frequency_of(at, n), n));
  return values;
}

Values transformed(const Values& x, const Frequency& n, Direction direction) {
  std::vector<long double> numbers;
  for (const LongComplex& value : x) numbers.insert(numbers.end(), {value.real(), value.imag()});
  Problem problem = Problem::c2c(Precision::f64, n);
  problem.direction = direction;
  numbers = reference_transform(problem, std::move(numbers));
  Values result;
  for (std::size_t i = 0; i < numbers.size(); i += 2) result.emplace_back(numbers[i], numbers[i + 1]);
  return result;
}

/// The operator's definition for one array. Of real operators the real part is meant: it has the Hermitian part of H.
Values defined_result(const Values& x, const Values& spectrum, const Frequency& n, Field field) {
  Values y = transformed(x, n, Direction::forward);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] *= spectrum[i] / static_cast<long double>(y.size());
  y = transformed(y, n, Direction::inverse);
  if (field == Field::real) {
    for (LongComplex& value : y) value = value.real();
  }
  return y;
}

/// T is the type of an element.
template <class T>
T element_of(const LongComplex& value) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(value.real());
  } else {
    using Part = typename T::value_type;
    return {static_cast<Part>(value.real()), static_cast<Part>(value.imag())};
  }
}

template <class T>
Values values_of(const std::vector<T>& elements) {
  Values values;
  for (const T& element : elements) values.emplace_back(element);
  return values;
}

template <class T>
std::vector<T> random_elements(std::int64_t count, Precision precision) {
  std::vector<T> result;
  for (const LongComplex& value : random_signal(count, precision, 5)) result.push_back(element_of<T>(value));
  return result;
}

/// Executes three times and expects the same bits; all axes are transformed.
template <class T>
std::vector<T> executed(const Operator& op, const std::vector<T>& in) {
  std::vector<T> first;
  for (int run = 0; run < 3; ++run) {
    std::vector<T> out(in.size(), T(std::numeric_limits<float>::quiet_NaN()));
    op.execute(in, std::span(out));
    if (run == 0) first = out;
    EXPECT_EQ(std::memcmp(first.data(), out.data(), out.size() * sizeof(T)), 0) << "execution " << run + 1;
  }
  return first;
}

/// `spectra` has one array, or one for each array of the batch.
template <class T>
void expect_defined(const Operator& op, const std::vector<Values>& spectra) {
  const OperatorProblem& problem = op.problem();
  SCOPED_TRACE(op.describe());
  const std::int64_t points = product(problem.lengths);
  const std::vector<T> in = random_elements<T>(points * problem.batch, problem.precision);
  const std::vector<T> out = executed(op, in);
  for (std::int64_t array = 0; array < problem.batch; ++array) {
    const auto part = [&](const std::vector<T>& all) {
      return values_of(std::vector<T>(all.begin() + array * points, all.begin() + (array + 1) * points));
    };
    const Values& spectrum = spectra[spectra.size() == 1 ? 0 : static_cast<std::size_t>(array)];
    const Values expected = defined_result(part(in), spectrum, problem.lengths, problem.field);
    EXPECT_LE(relative_l2(part(out), expected), 2 * error_bound(points, problem.precision)) << "array " << array;
  }
}

void expect_defined(const Operator& op, const std::vector<Values>& spectra) {
  const bool real = op.problem().field == Field::real;
  if (op.problem().precision == Precision::f32) {
    real ? expect_defined<float>(op, spectra) : expect_defined<std::complex<float>>(op, spectra);
  } else {
    real ? expect_defined<double>(op, spectra) : expect_defined<std::complex<double>>(op, spectra);
  }
}

std::vector<OperatorProblem> problems_of(const std::vector<Frequency>& lengths) {
  std::vector<OperatorProblem> problems;
  for (const Frequency& n : lengths) {
    problems.push_back(OperatorProblem::real(Precision::f32, n, 2));
    problems.push_back(OperatorProblem::complex(Precision::f32, n));
    problems.push_back(OperatorProblem::real(Precision::f64, n));
  }
  return problems;
}

class OperatorTest : public OnDevice {
 protected:
  void expect_all_defined(const Spectrum& spectrum, const Definition& definition,
                          const std::vector<Frequency>& lengths) const {
    for (const OperatorProblem& problem : problems_of(lengths)) {
      if (problem.precision == Precision::f64 && !device_.info().f64) continue;
      SCOPED_TRACE(problem.convolution().token());
      expect_defined(Operator(device_, problem, spectrum), {whole_spectrum(definition, problem.lengths)});
    }
  }
};

LongComplex derivative_along(std::int64_t k, std::int64_t n, int order, long double period) {
  if (nyquist(k, n) && order % 2 != 0) return 0;
  if (k == 0 && order != 0) return 0;
  const LongComplex w(0, 2 * long_pi * static_cast<long double>(k) / period);
  LongComplex value = 1;
  for (int i = 0; i < std::abs(order); ++i) value *= w;
  return order < 0 ? 1.0L / value : value;
}

TEST_F(OperatorTest, DerivativesOfOneAxis) {
  for (const int order : {1, 2, 3, -1, -2}) {
    expect_all_defined(
        Spectrum::derivative({order}, {0.75}),
        [order](const Frequency& k, const Frequency& n) { return derivative_along(k[0], n[0], order, 0.75L); },
        {{24}, {15}});
  }
}

TEST_F(OperatorTest, PartialDerivatives) {
  const Definition mixed = [](const Frequency& k, const Frequency& n) {
    return derivative_along(k[0], n[0], 1, 2 * long_pi) * derivative_along(k[1], n[1], 3, 2 * long_pi);
  };
  expect_all_defined(Spectrum::derivative({1, 3}), mixed, {{12, 10}, {9, 8}});
}

TEST_F(OperatorTest, PoissonsEquation) {
  const std::vector<double> periods = {1, 2, 0.5};
  const Definition laplacian = [&](const Frequency& k, const Frequency&) {
    long double sum = 0;
    for (std::size_t axis = 0; axis < k.size(); ++axis) {
      const long double w = 2 * long_pi * static_cast<long double>(k[axis]) / periods[axis];
      sum -= w * w;
    }
    return LongComplex(sum);
  };
  const Definition inverse = [&](const Frequency& k, const Frequency& n) {
    const LongComplex value = laplacian(k, n);
    return value == 0.0L ? value : 1.0L / value;
  };
  expect_all_defined(Spectrum::laplacian(periods), laplacian, {{6, 5, 8}});
  expect_all_defined(Spectrum::inverse_laplacian(periods), inverse, {{6, 5, 8}});
  expect_all_defined(Spectrum::inverse_laplacian({1}),
                     [&](const Frequency& k, const Frequency& n) { return inverse(k, n); }, {{24}});
}

TEST_F(OperatorTest, HilbertTransform) {
  const Definition hilbert = [](const Frequency& k, const Frequency& n) {
    return k[0] == 0 || nyquist(k[0], n[0]) ? LongComplex(0) : LongComplex(0, k[0] > 0 ? -1 : 1);
  };
  expect_all_defined(Spectrum::hilbert(), hilbert, {{24}, {15}});
}

TEST_F(OperatorTest, ShiftsAndGaussians) {
  const std::vector<double> by = {2.25, -1000003.7};
  const Definition shift = [&](const Frequency& k, const Frequency& n) {
    LongComplex value = 1;
    for (std::size_t axis = 0; axis < k.size(); ++axis) {
      const long double turns = std::fmod(static_cast<long double>(by[axis]), static_cast<long double>(n[axis])) *
                                static_cast<long double>(k[axis]) / static_cast<long double>(n[axis]);
      const long double angle = 2 * long_pi * (turns - std::round(turns));
      value *=
          nyquist(k[axis], n[axis]) ? LongComplex(std::cos(angle)) : LongComplex(std::cos(angle), -std::sin(angle));
    }
    return value;
  };
  const Definition gaussian = [](const Frequency& k, const Frequency& n) {
    long double sum = 0;
    for (std::size_t axis = 0; axis < k.size(); ++axis) {
      const long double cycles = static_cast<long double>(k[axis]) / static_cast<long double>(n[axis]);
      sum += 2 * (long_pi * 0.75L * cycles) * (long_pi * 0.75L * cycles);
    }
    return LongComplex(std::exp(-sum));
  };
  expect_all_defined(Spectrum::shift(by), shift, {{12, 10}, {9, 8}});
  expect_all_defined(Spectrum::gaussian({0.75}), gaussian, {{9, 8}});
  expect_all_defined(Spectrum::shift(by) * Spectrum::gaussian({0.75}),
                     [&](const Frequency& k, const Frequency& n) { return shift(k, n) * gaussian(k, n); }, {{9, 8}});
}

TEST_F(OperatorTest, WholeShiftsMoveSamples) {
  const Operator op(device_, OperatorProblem::real(Precision::f32, {10}), Spectrum::shift({3}));
  std::vector<float> in(10);
  std::vector<float> out(10);
  in[9] = 1;
  op.execute(in, std::span(out));
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_NEAR(out[i], i == 2 ? 1 : 0, 1e-6) << i;
}

/// Random values for the frequencies that a spectrum stores; the others of a real operator are conjugates of these.
struct RandomSpectrum {
  std::vector<std::complex<double>> stored;
  std::vector<Values> whole;
};

RandomSpectrum random_spectrum(const OperatorProblem& problem, std::int64_t arrays) {
  const Frequency& n = problem.lengths;
  const std::int64_t last = problem.field == Field::real ? n.back() / 2 + 1 : n.back();
  const std::int64_t rows = product(n) / n.back();
  RandomSpectrum result;
  std::mt19937_64 random(static_cast<std::uint64_t>(product(n)));
  std::uniform_real_distribution<float> uniform(-1, 1);
  for (std::int64_t array = 0; array < arrays; ++array) {
    Values whole(static_cast<std::size_t>(product(n)));
    for (std::int64_t at = 0; at < rows * last; ++at) {
      const std::complex<double> value(uniform(random), uniform(random));
      result.stored.push_back(value);
      whole[static_cast<std::size_t>(at / last * n.back() + at % last)] = LongComplex(value);
    }
    for (std::int64_t at = 0; at < product(n); ++at) {
      if (at % n.back() < last) continue;
      std::int64_t opposite = 0;
      const Frequency k = frequency_of(at, n);
      for (std::size_t axis = 0; axis < n.size(); ++axis)
        opposite = opposite * n[axis] + ((-k[axis] % n[axis]) + n[axis]) % n[axis];
      whole[static_cast<std::size_t>(at)] = std::conj(whole[static_cast<std::size_t>(opposite)]);
    }
    result.whole.push_back(std::move(whole));
  }
  return result;
}

TEST_F(OperatorTest, AnySpectrum) {
  std::vector<OperatorProblem> problems = problems_of({{24}, {15}, {101}, {12, 10}, {9, 8}, {6, 5, 8}});
  for (const Frequency& n : {Frequency{131 * 8}, Frequency{8192}, Frequency{64, 101}})
    problems.push_back(OperatorProblem::real(Precision::f32, n, 2));
  for (const OperatorProblem& problem : problems) {
    if (problem.precision == Precision::f64 && !device_.info().f64) continue;
    SCOPED_TRACE(problem.convolution().token());
    for (const std::int64_t arrays : {std::int64_t{1}, problem.batch}) {
      const RandomSpectrum spectrum = random_spectrum(problem, arrays);
      expect_defined(Operator(device_, problem, Spectrum::array(spectrum.stored)), spectrum.whole);
      if (problem.batch == 1) break;
    }
  }
}

TEST_F(OperatorTest, OfSeveralPasses) {
  const OperatorProblem problem = OperatorProblem::complex(Precision::f32, {std::int64_t{1} << 17});
  const RandomSpectrum spectrum = random_spectrum(problem, 1);
  expect_defined(Operator(device_, problem, Spectrum::array(spectrum.stored)), spectrum.whole);
}

TEST_F(OperatorTest, FunctionsMayBeAsymmetric) {
  const auto value = [](std::span<const std::int64_t> k) {
    return std::complex<double>(1 + 0.125 * static_cast<double>(k[0]), 0.25 * static_cast<double>(k[1]));
  };
  const Definition mean = [](const Frequency& k, const Frequency& n) {
    return LongComplex(nyquist(k[0], n[0]) ? 1 : 1 + 0.125L * static_cast<long double>(k[0]),
                       nyquist(k[1], n[1]) ? 0 : 0.25L * static_cast<long double>(k[1]));
  };
  const OperatorProblem problem = OperatorProblem::complex(Precision::f32, {12, 10});
  expect_defined(Operator(device_, problem, Spectrum::function(value)), {whole_spectrum(mean, problem.lengths)});
}

TEST_F(OperatorTest, LeavesOtherAxesAlone) {
  OperatorProblem problem = OperatorProblem::real(Precision::f32, {3, 16, 5});
  problem.axes = {1};
  const std::vector<float> in = random_elements<float>(3 * 16 * 5, Precision::f32);
  const std::vector<float> out = executed(Operator(device_, problem, Spectrum::derivative()), in);
  const Operator one(device_, OperatorProblem::real(Precision::f32, {16}), Spectrum::derivative());
  for (std::size_t line = 0; line < 15; ++line) {
    std::vector<float> x(16);
    std::vector<float> y(16);
    for (std::size_t i = 0; i < 16; ++i) x[i] = in[(line / 5 * 16 + i) * 5 + line % 5];
    one.execute(x, std::span(y));
    for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(y[i], out[(line / 5 * 16 + i) * 5 + line % 5], 1e-4) << line;
  }
}

TEST_F(OperatorTest, ReadsAndWritesLayouts) {
  OperatorProblem problem = OperatorProblem::real(Precision::f32, {9, 8});
  const Operator packed(device_, problem, Spectrum::derivative({0, 1}));
  problem.in.strides = {1, 9};  // columns
  problem.out.strides = {10, 1};
  problem.out.offset = 3;
  const Operator op(device_, problem, Spectrum::derivative({0, 1}));
  const std::vector<float> in = random_elements<float>(72, Precision::f32);
  std::vector<float> columns(72);
  for (std::size_t i = 0; i < 72; ++i) columns[i % 8 * 9 + i / 8] = in[i];
  std::vector<float> out(static_cast<std::size_t>(problem.output_elements()), -7);
  op.execute(columns, std::span(out));
  const std::vector<float> expected = executed(packed, in);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const bool gap = i < 3 || (i - 3) % 10 > 7;
    EXPECT_NEAR(out[i], gap ? -7 : expected[(i - 3) / 10 * 8 + (i - 3) % 10], gap ? 0 : 1e-4) << i;
  }
}

TEST_F(OperatorTest, RunsInPlaceAndOnStreams) {
  OperatorProblem problem = OperatorProblem::complex(Precision::f32, {60, 32});
  const Operator op(device_, problem, Spectrum::gaussian({2, 1}));
  const Signal in = random_f32(60 * 32, 3);
  Signal out(in.size());
  op.execute(in, std::span(out));
  const Stream stream(device_);
  const Buffer from(device_, in.size() * sizeof(in[0]));
  const Buffer to(device_, in.size() * sizeof(in[0]));
  stream.upload(from, in.data(), in.size() * sizeof(in[0]));
  op.execute(stream, from, to);
  Signal got(in.size());
  stream.download(to, got.data(), got.size() * sizeof(got[0]));
  EXPECT_TRUE(same_bits(got, out));
  problem.placement = Placement::in_place;
  const Operator in_place(device_, problem, Spectrum::gaussian({2, 1}));
  Signal both = in;
  in_place.execute(std::span(both));
  EXPECT_LE(relative_l2(values_of(both), values_of(out)), 1e-6);
}

TEST_F(OperatorTest, OtherSpectraShareThePlan) {
  const Operator first(device_, OperatorProblem::real(Precision::f32, {40}, 3), Spectrum::gaussian({1}));
  const Operator other = first.with(Spectrum::array(std::vector<float>(21, 2)));
  const std::vector<float> in = random_elements<float>(120, Precision::f32);
  const std::vector<float> out = executed(other, in);
  for (std::size_t i = 0; i < in.size(); ++i) EXPECT_NEAR(out[i], 2 * in[i], 1e-5);
  std::vector<float> each(std::size_t{3} * 21, 1);
  for (std::size_t i = 42; i < each.size(); ++i) each[i] = 3;
  const std::vector<float> of_each = executed(first.with(Spectrum::array(each)), in);
  for (std::size_t i = 0; i < in.size(); ++i) EXPECT_NEAR(of_each[i], (i < 80 ? 1 : 3) * in[i], 1e-5);
}

TEST_F(OperatorTest, MisuseIsAnErrorOfOneLine) {
  const OperatorProblem plane = OperatorProblem::real(Precision::f32, {8, 8});
  const auto code_of = [&](const OperatorProblem& problem, const Spectrum& spectrum) {
    const Error error = error_of([&] { (void)Operator(device_, problem, spectrum); });
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    return error.code();
  };
  EXPECT_EQ(code_of(plane, {}), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of(plane, Spectrum::hilbert()), ErrorCode::unsupported);
  EXPECT_EQ(code_of(plane, Spectrum::shift({1, 2, 3})), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of(plane, Spectrum::array(std::vector<float>(64))), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of(plane, Spectrum::derivative({64}, {1e-3})), ErrorCode::invalid_argument);
  OperatorProblem wrong = plane;
  wrong.axes = {2};
  EXPECT_EQ(code_of(wrong, Spectrum::laplacian()), ErrorCode::invalid_argument);
  EXPECT_THROW((void)Spectrum::derivative({}), Error);
  EXPECT_THROW((void)Spectrum::derivative({65}), Error);
  EXPECT_THROW((void)Spectrum::derivative({1}, {0}), Error);
  EXPECT_THROW((void)Spectrum::shift({std::nan("")}), Error);
  EXPECT_THROW((void)Spectrum::gaussian({-1}), Error);
  EXPECT_THROW((void)Spectrum::array(std::vector<std::byte>(8)), Error);
  EXPECT_THROW((void)Spectrum::function({}), Error);
  EXPECT_THROW((void)(Spectrum() * Spectrum::hilbert()), Error);
  EXPECT_THROW((void)Operator().problem(), Error);
}

}  // namespace
}  // namespace papilio::test
