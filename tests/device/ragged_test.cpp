// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Ragged batches against transforms of each length in long double, and beside plans of each length; the same bits in
// every execution; elements between the results; misuse.
#include "support/ragged.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "device/fixture.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

template <class Real>
class RaggedRun {
 public:
  RaggedRun(const Device& device, const RaggedProblem& problem) : plan_(device, problem) {
    const std::size_t each = numbers_of_element(problem, true);
    for (const LongComplex& x : random_ragged(problem, 11)) {
      in_.push_back(static_cast<Real>(x.real()));
      if (each == 2) in_.push_back(static_cast<Real>(x.imag()));
    }
  }
  /// The output, which was NaN before.
  [[nodiscard]] std::vector<Real> run() const {
    const RaggedProblem& p = plan_.problem();
    const bool real_in = p.kind == Kind::r2c;
    const bool real_out = p.kind == Kind::c2r;
    std::vector<Real> out(static_cast<std::size_t>(p.all_elements(false)) * numbers_of_element(p, false),
                          std::numeric_limits<Real>::quiet_NaN());
    const auto complex = [](auto* data, std::size_t count) {
      using Number = std::conditional_t<std::is_const_v<std::remove_pointer_t<decltype(data)>>,
                                        const std::complex<Real>, std::complex<Real>>;
      return std::span(reinterpret_cast<Number*>(data), count / 2);
    };
    const ConstHostSpan from = real_in ? ConstHostSpan(std::span(in_)) : ConstHostSpan(complex(in_.data(), in_.size()));
    const HostSpan to = real_out ? HostSpan(std::span(out)) : HostSpan(complex(out.data(), out.size()));
    plan_.execute(from, to);
    return out;
  }
  /// The largest relative error of a transform.
  [[nodiscard]] double error(const std::vector<Real>& out) const {
    const RaggedProblem& p = plan_.problem();
    double most = 0;
    for (std::int64_t field = 0; field < p.batch; ++field) {
      for (std::size_t i = 0; i < p.lengths.size(); ++i) {
        const auto expected = ragged_reference(p, i, ragged_elements(p, true, in_, i, field));
        const double own = relative_l2(ragged_elements(p, false, out, i, field), expected);
        EXPECT_FALSE(std::isnan(own)) << "length " << p.lengths[i] << ", field " << field;
        if (own > 1e-4 * (std::is_same_v<Real, float> ? 1 : 1e-7))
          ADD_FAILURE() << "length " << p.lengths[i] << ": " << own;
        most = std::max(most, own);
      }
    }
    return most;
  }
  /// Numbers that are no part of a result are still NaN.
  void expect_gaps(const std::vector<Real>& out) const {
    const RaggedProblem& p = plan_.problem();
    const std::size_t each = numbers_of_element(p, false);
    std::vector<bool> written(out.size(), false);
    for (std::int64_t field = 0; field < p.batch; ++field) {
      for (std::size_t i = 0; i < p.lengths.size(); ++i) {
        for (std::int64_t e = 0; e < p.elements(i, false); ++e) {
          const std::int64_t at = p.offsets(false)[i] + field * p.distance(false) + e * p.out_stride;
          for (std::size_t part = 0; part < each; ++part) written[static_cast<std::size_t>(at) * each + part] = true;
        }
      }
    }
    for (std::size_t i = 0; i < out.size(); ++i) EXPECT_EQ(std::isnan(out[i]), !written[i]) << i;
  }
  void expect_accurate(double bound) const {
    SCOPED_TRACE(plan_.describe());
    const std::vector<Real> out = run();
    EXPECT_LE(error(out), bound);
    expect_gaps(out);
    EXPECT_LE(plan_.launches(), 8);
    for (int again = 0; again < 2; ++again) {
      const std::vector<Real> other = run();
      EXPECT_EQ(std::memcmp(out.data(), other.data(), out.size() * sizeof(Real)), 0);
    }
  }
  [[nodiscard]] const RaggedPlan& plan() const { return plan_; }
  [[nodiscard]] const std::vector<Real>& in() const { return in_; }

