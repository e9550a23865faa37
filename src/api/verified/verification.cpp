// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/verified/verification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <mutex>
#include <papilio/error.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ends.hpp"
#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "runtime/environment.hpp"

namespace papilio::api {
namespace {

bool packed(const std::vector<std::int64_t>& lengths, const std::vector<std::int64_t>& strides) {
  std::int64_t expected = 1;
  for (std::size_t axis = lengths.size(); axis-- > 0; expected *= lengths[axis]) {
    if (lengths[axis] > 1 && strides[axis] != expected) return false;
  }
  return true;
}

bool has_large_prime(const Problem& problem) {
  constexpr std::int64_t largest = 5000;  // the host's DFT of a prime p takes p^2 operations
  return std::ranges::any_of(problem.lengths, [](std::int64_t length) {
    const std::vector<std::int64_t> primes = prime_factors(length);
    return !primes.empty() && primes.back() > largest;
  });
}

/// Keeps memory until the process ends, for a device that is lost and may still write to it.
void give_up(std::shared_ptr<void> memory) {
  static std::mutex mutex;
  static auto* const given_up = new std::vector<std::shared_ptr<void>>;
  const std::lock_guard<std::mutex> lock(mutex);
  given_up->push_back(std::move(memory));
}

/// Calls enqueue_and_wait(). If that throws, commands that write to `sums` may still be under way: waits for them, and
/// where that fails too, as on a device that is lost, gives the memory up to them.
template <typename Sums, typename Call>
void guard(runtime::Stream& stream, Sums& sums, const Call& enqueue_and_wait) {
  try {
    enqueue_and_wait();
  } catch (...) {
    try {
      stream.synchronize();
    } catch (...) {
      give_up(std::move(sums));
    }
    throw;
  }
}

}  // namespace

std::string why_not_verified(const Problem& problem, const Callbacks& callbacks) {
  struct Obstacle {
    const char* reason;
    bool (*holds)(const Problem& problem);
  };
  static constexpr std::array<Obstacle, 11> obstacles = {{
      {"only c2c, r2c and c2r can be verified", [](const Problem& p) { return p.kind != Kind::c2c && !p.halves(); }},
      {"it is a chirp z-transform", [](const Problem& p) { return p.has_contour(); }},
      {"some axes are not transformed",
       [](const Problem& p) { return p.transformed_axes().size() != p.lengths.size(); }},
      {"a length has a prime factor above 5000", has_large_prime},
      {"a side is stored in another type than it is computed in",
       [](const Problem& p) { return p.in_storage != Storage::native || p.out_storage != Storage::native; }},
      {"its numbers are rounded between passes", [](const Problem& p) { return p.scratch_storage != Storage::native; }},
      {"a side is planar",
       [](const Problem& p) {
         return p.in_layout != ComplexLayout::interleaved || p.out_layout != ComplexLayout::interleaved;
       }},
      {"its numbers are pairs", [](const Problem& p) { return is_pair(p.precision); }},
      {"it has a window, a shift, a map or a mean that is subtracted", has_ends},
      {"it is pruned", [](const Problem& p) { return !p.zero.empty() || !p.skip.empty(); }},
      {"the elements of an array are not contiguous",
       [](const Problem& p) {
         return !packed(p.input_lengths(), p.input_strides()) || !packed(p.output_lengths(), p.output_strides());
       }},
  }};
  for (const Obstacle& obstacle : obstacles) {
    if (obstacle.holds(problem)) return obstacle.reason;
  }
  return callbacks.load.empty() && callbacks.store.empty() ? "" : "it has callbacks";
}

std::int64_t verification_in_environment() {
  const char* set = runtime::environment_variable("PAPILIO_VERIFY");
  const std::string_view value = set != nullptr ? set : "";
  if (value.empty() || runtime::is_off(value)) return 0;
  std::int64_t interval = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), interval);
  const bool number = error == std::errc() && end == value.data() + value.size() && interval > 0;
  return number ? interval : 1;
}

