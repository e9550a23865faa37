// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The exchange of core/exchange.hpp as IR: addresses, and handing values on between the work-items of a group.
#pragma once

#include <functional>
#include <vector>

#include "core/exchange.hpp"
#include "kernel/frame.hpp"

namespace papilio::kernel {

/// Elements of the exchange that a work-item writes, or reads, together.
struct Places {
  Value active = nullptr;  ///< null: always; reads are always safe
  std::vector<Value> at;
};

/// thread_id + u*threads, kept under `total`; null active: always under it.
Value own_index(Builder& b, std::int64_t threads, std::int64_t u, std::int64_t total, Value* active);

class GroupExchange {
 public:
  GroupExchange(Builder& b, const KernelSpec& spec, const Frame& frame);

  [[nodiscard]] const Exchange& layout() const { return layout_; }
  /// Where element e of a column would be without padding.
  Value raw_place(Value column, Value e);
  Value padded(Value raw) { return padded(layout_.padding(0), raw); }
  Value place(Value column, Value e) { return b_.let("at", padded(raw_place(column, e))); }
  /// Elements first + step*j, j < count, of a column. What `first` leaves when divided by step*count is under `step`.
  std::vector<Value> places(Value column, Value first, std::int64_t step, int count) {
    return places(layout_.padding(0), column, first, step, count);
  }
  /// The same in the exchange that such a padding is for.
  std::vector<Value> places(const Exchange::Padding& padding, Value column, Value first, std::int64_t step, int count);

  /// Hands `values` on: every work-item writes them to `to`, then reads `from`. The first time, between the two, it
  /// also prefetches for the work-group that comes Shape::ahead groups later.
  std::vector<std::vector<Complex>> hand_on(const std::vector<Places>& to,
                                            const std::vector<std::vector<Complex>>& values,
                                            const std::vector<Places>& from);
  /// The same where `put_all` does the writing, part by part; not with Shape::split.
  std::vector<std::vector<Complex>> hand_on(const std::function<void()>& put_all, const std::vector<Places>& from);
  void put(const Places& to, const std::vector<Complex>& values) { put(to, values, {true, true}); }

 private:
  Value padded(const Exchange::Padding& padding, Value raw);
  /// Which parts one round of an exchange hands on.
  struct Parts {
    bool re = false;
    bool im = false;
  };
  void do_round(const std::function<void()>& put_all, const std::vector<Places>& from,
                std::vector<std::vector<Complex>>& result, Parts parts);
  void put(const Places& to, const std::vector<Complex>& values, Parts parts);
  void get(const Places& from, std::vector<Complex>& values, Parts parts);
  void prefetch();

  Builder& b_;
  const KernelSpec& spec_;
  const Frame& frame_;
  Exchange layout_;
  const Buffer* re_ = nullptr;  ///< of both parts, if they are joined
  const Buffer* im_ = nullptr;  ///< null where re_ serves for both (Shape::split)
  bool used_ = false;
};

}  // namespace papilio::kernel