 private:
  RaggedPlan plan_;
  std::vector<Real> in_;
};

class RaggedOnDevice : public OnDevice {
 protected:
  void expect_accurate(const std::string& token) {
    SCOPED_TRACE(token);
    const RaggedProblem problem = RaggedProblem::parse(token);
    if (problem.precision == Precision::f32) {
      RaggedRun<float>(device_, problem).expect_accurate(4e-7);
    } else if (device_.info().f64) {
      RaggedRun<double>(device_, problem).expect_accurate(1e-15);
    }
  }
};

/// Every length to 40, then primes, powers and products, up to the limit of small devices.
constexpr const char* any_lengths = "1..40,61,64,97,100,127,128,200,211,256,251x3,499,500,509,512,600";

TEST_F(RaggedOnDevice, IsTheTransformOfEachLength) {
  for (const char* kind : {"c2c", "r2c", "c2r"})
    expect_accurate(std::string(kind) + ":f32:ragged=" + any_lengths + "*3");
  expect_accurate(std::string("r2c:f64:ragged=") + any_lengths + "*2:scale=1/n");
  expect_accurate(std::string("c2c:f32:ragged=") + any_lengths + "*2:inverse:scale=1/sqrt(n)");
}

/// So many of them that they are worth a kernel without a convolution.
TEST_F(RaggedOnDevice, TransformsOneLengthAsAWhole) {
  for (const char* token : {"r2c:f32:ragged=256x400*2", "c2c:f64:ragged=128x400:inverse"}) {
    expect_accurate(token);
    EXPECT_NE(RaggedPlan(device_, RaggedProblem::parse(token)).describe().find("whole 128 points"), std::string::npos);
  }
}

TEST_F(RaggedOnDevice, FindsTransformsAtTheirOffsets) {
  expect_accurate("c2c:f32:ragged=12,31,100*3:ioffsets=150,3,40:ooffsets=0,150,20:idist=170:odist=200");
  expect_accurate("r2c:f32:ragged=12,31,100*3:ioffsets=5,0,31:ooffsets=3,70,10:odist=91");
  expect_accurate("c2r:f64:ragged=12,31,100,2*2:ioffsets=5,0,31,1:ooffsets=7,20,51,0:odist=153");
}

/// Columns of arrays at a list of base addresses.
TEST_F(RaggedOnDevice, TransformsColumnsAtBaseAddresses) {
  expect_accurate("c2c:f32:ragged=60x4*2:ioffsets=3,17,4,11:istride=20:ooffsets=0,1,2,3:ostride=4");
  expect_accurate("r2c:f32:ragged=60,31*2:ioffsets=3,17:istride=20:ooffsets=1,0:ostride=2:odist=70");
  expect_accurate("r2c:f32:ragged=60,31,24*4:ioffsets=0,240,364:istride=4:idist=1");  // fields are the fastest axis
}

