// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels for GPUs that sum their columns: neither the interpreter nor the PTX machine finds a fault, the sums are
// those of the numbers in memory, and the results have the bits of the kernel that sums nothing.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <random>

#include "interp/summing_pass.hpp"
#include "kernel/verified/can_sum.hpp"
#include "kernel/verified/coupled_weights.hpp"
#include "spec/cluster.hpp"
#include "spec/partial_sums.hpp"
#include "support/cluster_spec.hpp"
#include "support/expect_interpreted.hpp"
#include "support/ptx_comparison.hpp"

namespace papilio::test {
namespace {

using Complex = std::complex<double>;

/// One side of a pass.
struct SideOfPass : SummedSide {
  std::vector<Complex> weights;
};

class SumsOfGroups : public testing::Test {
 protected:
  static std::int64_t columns(const plan::Pass& pass) { return pass.batch * pass.kernel.columns(); }

  /// `spec` is the pass's, with its sums.
  SideOfPass side_of(const plan::Pass& pass, const KernelSpec& spec, const Side& side,
                     const std::vector<double>& rule) {
    SideOfPass result;
    const std::vector<double> random = random_numbers(random_, 2 * weighted_elements(spec, side));
    for (std::size_t i = 0; i < random.size(); i += 2) result.weights.emplace_back(random[i], random[i + 1]);
    if (&side == &spec.out && side.form != Form::half) kernel::couple_weights(spec, result.weights);
    std::vector<double> table;
    for (const Complex& w : result.weights) table.insert(table.end(), {w.real(), w.imag()});
    const bool checks = checks_sums(spec) && &side == &spec.out;
    if (checks) table.insert(table.end(), rule.begin(), rule.end());
    result.table = stored(spec.precision, table);
    const std::int64_t sums = columns(pass) * summed_tile(spec, side).parts * numbers_of(side.sums);
    if (checks) result.flag = stored(spec.precision, {unset});
    result.sums = stored(spec.precision, std::vector<double>(static_cast<std::size_t>(sums), unset));
    return result;
  }

  /// `bytes` are those of the side.
  static void expect_sums(const plan::Pass& pass, const KernelSpec& spec, const Side& side, const SideOfPass& of,
                          const Bytes& bytes) {
    const bool input = &side == &spec.in;
    const Sums kind = side.sums;
    const plan::Operand& operand = input ? pass.source : pass.target;
    const double unit = spec.precision == Precision::f32 ? 1e-6 : 1e-15;
    const std::int64_t all = columns(pass);
    const std::int64_t reals = side.form == Form::pairs ? 1 : 2;  // of an element of the operand
    for (std::int64_t c = 0; c < all; ++c) {
      SCOPED_TRACE(c);
      const std::int64_t begin = reals * (operand.offset + c / spec.columns() * operand.distance) +
                                 2 * (c % spec.columns() * side.strides.column);
      const std::int64_t columns = spec.columns();
      const std::int64_t step =
          2 * (spec.packed(side) ? (input ? columns : spec.inner) : side.strides.step(spec.interleaved));
      const bool all_columns = weighted_elements(spec, side) > spec.length + 1;
      const std::size_t elements = of.weights.size() / static_cast<std::size_t>(all_columns ? columns : 1);
      Complex functional = 0;
      double squares = 0;
      double norm = 0;
      for (std::size_t e = 0; e < elements; ++e) {
        const auto at = static_cast<std::size_t>(begin + static_cast<std::int64_t>(e) * step);
        Complex x(number_at(spec.precision, bytes, at), number_at(spec.precision, bytes, at + 1));
        if (!input) x /= spec.scale;
        const bool half = side.form == Form::half;
        const bool end = e == 0 || e + 1 == elements;
        if (half && end && input) x = x.real();  // the imaginary part counts as 0
        const Complex w =
            of.weights[all_columns ? e * static_cast<std::size_t>(columns) + static_cast<std::size_t>(c % columns) : e];
        // Sums::real is that of real numbers, which come in pairs.
        functional += kind == Sums::real ? x.real() * w.real() + x.imag() * w.imag() : x * w;
        squares += std::norm(x) * (half && !end ? 2 : 1);
        norm += std::norm(x) * std::norm(w);
      }
      const std::int64_t parts = summed_tile(spec, side).parts;
      const auto got = [&](int which) {
        double sum = 0;
        for (std::int64_t part = 0; part < parts; ++part)
          sum += number_at(spec.precision, of.sums, static_cast<std::size_t>((which * all + c) * parts + part));
        return sum;
      };
      const double bound = unit * 10 * std::sqrt(norm);
      EXPECT_NEAR(got(0), functional.real(), bound);
      if (kind == Sums::complex) {
        EXPECT_NEAR(got(1), functional.imag(), bound);
      }
      EXPECT_NEAR(got(numbers_of(kind) - 1), squares, unit * 10 * squares);
    }
  }

