// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels for CPUs that sum their rows: the interpreter finds no fault, the sums are those of the numbers in memory,
// and the results have the bits of the kernel that sums nothing.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "interp/summing_pass.hpp"
#include "ir/interpreter.hpp"
#include "ir/verify.hpp"
#include "kernel/row_vectors.hpp"
#include "kernel/verified/can_sum.hpp"

namespace papilio::test {
namespace {

/// One side of a batch of rows.
struct Rows : SummedSide {
  kernel::RowVectors row;
  std::vector<double> weights;  ///< of the numbers of a row
  std::vector<double> roots;    ///< of how often their squares count
};

class RowSumsTest : public testing::Test {
 protected:
  Rows rows(const KernelSpec& spec, const Side& side, std::int64_t batch) {
    Rows result;
    result.row = kernel::row_vectors(spec, side);
    result.weights = random_numbers(random_, result.row.reals);
    if (result.row.cyclic) kernel::make_cyclic(result.row, result.weights);
    result.roots.assign(result.weights.size(), std::sqrt(2.0));
    for (const std::size_t i : {0, 1}) result.roots[i] = 1;
    for (const std::size_t i : {1, 2}) result.roots[result.roots.size() - i] = i == 1 ? 0 : 1;
    result.table = stored(spec.precision, kernel::row_table(result.row, {result.weights}, result.roots));
    result.sums = stored(spec.precision, std::vector<double>(static_cast<std::size_t>(2 * batch), NAN));
    return result;
  }

  static void expect_sums(const Rows& rows, const Bytes& data, Precision precision, std::int64_t batch,
                          std::int64_t distance) {
    const double unit = precision == Precision::f32 ? 1e-6 : 1e-15;
    for (std::int64_t t = 0; t < batch; ++t) {
      SCOPED_TRACE(t);
      double functional = 0;
      double squares = 0;
      double norm = 0;
      for (std::size_t i = 0; i < rows.weights.size(); ++i) {
        const double x = number_at(precision, data, static_cast<std::size_t>(t * distance) + i);
        functional += rows.weights[i] * x;
        squares += x * x * (rows.row.half ? rows.roots[i] * rows.roots[i] : 1);
        norm += x * x;
      }
      EXPECT_NEAR(number_at(precision, rows.sums, static_cast<std::size_t>(t)), functional,
                  unit * 10 * std::sqrt(norm));
      EXPECT_NEAR(number_at(precision, rows.sums, static_cast<std::size_t>(batch + t)), squares, unit * 10 * norm);
    }
  }

  void expect_right(const Problem& problem, const plan::Pass& pass) {
    KernelSpec spec = pass.kernel;
    const std::size_t number = number_bytes(spec.precision);
    const auto in_reals = problem.input_elements() * problem.input_element_bytes() / static_cast<std::int64_t>(number);
    const auto out_reals =
        problem.output_elements() * problem.output_element_bytes() / static_cast<std::int64_t>(number);
    const Bytes input = stored(spec.precision, random_numbers(random_, in_reals));
    const auto run = [&](const KernelSpec& of, Bytes& in, Bytes& out, const std::vector<SummedSide*>& sides) {
      const ir::Module module = kernel::build_kernel(of);
      EXPECT_EQ(ir::verify(module), std::vector<std::string>{});
      const SummingPass own(pass, of, in, out, sides, 2);
      EXPECT_EQ(ir::interpret(module, own.bindings, own.scalars, 0, (own.tiles + 1) / 2).faults,
                std::vector<std::string>{});
    };
    Bytes plain_in = input;
    Bytes plain_out(static_cast<std::size_t>(out_reals) * number);
    run(spec, plain_in, plain_out, {});
    ASSERT_TRUE(kernel::can_sum(spec, spec.in) && kernel::can_sum(spec, spec.out));
    spec.in.sums = spec.out.sums = Sums::real;
    Rows in = rows(spec, spec.in, pass.batch);
    Rows out = rows(spec, spec.out, pass.batch);
    Bytes summed_in = input;
    Bytes summed_out(plain_out.size());
    run(spec, summed_in, summed_out, {&in, &out});
    EXPECT_EQ(summed_out, plain_out) << "other bits";
    expect_sums(in, input, spec.precision, pass.batch, problem.in_distance * (problem.real_input() ? 1 : 2));
    expect_sums(out, plain_out, spec.precision, pass.batch, problem.out_distance * (problem.real_output() ? 1 : 2));
  }

  std::mt19937_64 random_{5};
};

// Columns and butterflies; rows of few vectors, of rounds, and of more rounds than are added in f32; last vectors that
// start early; half spectra of even and odd lengths; algorithms of convolution.
TEST_F(RowSumsTest, AreThoseOfTheNumbersInMemory) {
  for (const char* token : {"c2c:f32:2*9",
                            "c2c:f32:7*5",
                            "c2c:f32:64*5",
                            "c2c:f32:100*11",
                            "c2c:f64:64*3:inverse",
                            "c2c:f32:1000*2",
                            "c2c:f32:1024*3:scale=1/n",
                            "c2c:f64:1024*2",
                            "c2c:f32:8192",
                            "c2c:f32:1009*2",
                            "c2c:f32:503*2",
                            "r2c:f32:8*20",
                            "r2c:f32:64*5",
                            "r2c:f32:63*5",
                            "r2c:f32:1024*3",
                            "r2c:f64:500*2",
                            "c2r:f32:64*5",
                            "c2r:f32:75*5",
                            "c2r:f32:2048*2",
                            "c2r:f64:60*3"}) {
    SCOPED_TRACE(token);
    const Problem problem = Problem::parse(token).normalised();
    const plan::PlanNode plan = plan::make_plan(problem, cpu_preset());
    ASSERT_EQ(plan.passes().size(), 1U);
    expect_right(problem, *plan.passes().front());
  }
}

}  // namespace
}  // namespace papilio::test
