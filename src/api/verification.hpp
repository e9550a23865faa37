// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Verified executions: sums over the input before the transform and over the output after it, on the device, compared
// on the host (docs/verification.md).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <papilio/plan.hpp>
#include <string>
#include <vector>

#include "api/compiled_passes.hpp"
#include "kernel/checksum_kernel.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

/// Why executions of this problem cannot be verified; empty if they can.
std::string why_not_verified(const Problem& problem, const Callbacks& callbacks);

/// What the variable PAPILIO_VERIFY asks for.
bool verification_in_environment();

/// The two sums over one side of a transform.
struct SideSums {
  double functional = 0;
  double squares = 0;
};

/// Compares the sums of a transform's sides.
class ChecksumRule {
 public:
  ChecksumRule() = default;
  ChecksumRule(const Problem& problem, Precision sums);
  /// What is wrong with the transform, with the value and its bound; empty if nothing is. Says nothing about
  /// transforms whose input, or whose result by the size of the input, is not finite.
  [[nodiscard]] std::string fault(const SideSums& in, const SideSums& out) const;

 private:
  double gain_ = 1;           ///< norm of the output over that of the input
  double signed_gain_ = 1;    ///< the same with the sign of the problem's factor
  double epsilon_ = 0;        ///< bound of the functional, relative to the output's norm
  double smallest_ = 0;       ///< and absolutely: what underflow may lose
  double energy_ = 0;         ///< bound of Parseval's theorem, relative
  double largest_ = 0;        ///< norms above it may overflow within the transform
  bool bounds_only_ = false;  ///< the output's energy may be less: c2r of a spectrum that no real array has
};

class Verifier {
 public:
  /// Compiles the two kernels and uploads the weights.
  Verifier(runtime::Device& device, const Problem& problem);

  /// Sums the input, calls `transform`, sums the output, waits, and compares. Throws Error(device_failed).
  void run(runtime::Stream& stream, const Memories& memories, std::int64_t batch,
           const std::function<void()>& transform) const;

 private:
  struct SummedSide {
    kernel::ChecksumSpec spec;
    std::shared_ptr<runtime::Program> program;
    std::shared_ptr<runtime::Memory> weights;
    std::shared_ptr<runtime::Memory> multiples;
    std::int64_t distance = 0;  ///< in real numbers, as the offset
    std::int64_t offset = 0;
  };
  [[nodiscard]] SummedSide side(bool input, const std::vector<double>& weights,
                                const std::vector<double>& multiples) const;
  void enqueue(runtime::Stream& stream, const SummedSide& side, const runtime::Memory* data, std::int64_t batch,
               const runtime::Memory* sums) const;
  [[nodiscard]] std::vector<SideSums> read(runtime::Stream& stream, const SummedSide& side, const runtime::Memory& sums,
                                           std::int64_t batch) const;

  runtime::Device& device_;
  Problem problem_;
  SummedSide in_;
  SummedSide out_;
  ChecksumRule rule_;
};

}  // namespace papilio::api