/// The same places once more, from lists in device memory; then other ones, and some that are not inside.
TEST_F(RaggedOnDevice, FindsOffsetsInDeviceMemory) {
  for (const char* kind : {"c2c", "r2c"}) {
    const auto problem = [&](const char* offsets) {
      return RaggedProblem::parse(std::string(kind) + ":f32:ragged=12,31,100,31*3" + offsets);
    };
    const char* const places = ":ioffsets=150,3,40,0:ooffsets=0,150,20,190:idist=170:odist=230";
    const RaggedRun<float> expected(device_, problem(places));
    const RaggedPlan packed(device_, problem(":ioffsets=150,0,0,0:ooffsets=0,12,43,190:idist=170:odist=230"));
    const auto buffer_of = [&](const std::vector<std::int32_t>& numbers) {
      const Buffer buffer(device_, numbers.size() * sizeof(numbers[0]));
      Stream(device_).upload(buffer, numbers.data(), buffer.size_bytes());
      return buffer;
    };
    const Stream stream(device_);
    const auto run = [&](const RaggedPlan& plan) {
      std::vector<float> out = std::vector<float>(expected.run().size(), std::nanf(""));
      const Buffer from(device_, expected.in().size() * sizeof(float));
      const Buffer to(device_, out.size() * sizeof(float));
      stream.upload(from, expected.in().data(), from.size_bytes());
      stream.upload(to, out.data(), to.size_bytes());
      plan.execute(stream, from, to);
      stream.download(to, out.data(), to.size_bytes());
      return out;
    };
    const auto same = [](const std::vector<float>& a, const std::vector<float>& b) {
      return std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
    };
    const Buffer in = buffer_of({150, 3, 40, 0});
    const RaggedPlan moved = packed.at(stream, in, buffer_of({0, 150, 20, 190}));
    EXPECT_EQ(moved.launches(), packed.launches());
    EXPECT_TRUE(same(run(moved), expected.run())) << kind;
    EXPECT_TRUE(same(run(moved.at(stream, {})), expected.run())) << kind;
    EXPECT_FALSE(same(run(packed), expected.run())) << kind;
    const std::vector<float> clamped = run(moved.at(stream, buffer_of({-5, 1000, 3, 4})));
    EXPECT_TRUE(same(clamped, run(moved.at(stream, buffer_of({0, 131, 3, 4}))))) << kind;
    EXPECT_EQ(code_of([&] { static_cast<void>(packed.at(stream, Buffer(device_, 15))); }), ErrorCode::invalid_argument);
  }
  const RaggedPlan with_plan(device_, RaggedProblem::parse("c2c:f32:ragged=4,20011"));
  EXPECT_EQ(code_of([&] { static_cast<void>(with_plan.at(Stream(device_), {})); }), ErrorCode::unsupported);
}

/// HEALPix: rings of 4, 8, ... to the belt, and back. The belt, most of the points, is transformed without a
/// convolution.
TEST_F(RaggedOnDevice, TransformsRingsOfHealpix) {
  const RaggedProblem rings = RaggedProblem::parse("r2c:f32:ragged=4..252/4,256x129,252..4/4*4");
  const RaggedRun<float> run(device_, rings);
  run.expect_accurate(4e-7);
  EXPECT_NE(run.plan().describe().find("whole 128 points"), std::string::npos) << run.plan().describe();
}

/// The octahedral reduced Gaussian grid O40: rings of 20, 24, ...
TEST_F(RaggedOnDevice, TransformsAnOctahedralGridThereAndBack) {
  RaggedProblem rings = RaggedProblem::parse("r2c:f32:ragged=20..176/4,176..20/4*2");
  const RaggedRun<float> there(device_, rings);
  const std::vector<float> spectra = there.run();
  EXPECT_LE(there.error(spectra), 4e-7);
  rings = rings.inverse();
  rings.scale = Scale::inverse_n;
  const RaggedPlan back(device_, rings);
  std::vector<float> fields(there.in().size(), std::numeric_limits<float>::quiet_NaN());
  back.execute(std::span(reinterpret_cast<const std::complex<float>*>(spectra.data()), spectra.size() / 2),
               std::span(fields));
  const std::vector<LongComplex> expected(there.in().begin(), there.in().end());
  EXPECT_LE(relative_l2(std::vector<LongComplex>(fields.begin(), fields.end()), expected), 4e-7);
}

/// Errors are those of a plan for each length, or nearly.
TEST_F(RaggedOnDevice, IsAsAccurateAsPlansOfEachLength) {
  const RaggedProblem problem = RaggedProblem::parse("c2c:f32:ragged=45,128,211,360,509");
  const RaggedRun<float> run(device_, problem);
  const std::vector<float> out = run.run();
  for (std::size_t i = 0; i < problem.lengths.size(); ++i) {
    const std::vector<LongComplex> x = ragged_elements(problem, true, run.in(), i, 0);
    const std::vector<LongComplex> expected = ragged_reference(problem, i, x);
    const Signal own = test::run(Plan(device_, Problem::c2c(Precision::f32, {problem.lengths[i]})), narrowed(x));
    const double of_plan = relative_l2(std::vector<LongComplex>(own.begin(), own.end()), expected);
    EXPECT_LE(relative_l2(ragged_elements(problem, false, out, i, 0), expected), 2 * of_plan + 6e-8)
        << problem.lengths[i];
  }
}