  void expect_right(const Problem& problem, const plan::Pass& pass, Sums kind) {
    expect_right(problem, pass, kind, kind);
  }

  void expect_right(const Problem& problem, const plan::Pass& pass, Sums in_kind, Sums out_kind) {
    KernelSpec spec = pass.kernel;
    SCOPED_TRACE(spec.key());
    const auto number = static_cast<std::int64_t>(number_bytes(spec.precision));
    const Bytes input = stored(
        spec.precision, random_numbers(random_, problem.input_elements() * problem.input_element_bytes() / number));
    const auto run = [&](const KernelSpec& of, Bytes& in, Bytes& out, const std::vector<SummedSide*>& sides) {
      const ir::Module module = kernel::build_kernel(of);
      SummingPass own(pass, of, in, out, sides, 1);
      EXPECT_EQ(run_as_ptx_too(module, own.bindings, own.scalars, own.tiles), std::vector<std::string>{});
      const std::int64_t bytes = module.shared_bytes();
      EXPECT_EQ(kernel::interface_of(of).local_memory, bytes > ir::static_local_limit ? bytes : 0);
    };
    Bytes plain_in = input;
    Bytes plain_out(static_cast<std::size_t>(problem.output_elements() * problem.output_element_bytes()));
    run(spec, plain_in, plain_out, {});
    ASSERT_TRUE(in_kind == Sums::none || kernel::can_sum(spec, spec.in));
    ASSERT_TRUE(out_kind == Sums::none || kernel::can_sum(spec, spec.out));
    spec.in.sums = in_kind;
    spec.out.sums = out_kind;
    const bool checks = checks_sums(spec);
    const std::vector<double> breaks_always = {1, 1, -1, 0, 0, 1e30};
    const std::vector<double> breaks_never = {1, 1, 1e30, 1e30, 0, 1e30};
    for (const std::vector<double>& rule : {breaks_always, breaks_never}) {
      SideOfPass in = side_of(pass, spec, spec.in, rule);
      SideOfPass out = side_of(pass, spec, spec.out, rule);
      std::vector<SummedSide*> sides;
      if (in_kind != Sums::none) sides.push_back(&in);
      if (out_kind != Sums::none) sides.push_back(&out);
      Bytes summed_in = input;
      Bytes summed_out(plain_out.size());
      const Bytes untouched[] = {in.sums, out.sums, out.flag};
      run(spec, summed_in, summed_out, sides);
      EXPECT_EQ(summed_out, plain_out) << "other bits";
      if (checks && rule == breaks_never) {
        EXPECT_TRUE(in.sums == untouched[0] && out.sums == untouched[1] && out.flag == untouched[2]);
        continue;
      }
      if (checks) {
        EXPECT_EQ(number_at(spec.precision, out.flag, 0), 1);
      }
      if (in_kind != Sums::none) expect_sums(pass, spec, spec.in, in, input);
      if (out_kind != Sums::none) expect_sums(pass, spec, spec.out, out, plain_out);
    }
  }

