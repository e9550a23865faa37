// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/program/rounding.hpp"

#include <gtest/gtest.h>

#include "mpi/methods/methods.hpp"
#include "mpi/program/pass_part.hpp"
#include "mpi/program/program.hpp"

namespace papilio::mpi {
namespace {

Schedule of_slabs(const Problem& problem, int ranks) {
  return make_schedule(problem, Distribution::slabs(problem.input_lengths(), ranks, 0),
                       Distribution::slabs(problem.output_lengths(), ranks, 2));
}

TEST(Rounding, IsBetweenAxes) {
  const Problem problem = Problem::parse("c2c:f32:64x32x16:scratch=bf16");
  EXPECT_EQ(storage_after(problem, 0), Storage::native);
  EXPECT_EQ(storage_after(problem, 1), Storage::bf16);
  EXPECT_EQ(storage_after(problem, 2), Storage::bf16);
  EXPECT_EQ(storage_after(problem, 3), Storage::native);
  EXPECT_EQ(element_bytes_after(problem, 0), 8);
  EXPECT_EQ(element_bytes_after(problem, 1), 4);
  EXPECT_FALSE(same_type(problem, 0));
  EXPECT_TRUE(same_type(problem, 1));
  EXPECT_EQ(element_bytes_after(Problem::parse("dct2:f32:8x8:scratch=bf16"), 1), 2) << "real numbers";
  EXPECT_FALSE(same_type(Problem::parse("c2c:f16:8x8:scratch=bf16"), 0)) << "as many bytes, but other numbers";
}

/// Every pass rounds, also on one rank, and in every schedule: bits must not depend on where exchanges stand.
TEST(Rounding, DoesNotDependOnTheRanks) {
  const Problem problem = Problem::parse("r2c:f32:64x32x16:scratch=f16:scale=1/n").normalised();
  for (const int ranks : {1, 2, 4}) {
    const Schedule schedule = of_slabs(problem, ranks);
    for (const int chunks : {1, 4}) {
      for (const Step& step : make_program(problem, schedule, 0, chunks).steps) {
        const auto* pass = std::get_if<Pass>(&step);
        if (pass == nullptr) continue;
        for (const PassPart& part : pass->parts) {
          EXPECT_EQ(part.problem.in_storage, pass->position == 0 ? Storage::native : Storage::shared_exponent);
          EXPECT_EQ(part.problem.out_storage, pass->position == 2 ? Storage::native : Storage::shared_exponent);
          EXPECT_EQ(part.problem.factor, pass->position == 2 ? problem.scale_factor() : 1);
        }
      }
    }
  }
}

TEST(Rounding, HalvesWhatIsSent) {
  const Problem wide = Problem::parse("c2c:f64:32x32x32").normalised();
  const Problem narrow = Problem::parse("c2c:f64:32x32x32:scratch=f32").normalised();
  EXPECT_EQ(make_program(narrow, of_slabs(narrow, 2), 0, 1).sent_bytes * 2,
            make_program(wide, of_slabs(wide, 2), 0, 1).sent_bytes);
  EXPECT_EQ(make_storing_program(narrow, of_slabs(narrow, 2), 0).sent_bytes * 2,
            make_storing_program(wide, of_slabs(wide, 2), 0).sent_bytes);
}

}  // namespace
}  // namespace papilio::mpi
