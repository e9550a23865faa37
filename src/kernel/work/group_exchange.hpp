// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The exchange of spec/exchange.hpp as IR: addresses, and handing values on between the work-items of a group.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "kernel/kernel_context.hpp"
#include "kernel/work/exchange_writes.hpp"
#include "spec/exchange.hpp"
#include "spec/layout.hpp"

namespace papilio::kernel {

/// Items that the work-items of a group share in rounds: work-item t has t + u*threads in round u.
struct Rounds {
  std::int64_t threads = 1;
  std::int64_t total = 1;  ///< items
  std::int64_t last = 0;   ///< the last round
};
/// The item of a work-item in round u, clamped below the total; `active` is null if no clamping is needed.
Value own_index(Builder& b, const Rounds& rounds, Value u, Value* active);
inline Value own_index(Builder& b, std::int64_t threads, std::int64_t u, std::int64_t total, Value* active) {
  return own_index(b, {threads, total, u}, b.constant(u), active);
}

/// The local memory of an exchange.
struct ExchangeArrays {
  const Buffer* re = nullptr;  ///< also of the imaginary parts, if they are interleaved
  const Buffer* im = nullptr;  ///< null unless the parts have an array each (ExchangeForm::split)
};
/// Arrays that are large enough for each of these exchanges, which must store re and im in the same way.
ExchangeArrays exchange_arrays(Builder& b, ScalarKind element, const std::vector<Exchange>& layouts);

/// Kinds of numbers that an exchange hands on.
enum class Handed { complex, real };

class GroupExchange {
 public:
  GroupExchange(Builder& b, const KernelSpec& spec, const KernelContext& context)
      : GroupExchange(b, spec, context, Exchange(spec), exchange_arrays(b, context.element, {Exchange(spec)})) {}
  GroupExchange(Builder& b, const KernelSpec& spec, const KernelContext& context, Exchange layout,
                ExchangeArrays arrays)
      : b_(b), spec_(spec), context_(context), layout_(std::move(layout)), re_(arrays.re), im_(arrays.im) {}

  [[nodiscard]] const Exchange& layout() const { return layout_; }
  /// Place of element e of a column without padding.
  Value raw_place(Value column, Value e) { return papilio::raw_place(layout_, column, e); }
  Value padded(Value raw) { return padded_place(layout_.padding(0), raw); }
  Value place(Value column, Value e) { return b_.let("at", padded(raw_place(column, e))); }
  /// Elements first + step*j, j < count, of a column; first % (step*count) < step.
  std::vector<Value> places(Value column, Value first, std::int64_t step, int count) {
    return places(layout_.padding(0), column, first, step, count);
  }
  /// The same with another padding.
  std::vector<Value> places(const Exchange::Padding& padding, Value column, Value first, std::int64_t step, int count);

  /// The same for unpadded addresses raw + unit*j, j < count; raw % (unit*count) < unit.
  std::vector<Value> places_from(const Exchange::Padding& padding, Value raw, std::int64_t unit, int count);

  /// Exchanges values: every work-item writes its own, then reads those at `from`. Between the two, the first exchange
  /// of a kernel also prefetches for the work-group that comes Shape::prefetch_distance groups later.
  std::vector<std::vector<Complex>> hand_on(const ExchangeWrites& parcel, const std::vector<ExchangeSlots>& from,
                                            Handed handed = Handed::complex);
  /// The same with `put_all` writing the values; not with ExchangeForm::half_size, which writes re and im in turn.
  std::vector<std::vector<Complex>> hand_on(const std::function<void()>& put_all,
                                            const std::vector<ExchangeSlots>& from, Handed handed = Handed::complex);
  void put(const ExchangeSlots& to, const std::vector<Complex>& values, Handed handed = Handed::complex) {
    put(to, values, parts_of(handed));
  }
  /// Writes to the exchange of the work-group of this rank in the cluster.
  void put_away(const ExchangeSlots& to, const std::vector<Complex>& values, Value rank) {
    put(to, values, {true, true}, rank);
  }
  /// Waits until every work-item has read what was put before, so that it may be overwritten.
  void barrier_before_put();
  /// Makes what all work-items have put readable. The first time it also prefetches.
  void barrier_after_put();
  /// Reads the values at `from`.
  std::vector<std::vector<Complex>> take(const std::vector<ExchangeSlots>& from);

 private:
  /// Which parts one round of an exchange transfers.
  struct RoundParts {
    bool re = false;
    bool im = false;
  };
  /// Complex numbers that are interleaved have one access for both parts.
  [[nodiscard]] RoundParts parts_of(Handed handed) const {
    return {true, handed == Handed::complex || layout_.interleaved()};
  }
  void do_round(const std::function<void()>& put_all, const std::vector<ExchangeSlots>& from,
                std::vector<std::vector<Complex>>& result, RoundParts parts);
  void put(const ExchangeSlots& to, const std::vector<Complex>& values, RoundParts parts, Value rank = nullptr);
  void get(const ExchangeSlots& from, std::vector<Complex>& values, RoundParts parts);

  Builder& b_;
  const KernelSpec& spec_;
  const KernelContext& context_;
  Exchange layout_;
  const Buffer* re_;
  const Buffer* im_;
  bool used_ = false;
};

}  // namespace papilio::kernel