TEST_F(RaggedOnDevice, ExecutesOnAStream) {
  const RaggedProblem problem = RaggedProblem::parse("c2c:f32:ragged=12,31,100,7*3");
  const RaggedRun<float> run(device_, problem);
  const std::vector<float> expected = run.run();
  const std::size_t bytes = expected.size() * sizeof(float);
  const Stream stream(device_);
  const Buffer in(device_, bytes);
  const Buffer out(device_, bytes);
  stream.upload(in, run.in().data(), bytes);
  run.plan().execute(stream, in, out);
  std::vector<float> got(expected.size());
  stream.download(out, got.data(), bytes);
  EXPECT_EQ(std::memcmp(got.data(), expected.data(), bytes), 0);
}

/// A number that is not finite stays in its transform.
TEST_F(RaggedOnDevice, KeepsTransformsApart) {
  const RaggedPlan plan(device_, RaggedProblem::parse("c2c:f32:ragged=50,51,52"));
  Signal in = random_f32(153, 5);
  Signal expected(in.size());
  plan.execute(in, std::span(expected));
  in[60] = {std::numeric_limits<float>::infinity(), std::nanf("")};
  Signal out(in.size());
  plan.execute(in, std::span(out));
  const auto part = [](const Signal& x, std::size_t first, std::size_t count) {
    return std::span(x).subspan(first, count);
  };
  EXPECT_TRUE(same_bits(part(out, 0, 50), part(expected, 0, 50)));
  EXPECT_TRUE(same_bits(part(out, 101, 52), part(expected, 101, 52)));
  for (const std::complex<float>& x : part(out, 50, 51))
    EXPECT_FALSE(std::isfinite(x.real()) && std::isfinite(x.imag()));
}

/// Lengths beyond a work-group, some of them primes, some together: fields, offsets and strides of any remainder.
TEST_F(RaggedOnDevice, TransformsLongLengthsByPlans) {
  for (const char* token : {"c2c:f32:ragged=5,20011x2,31,40000:inverse:scale=1/n", "r2c:f32:ragged=7,32771,9x2*2",
                            "c2r:f32:ragged=7,32771,32771,9:ioffsets=3,11,20000,1:ooffsets=65600,1,32780,65560",
                            "c2c:f32:ragged=17011x2,3:ioffsets=1,0,2:istride=3:ooffsets=17011,0,34022"}) {
    expect_accurate(token);
    EXPECT_NE(RaggedPlan(device_, RaggedProblem::parse(token)).describe().find("\n  plan "), std::string::npos)
        << token;
  }
}

TEST_F(RaggedOnDevice, RefusesWhatItCannotDo) {
  EXPECT_NE(
      message_of([&] { RaggedPlan(device_, RaggedProblem::parse("c2c:f32:ragged=5,200000003")); }).find("200000003"),
      std::string::npos);
  EXPECT_EQ(code_of([&] { RaggedPlan(Device(), RaggedProblem::parse("c2c:f32:ragged=5")); }),
            ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([] { static_cast<void>(RaggedPlan().launches()); }), ErrorCode::invalid_argument);
  const RaggedPlan plan(device_, RaggedProblem::parse("c2c:f32:ragged=5,6"));
  Signal in(11);
  Signal out(11);
  EXPECT_EQ(code_of([&] { plan.execute(in, std::span(out).first(10)); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { plan.execute(in, std::span(in)); }), ErrorCode::invalid_argument);
  std::vector<float> real(11);
  EXPECT_EQ(code_of([&] { plan.execute(real, std::span(out)); }), ErrorCode::invalid_argument);
  const Stream stream(device_);
  const Buffer buffer(device_, 11 * sizeof(in[0]));
  EXPECT_EQ(code_of([&] { plan.execute(stream, buffer, buffer); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { plan.execute(stream, Buffer(device_, 8), buffer); }), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace papilio::test