Verifier::Verifier(runtime::Device& device, const Problem& problem, std::int64_t interval,
                   std::optional<SummedPlan> plan)
    : device_(device),
      problem_(problem),
      interval_(interval),
      fused_rule_(problem, problem.precision, plan ? plan->factor : 1),
      separate_rule_(problem, SeparateSums::precision(device.caps()), problem.scale_factor()) {
  plan ? static_cast<void>(fused_ =
                               std::make_unique<FusedSums>(device, problem.precision, *std::move(plan), fused_rule_))
       : static_cast<void>(separate());
}

const SeparateSums& Verifier::separate() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!separate_) separate_ = std::make_unique<const SeparateSums>(device_, problem_, separate_rule_);
  return *separate_;
}

void Verifier::check(const ChecksumRule& rule, std::int64_t i, const SideSums& in, const SideSums& out) const {
  const std::string fault = rule.fault(in, out);
  if (fault.empty()) return;
  throw Error::device_failed(
      fmt::format("transform {} of the batch of {} on {}", i, problem_.token(), device_.info().id), fault,
      "do not use this result; run `papilio check` on the device, and if this repeats, replace it");
}

void Verifier::run(runtime::Stream& stream, const Memories& memories, const Batch& batch,
                   const VerifiedWork& work) const {
  if (stream.capturing()) {
    throw Error::invalid_argument("an execution of a verified plan while the stream is captured",
                                  "a check waits for the device and reads what it computed",
                                  "make the plan without verification");
  }
  if (!checks_this()) return work.transform(memories);
  fused_ ? run_fused(stream, memories, batch, work) : run_separate(stream, memories, batch, work);
}

void Verifier::run_fused(runtime::Stream& stream, const Memories& memories, const Batch& batch,
                         const VerifiedWork& work) const {
  std::unique_ptr<FusedSums::FusedBuffers> buffers = fused_->take(batch.run);
  Memories with_sums = memories;
  fused_->bind(with_sums, *buffers);
  bool all_hold = false;
  guard(stream, buffers, [&] {
    work.transform(with_sums);
    fused_->enqueue(stream, *buffers);
    work.enqueued();
    all_hold = fused_->all_hold(stream, *buffers);
  });
  const bool kept = problem_.placement == Placement::out_of_place;
  // Passes square f32 numbers in f32. Separate sums check those whose squares are out of its range, if the input is
  // still there.
  bool again = false;
  const QuickRule quick = fused_rule_.quick();
  for (std::int64_t i = 0; i < (all_hold ? 0 : batch.run); ++i) {
    const SideSums in = fused_->input(*buffers, i);
    const SideSums out = fused_->output(*buffers, i);
    if (quick.holds(in, out) || (in.zero() && out.zero())) continue;
    // Nothing can be said of a transform of NaN, whose squares are none either.
    const bool again_helps = kept && problem_.precision == Precision::f32 && !std::isnan(in.squares);
    if (again_helps && !fused_rule_.in_range(in, out)) {
      again = true;
    } else {
      check(fused_rule_, i, in, out);
    }
  }
  fused_->give_back(std::move(buffers));
  if (again) run_separate(stream, memories, batch, {[](const Memories&) {}});
}

void Verifier::run_separate(runtime::Stream& stream, const Memories& memories, const Batch& batch,
                            const VerifiedWork& work) const {
  const SeparateSums& sums = separate();
  std::unique_ptr<SeparateSums::SeparateBuffers> buffers = sums.take(batch.run);
  std::vector<SideSums> in, out;
  guard(stream, buffers, [&] {
    sums.enqueue_input(stream, *buffers, {memories.in, batch.in_offset});
    work.transform(memories);
    sums.enqueue_output(stream, *buffers, {memories.out, batch.out_offset});
    work.enqueued();
    if (sums.all_hold(stream, *buffers)) return;
    in = sums.input(stream, *buffers);
    out = sums.output(stream, *buffers);
  });
  sums.give_back(std::move(buffers));
  for (std::size_t i = 0; i < in.size(); ++i) check(separate_rule_, static_cast<std::int64_t>(i), in[i], out[i]);
}

}  // namespace papilio::api
