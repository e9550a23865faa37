// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The exchange of spec/exchange.hpp as IR: addresses, and handing values on between the work-items of a group.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "kernel/kernel_context.hpp"
#include "kernel/parcel.hpp"
#include "spec/exchange.hpp"
#include "spec/layout.hpp"

namespace papilio::kernel {

/// Items that the work-items of a group share in rounds: work-item t has t + u*threads in round u.
struct Rounds {
  std::int64_t threads = 1;
  std::int64_t total = 1;  ///< items
  std::int64_t last = 0;   ///< round
};
/// The item of a work-item in round u, kept below the total; null active: it is always below.
Value own_index(Builder& b, const Rounds& rounds, Value u, Value* active);
inline Value own_index(Builder& b, std::int64_t threads, std::int64_t u, std::int64_t total, Value* active) {
  return own_index(b, {threads, total, u}, b.constant(u), active);
}

/// The local memory of an exchange.
struct ExchangeArrays {
  const Buffer* re = nullptr;  ///< of both parts, if they are joined
  const Buffer* im = nullptr;  ///< null where re serves for both (Shape::split)
};
/// Arrays that serve each of these, which have their parts alike.
ExchangeArrays exchange_arrays(Builder& b, ScalarKind element, const std::vector<Exchange>& layouts);

class GroupExchange {
 public:
  GroupExchange(Builder& b, const KernelSpec& spec, const KernelContext& context)
      : GroupExchange(b, spec, context, Exchange(spec), exchange_arrays(b, context.element, {Exchange(spec)})) {}
  GroupExchange(Builder& b, const KernelSpec& spec, const KernelContext& context, Exchange layout,
                ExchangeArrays arrays)
      : b_(b), spec_(spec), context_(context), layout_(std::move(layout)), re_(arrays.re), im_(arrays.im) {}

  [[nodiscard]] const Exchange& layout() const { return layout_; }
  /// Where element e of a column would be without padding.
  Value raw_place(Value column, Value e) { return papilio::raw_place(layout_, column, e); }
  Value padded(Value raw) { return padded_place(layout_.padding(0), raw); }
  Value place(Value column, Value e) { return b_.let("at", padded(raw_place(column, e))); }
  /// Elements first + step*j, j < count, of a column. What `first` leaves when divided by step*count is under `step`.
  std::vector<Value> places(Value column, Value first, std::int64_t step, int count) {
    return places(layout_.padding(0), column, first, step, count);
  }
  /// The same in the exchange that such a padding is for.
  std::vector<Value> places(const Exchange::Padding& padding, Value column, Value first, std::int64_t step, int count);

  /// The same for what stands at raw, raw + unit, …, `count` of them: raw is a multiple of unit*count and a rest under
  /// `unit`.
  std::vector<Value> places_from(const Exchange::Padding& padding, Value raw, std::int64_t unit, int count);

  /// Hands numbers on: every work-item writes its own, then reads `from`. The first time, between the two, it
  /// also prefetches for the work-group that comes Shape::ahead groups later.
  std::vector<std::vector<Complex>> hand_on(const Parcel& parcel, const std::vector<Places>& from);
  /// The same where `put_all` does the writing, part by part; not with Shape::split.
  std::vector<std::vector<Complex>> hand_on(const std::function<void()>& put_all, const std::vector<Places>& from);
  void put(const Places& to, const std::vector<Complex>& values) { put(to, values, {true, true}); }
  /// In the exchange of that work-group of the cluster.
  void put_away(const Places& to, const std::vector<Complex>& values, Value rank) {
    put(to, values, {true, true}, rank);
  }
  /// Every work-item has read what was put before, so that it may be overwritten.
  void barrier_before_put();
  /// Makes what all work-items have put readable. The first time it also prefetches.
  void barrier_after_put();
  /// What others have put there.
  std::vector<std::vector<Complex>> take(const std::vector<Places>& from);

 private:
  /// Which parts one round of an exchange hands on.
  struct Parts {
    bool re = false;
    bool im = false;
  };
  void do_round(const std::function<void()>& put_all, const std::vector<Places>& from,
                std::vector<std::vector<Complex>>& result, Parts parts);
  void put(const Places& to, const std::vector<Complex>& values, Parts parts, Value rank = nullptr);
  void get(const Places& from, std::vector<Complex>& values, Parts parts);

  Builder& b_;
  const KernelSpec& spec_;
  const KernelContext& context_;
  Exchange layout_;
  const Buffer* re_;
  const Buffer* im_;
  bool used_ = false;
};

}  // namespace papilio::kernel
