// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels of ragged batches in the interpreter, which reports races and accesses out of bounds, and as PTX: against
// transforms of each length in long double.
#include "support/ragged.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kernel/ragged/ragged_kernels.hpp"
#include "kernel/ragged/ragged_tables.hpp"
#include "kernel/tables/spec_tables.hpp"
#include "plan/ragged_classes.hpp"
#include "spec/local_memory.hpp"
#include "support/ptx_comparison.hpp"
#include "support/stored_numbers.hpp"

namespace papilio::test {
namespace {

DeviceCaps small_gpu() {
  DeviceCaps caps = gpu_preset();
  caps.local_memory = 8192;
  return caps;
}

class RaggedKernels : public testing::TestWithParam<std::tuple<const char*, bool>> {
 protected:
  /// The numbers of a side: real elements have no imaginary parts.
  static std::vector<double> numbers_of(const RaggedProblem& problem, bool input,
                                        const std::vector<LongComplex>& elements) {
    std::vector<double> numbers;
    for (const LongComplex& x : elements) {
      numbers.push_back(static_cast<double>(x.real()));
      if (numbers_of_element(problem, input) == 2) numbers.push_back(static_cast<double>(x.imag()));
    }
    return numbers;
  }

  /// Executes all classes on an output of NaN.
  static std::vector<double> run(const RaggedProblem& problem, const DeviceCaps& caps,
                                 const std::vector<double>& input) {
    Bytes in = stored(problem.precision, input);
    const std::size_t results =
        static_cast<std::size_t>(problem.all_elements(false)) * numbers_of_element(problem, false);
    Bytes out = stored(problem.precision, std::vector<double>(results, std::nan("")));
    for (const plan::RaggedClass& own : plan::ragged_classes(problem, caps).classes) run_class(problem, own, in, out);
    std::vector<double> numbers;
    for (std::size_t i = 0; i < results; ++i) numbers.push_back(number_at(problem.precision, out, i));
    return numbers;
  }

  static void run_class(const RaggedProblem& problem, const plan::RaggedClass& own, Bytes& in, Bytes& out) {
    const ir::Module module = kernel::build_ragged_kernel(own.spec);
    const kernel::RaggedTables tables = kernel::ragged_tables(problem, own.spec, own.members);
    std::vector<Bytes> constants;
    for (const kernel::TableParameter& table : kernel::tables_of(own.spec.dft))
      constants.push_back(kernel::make_table(table.spec));
    constants.push_back(tables.numbers);
    Bytes rows(tables.rows.size() * sizeof(tables.rows[0]));
    std::memcpy(rows.data(), tables.rows.data(), rows.size());
    constants.push_back(rows);
    std::vector<ir::Binding> bindings = {binding(in, problem.precision), binding(out, problem.precision)};
    for (std::size_t i = 0; i < constants.size(); ++i) {
      const bool integers = module.buffers[i + 2]->element == ir::ScalarKind::i32;
      bindings.push_back(binding(constants[i], integers ? Precision::f32 : own.spec.dft.precision));
    }
    const auto transforms = static_cast<std::int64_t>(own.members.size()) * problem.batch;
    const std::int64_t tiles = (transforms + own.spec.dft.shape.tile - 1) / own.spec.dft.shape.tile;
    const std::int64_t repeat = own.spec.on_cpu() ? 3 : 1;
    std::vector<std::int64_t> scalars = {transforms, problem.distance(true), problem.distance(false), 0, 0, repeat};
    if (own.spec.strided) scalars.insert(scalars.end(), {problem.in_stride, problem.out_stride});
    scalars.push_back(problem.batch);
    const std::int64_t groups = (tiles + repeat - 1) / repeat;
    if (own.spec.on_cpu()) {
      EXPECT_EQ(ir::interpret(module, bindings, scalars, 0, groups).faults, std::vector<std::string>{});
    } else {
      EXPECT_EQ(run_as_ptx_too(module, bindings, scalars, groups), std::vector<std::string>{});
    }
  }
};

TEST_P(RaggedKernels, AreTransformsOfEachLength) {
  const auto [token, cpu] = GetParam();
  const RaggedProblem problem = RaggedProblem::parse(token);
  const DeviceCaps caps = cpu ? cpu_preset() : small_gpu();
  const std::vector<LongComplex> input = random_ragged(problem, 3);
  const std::vector<double> output = run(problem, caps, numbers_of(problem, true, input));
  const std::vector<double> in = numbers_of(problem, true, input);
  for (std::int64_t field = 0; field < problem.batch; ++field) {
    for (std::size_t i = 0; i < problem.lengths.size(); ++i) {
      const auto expected = ragged_reference(problem, i, ragged_elements(problem, true, in, i, field));
      EXPECT_LE(relative_l2(ragged_elements(problem, false, output, i, field), expected),
                problem.precision == Precision::f32 ? 5e-7 : 1e-15)
          << problem.lengths[i];
    }
  }
}

/// Beyond what a kernel may declare, CUDA takes it at launch.
TEST(RaggedLocalMemory, IsThatOfTheExchange) {
  for (const char* token : {"c2c:f64:ragged=2500,40", "r2c:f64:ragged=5000,41", "c2r:f32:ragged=8000x9"}) {
    for (const plan::RaggedClass& own : plan::ragged_classes(RaggedProblem::parse(token), h200_preset()).classes) {
      const ir::Module module = kernel::build_ragged_kernel(own.spec);
      EXPECT_EQ(module.shared_bytes(), local_bytes(Kernel{own.spec.dft})) << own.spec.name();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    CpuAndGpu, RaggedKernels,
    testing::Combine(testing::Values("c2c:f32:ragged=1,2,7,16,31,32,50*2", "r2c:f32:ragged=1,2,3,4,9,31,60,64,77*3",
                                     "c2r:f64:ragged=1,2,3,4,9,31,60,64,77*2:scale=1/n",
                                     "c2c:f64:ragged=30,5:inverse:ioffsets=2,40:ooffsets=9,0",
                                     "r2c:f32:ragged=9,12*2:ioffsets=0,1:istride=3:ooffsets=1,0:ostride=2",
                                     "c2r:f32:ragged=9,12*2:ioffsets=0,1:istride=3:ooffsets=1,0:ostride=2",
                                     "c2c:f32:ragged=64x900:inverse", "r2c:f32:ragged=128x900",
                                     "c2r:f32:ragged=128x900"),
                     testing::Bool()));

}  // namespace
}  // namespace papilio::test