  static constexpr double unset = -77;
  std::mt19937_64 random_{5};
};

class GroupSumsTest : public SumsOfGroups, public testing::WithParamInterface<DeviceCaps> {};
class ClusterSumsTest : public SumsOfGroups {};

// One stage and several, work-items with whole columns and with parts of one or of several, incomplete last tiles,
// counts of partial sums that are no power of two, gaps between transforms.
TEST_P(GroupSumsTest, AreThoseOfTheNumbersInMemory) {
  for (const char* token :
       {"c2c:f32:1*3", "c2c:f32:2*70", "c2c:f32:3*270", "c2c:f32:8*65", "c2c:f32:16*37", "c2c:f32:60*17",
        "c2c:f32:64*9", "c2c:f64:64*33:inverse", "c2c:f32:100*9:scale=1/n", "c2c:f32:128*3", "c2c:f32:150*5",
        "c2c:f32:243*2", "c2c:f32:256*3", "c2c:f32:1000*2:idist=1003:odist=1001:ioffset=2", "c2c:f32:1024*3",
        "c2c:f32:1001*2", "c2c:f64:1024*3:factor=-0.5", "c2c:f32:4096*2", "c2c:f32:8192"}) {
    SCOPED_TRACE(token);
    const Problem problem = Problem::parse(token).normalised();
    const plan::PlanNode plan = plan::make_plan(problem, GetParam());
    if (plan.passes().size() > 1 || plan.passes().front()->kernel.shape.cluster > 1) continue;
    expect_right(problem, *plan.passes().front(), Sums::real);
    if (HasFailure()) return;
  }
}

// The shapes for data that the cache does not hold.
TEST_P(GroupSumsTest, OfTunedShapesAreSoToo) {
  for (const char* token :
       {"c2c:f32:32*%", "c2c:f32:64*%", "c2c:f32:100*%", "c2c:f32:125*%", "c2c:f32:192*%", "c2c:f32:512*%",
        "c2c:f32:729*%", "c2c:f32:1024*%", "c2c:f32:2187*%", "c2c:f64:64*%", "c2c:f64:1024*%", "c2c:f64:2048*%"}) {
    SCOPED_TRACE(token);
    const FewOfMany few = few_of_many(token, GetParam());
    if (few.plan.passes().size() > 1) continue;
    expect_right(few.problem, *few.plan.passes().front(), Sums::real);
    if (HasFailure()) return;
  }
}

// Half spectra: pairs in the registers of a work-item and in the exchange, of one transform and of several.
TEST_P(GroupSumsTest, OfRealRowsAreSoToo) {
  int tried = 0;
  for (const char* half : {"20", "60", "64", "100", "128", "200", "500", "512", "1000", "1024", "2048", "4096"}) {
    for (const char* kind : {"r2c:f32:", "c2r:f32:", "c2r:f64:"}) {
      for (const char* batch : {"*%:scale=1/n", "*%:odist=4100:idist=4102"}) {
        const std::string token = std::string(kind) + half + batch;
        SCOPED_TRACE(token);
        const FewOfMany few = few_of_many(token, GetParam());
        const plan::Pass& pass = *few.plan.passes().front();
        if (few.plan.passes().size() > 1 || !kernel::can_sum(pass.kernel, pass.kernel.in)) continue;
        ++tried;
        expect_right(few.problem, pass, Sums::real);
        if (HasFailure()) return;
      }
    }
  }
  EXPECT_GT(tried, 3);
}

// Rows and columns of arrays: complex sums, which the kernel does not check.
TEST_P(GroupSumsTest, OfPassesAreSoToo) {
  int tried = 0;
  for (const char* token : {"c2c:f32:64x96*3", "c2c:f64:32x48*2:scale=1/n", "c2c:f32:1000x20", "c2c:f32:7x150*2"}) {
    SCOPED_TRACE(token);
    const Problem problem = Problem::parse(token).normalised();
    const plan::PlanNode plan = plan::make_plan(problem, GetParam());
    for (const plan::Pass* pass : plan.passes()) {
      const KernelSpec& spec = pass->kernel;
      if (!spec.loops.empty() || spec.several_axes() || pass->source.slot == plan::Slot::scratch ||
          pass->target.slot == plan::Slot::scratch || !kernel::can_sum(spec, spec.in))
        continue;
      ++tried;
      expect_right(problem, *pass, Sums::complex);
      if (HasFailure()) return;
    }
  }
  RecordProperty("passes", tried);
}

// The first and the last of several passes over one axis: a functional of all elements, and columns of one.
TEST_P(GroupSumsTest, OfPartsOfAnAxisAreSoToo) {
  int tried = 0;
  for (const char* token : {"c2c:f32:2^15*2", "c2c:f64:2^14:inverse", "c2c:f32:30000:factor=0.5"}) {
    SCOPED_TRACE(token);
    const Problem problem = Problem::parse(token).normalised();
    const plan::PlanNode plan = plan::make_plan(problem, GetParam());
    const plan::Pass& first = *plan.passes().front();
    const plan::Pass& last = *plan.passes().back();
    if (&first == &last) continue;
    if (kernel::can_sum(first.kernel, first.kernel.in)) {
      ++tried;
      expect_right(problem, first, Sums::real, Sums::none);
    }
    if (kernel::can_sum(last.kernel, last.kernel.out)) {
      ++tried;
      expect_right(problem, last, Sums::none, Sums::complex);
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(tried, 1);
}

// Phases of one stage and of several, several columns of the tile, an incomplete last tile, both exchanges.
TEST_F(ClusterSumsTest, AreThoseOfTheNumbersInMemory) {
  KernelSpec array = cluster_spec({3, 4, 2, 5, 4}, 3, 2, 24);
  array.axis_lengths = {3, 8, 20};
  for (KernelSpec kernel :
       {cluster_spec({4, 4}, 1, 2, 4), cluster_spec({8, 4, 4}, 2, 4, 8), cluster_spec({3, 6, 5, 2, 3}, 2, 3, 20),
        cluster_spec({6, 4, 4, 3}, 2, 2, 24, 4), cluster_spec({16, 16, 16}, 1, 8, 64), array}) {
    kernel.scale = 0.5;
    for (const ExchangeForm exchange : {ExchangeForm::split, ExchangeForm::interleaved}) {
      kernel.shape.exchange = exchange;
      ASSERT_TRUE(can_cluster(kernel)) << kernel.key();
      Problem problem = Problem::c2c(kernel.precision, kernel.length, kernel.shape.tile + 1, kernel.direction);
      if (kernel.several_axes()) problem.lengths = kernel.axis_lengths;
      problem = problem.normalised();
      const plan::PlanNode plan = plan_of(kernel, problem);
      expect_right(problem, *plan.passes().front(), Sums::real);
      if (HasFailure()) return;
      kernel.precision = Precision::f64;  // with the second exchange
      kernel.direction = Direction::inverse;
    }
  }
}

TEST_F(ClusterSumsTest, OfPartsOfAnAxisAreSoToo) {
  const Problem problem = Problem::parse("c2c:f32:4096*2").normalised();
  plan::PlanNode plan = plan::make_plan(problem, narrow_gpu_caps());
  ASSERT_EQ(plan.children.size(), 2U) << plan.to_string();
  const KernelSpec kernels[] = {cluster_spec({4, 4, 4}, 2, 4, 32, 4), cluster_spec({8, 2, 4}, 2, 2, 32, 8)};
  for (std::size_t i = 0; i < 2; ++i) {
    plan::Pass& pass = *plan.children[i].pass;
    ASSERT_EQ(pass.kernel.length, kernels[i].length) << plan.to_string();
    pass.kernel.radices = kernels[i].radices;
    pass.kernel.shape = kernels[i].shape;
    ASSERT_TRUE(can_cluster(pass.kernel)) << pass.kernel.key();
    expect_right(problem, pass, i == 0 ? Sums::real : Sums::none, i == 0 ? Sums::none : Sums::complex);
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, GroupSumsTest,
                         testing::Values(h200_preset(), gpu_preset(), narrow_gpu_caps(), tiny_gpu_caps()),
                         name_of_device);

}  // namespace
}  // namespace papilio::test
