// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Experiments in the IR's interpreter, which finds races, accesses out of bounds and barriers that some do not reach.
#include "lab/experiments/pass_kernel.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <complex>
#include <cstring>
#include <papilio/error.hpp>

#include "core/error_bound.hpp"
#include "core/roots.hpp"
#include "ir/verify.hpp"
#include "lab/experiments/twiddles.hpp"
#include "support/error_of.hpp"
#include "support/interpreter.hpp"
#include "support/ptx_comparison.hpp"

namespace papilio::experiments {
namespace {

struct Outcome {
  double error = 0;  ///< relative L2
  std::int64_t flops = 0;
  std::int64_t barriers = 0;
};

std::vector<float> input_of(const TransformChoices& choices) {
  std::vector<float> numbers(static_cast<std::size_t>(2 * choices.n * choices.batch));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<float>(std::sin(1.0 + 1.7 * static_cast<double>(i)));
  return numbers;
}

double error_of(const TransformChoices& choices, const std::vector<float>& in, const std::vector<float>& out) {
  long double difference = 0;
  long double norm = 0;
  const auto n = static_cast<std::size_t>(choices.n);
  for (std::size_t first = 0; first < in.size() / 2; first += n) {
    std::vector<std::complex<double>> x;
    for (std::size_t i = first; i < first + n; ++i) x.emplace_back(in[2 * i], in[2 * i + 1]);
    x = host_fft<double>(x, choices.direction);
    for (std::size_t i = 0; i < n; ++i) {
      difference += std::norm(std::complex<double>(out[2 * (first + i)], out[2 * (first + i) + 1]) - x[i]);
      norm += std::norm(x[i]);
    }
  }
  return static_cast<double>(std::sqrt(difference / norm));
}

/// f32 without storage between.
Outcome run(const TransformChoices& choices, const DeviceCaps& caps = gpu_preset()) {
  const std::vector<float> input = input_of(choices);
  std::vector<float> from = input;
  std::vector<float> to(input.size());
  std::vector<std::byte> table = make_table(choices.twiddles, choices.n, choices.precision);
  Outcome outcome;
  for (const StudyPass& pass : passes_of(choices, caps)) {
    const ir::Module module = build_pass(choices, pass, "test");
    EXPECT_THAT(ir::verify(module), testing::IsEmpty());
    std::ranges::fill(to, std::nanf(""));
    const auto numbers = static_cast<std::int64_t>(from.size());
    std::vector<ir::Binding> buffers = {{reinterpret_cast<std::byte*>(from.data()), numbers},
                                        {reinterpret_cast<std::byte*>(to.data()), numbers}};
    if (reads_table(choices, pass)) buffers.push_back({table.data(), static_cast<std::int64_t>(table.size() / 4)});
    const std::int64_t scalars[] = {choices.batch};
    if (from.size() <= 2048) {  // a simulator of NVIDIA's GPUs must give the same bits
      EXPECT_THAT(test::run_as_ptx_too(module, buffers, scalars, groups_of(choices, pass)), testing::IsEmpty());
    }
    const ir::InterpreterReport report = ir::interpret(module, buffers, scalars, 0, groups_of(choices, pass));
    EXPECT_THAT(report.faults, testing::IsEmpty());
    outcome.flops += report.flops;
    outcome.barriers += report.barriers;
    from.swap(to);
  }
  outcome.error = error_of(choices, input, from);
  return outcome;
}

TransformChoices choices_of(std::int64_t n, std::vector<std::vector<int>> passes) {
  TransformChoices choices;
  choices.n = n;
  choices.passes = std::move(passes);
  return choices;
}

TEST(PassKernel, EveryTwiddleMemoryAndDecimationIsTheDft) {
  for (const TwiddleSource source :
       {TwiddleSource::read, TwiddleSource::quadrant, TwiddleSource::computed, TwiddleSource::products,
        TwiddleSource::recurrence, TwiddleSource::recurrence_pairs}) {
    for (const ExchangeMemory memory : {ExchangeMemory::local, ExchangeMemory::global}) {
      const bool recurs = source == TwiddleSource::recurrence || source == TwiddleSource::recurrence_pairs;
      if (recurs && memory == ExchangeMemory::local) continue;
      for (const Decimation decimation : {Decimation::time, Decimation::frequency}) {
        for (const Direction direction : {Direction::forward, Direction::inverse}) {
          TransformChoices choices = choices_of(512, {{4, 8}, {16}});
          choices.batch = 3;
          choices.twiddles = source;
          choices.exchange = memory;
          choices.decimation = decimation;
          choices.direction = direction;
          const Outcome outcome = run(choices);
          EXPECT_LT(outcome.error, error_bound(512, Precision::f32))
              << to_string(source) << " " << to_string(memory) << " " << to_string(decimation);
          EXPECT_EQ(outcome.barriers > 0, memory == ExchangeMemory::local);
        }
      }
    }
  }
}

TEST(PassKernel, AnyRadices) {
  for (const auto& passes : std::vector<std::vector<std::vector<int>>>{{{2}},
                                                                       {{2, 2, 2, 2, 2, 2}},
                                                                       {{32, 2}},
                                                                       {{3, 5, 4}},
                                                                       {{7, 7}},
                                                                       {{8}, {4, 2}, {2}},
                                                                       {{16, 4, 2}, {3}},
                                                                       {{64}}}) {
    std::int64_t n = 1;
    for (const auto& pass : passes) {
      for (const int radix : pass) n *= radix;
    }
    for (const Decimation decimation : {Decimation::time, Decimation::frequency}) {
      TransformChoices choices = choices_of(n, passes);
      choices.batch = 2;
      choices.decimation = decimation;
      EXPECT_LT(run(choices).error, error_bound(n, Precision::f32)) << n;
    }
  }
}

TEST(PassKernel, FewerWorkItemsThanButterfliesAndOtherTiles) {
  for (const int threads : {1, 3, 16, 64}) {
    for (const int tile : {1, 2, 4}) {
      TransformChoices choices = choices_of(256, {{4, 4, 4, 4}});
      choices.batch = 4;
      choices.threads = threads;
      choices.tile = tile;
      EXPECT_LT(run(choices).error, error_bound(256, Precision::f32)) << threads << " " << tile;
    }
  }
}

TEST(PassKernel, CountsItsOperations) {
  for (const TwiddleSource source : {TwiddleSource::read, TwiddleSource::products, TwiddleSource::computed}) {
    TransformChoices choices = choices_of(1024, {{16, 4}, {16}});
    choices.twiddles = source;
    double operations = 0;
    for (const StudyPass& pass : passes_of(choices, gpu_preset())) operations += operations_of(choices, pass);
    // Codelets that multiply by 1 and first powers, which cost nothing, make a difference.
    EXPECT_NEAR(static_cast<double>(run(choices).flops) / 1024, operations, 0.15 * operations) << to_string(source);
  }
}

TEST(PassKernel, PartsSwitchedOffAreNoDftButSound) {
  for (int part = 0; part < 5; ++part) {
    TransformChoices choices = choices_of(4096, {{16, 16}, {16}});
    choices.off = {part == 0, part == 1, part == 2, part == 3, part == 4};
    const Outcome outcome = run(choices);
    EXPECT_GT(outcome.error, 0.1) << part;
    EXPECT_EQ(outcome.barriers == 0, part == 3);
  }
}

/// Error of a transform whose last kernel has runs of 128 steps.
double error_with(TwiddleSource source) {
  TransformChoices choices = choices_of(1 << 17, {{4}, {64}, {64}, {8}});
  choices.twiddles = source;
  choices.exchange = ExchangeMemory::global;
  choices.decimation = Decimation::time;
  return run(choices).error;
}

TEST(Recurrence, PairsAreAsGoodAsATable) {
  const double read = error_with(TwiddleSource::read);
  const double pairs = error_with(TwiddleSource::recurrence_pairs);
  const double plain = error_with(TwiddleSource::recurrence);
  EXPECT_LT(pairs, 1.05 * read);
  EXPECT_GT(plain, 1.3 * read);
}

std::string refusal_of(const TransformChoices& choices, const DeviceCaps& caps) {
  return test::message_of([&] { (void)passes_of(choices, caps); });
}

TEST(PassesOf, SaysWhatCannotBeObeyed) {
  using testing::HasSubstr;
  EXPECT_THAT(refusal_of(choices_of(64, {{7, 7}}), gpu_preset()), HasSubstr("their product is 49"));
  EXPECT_THAT(refusal_of(choices_of(128, {{128}}), gpu_preset()), HasSubstr("2 to 67 points"));
  EXPECT_THAT(refusal_of(choices_of(8192, {{32, 16, 16}}), v3d_preset()), HasSubstr("bytes of local memory"));
  TransformChoices choices = choices_of(4096, {{4, 4, 4, 4}, {4, 4}});
  choices.threads = 512;
  EXPECT_THAT(refusal_of(choices, v3d_preset()), HasSubstr("at most 256"));
  choices.threads = 200;
  choices.passes = {{64, 64}};
  EXPECT_THAT(refusal_of(choices, gpu_preset()), HasSubstr("at most 64 butterflies"));
  choices.threads = 0;
  choices.twiddles = TwiddleSource::recurrence;
  EXPECT_THAT(refusal_of(choices, gpu_preset()), HasSubstr("--exchange global"));
  choices.twiddles = TwiddleSource::read;
  choices.tile = 3;
  EXPECT_THAT(refusal_of(choices, gpu_preset()), HasSubstr("does not divide"));
  choices.tile = 0;
  choices.between = Storage::f16;
  EXPECT_THAT(refusal_of(choices, gpu_preset()), HasSubstr("one kernel does all"));
  choices.passes = {{16, 4}, {64}};
  choices.off.exchange = true;
  EXPECT_THAT(refusal_of(choices, gpu_preset()), HasSubstr("equal"));
  TransformChoices odd = choices_of(27, {{3, 9}});
  odd.twiddles = TwiddleSource::quadrant;
  EXPECT_THAT(refusal_of(odd, gpu_preset()), HasSubstr("4 does not divide"));
}

}  // namespace
}  // namespace papilio::experiments
