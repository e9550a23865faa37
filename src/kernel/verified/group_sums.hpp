// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Verified executions on GPUs: the sums over both sides of each column (Side::sums), made of the values that a
// work-item has in registers, after it has loaded the inputs of its butterflies and when it has their results. What it
// has of a column goes to local memory, and is added up at the end of the kernel.
//
// A half spectrum is not in butterflies: its numbers are added pair by pair, and each work-item has a partial sum of
// each column.
//
// The tables hold the weights of all elements of a column, or of all columns (weighted_elements()), real and imaginary
// parts in turn. Of the results, only the weight of each butterfly's first one is read (coupled_weights.hpp).
//
// The results are those before they are scaled. Clusters sum the columns of their phases, which are parts of columns.
//
// Of a batch of columns, the buffer of a side holds the real parts of the products with the weights, the imaginary
// parts (Sums::complex), and the squares. A kernel that does whole transforms (checks_sums()) checks them as well: the
// output's table ends with the rule (quick_rule.hpp). Only the sums of transforms that break it are stored, and then
// the flag is set to 1. The buffers must be 0 before, where no transform breaks the rule they stay so, and nothing but
// the flag is to be read.
#pragma once

#include <functional>
#include <vector>

#include "kernel/group/sides/group_tile.hpp"
#include "kernel/pairs/pairs.hpp"
#include "kernel/work/group_work.hpp"
#include "kernel/work/observer.hpp"
#include "spec/partial_sums.hpp"

namespace papilio::kernel {

class GroupSums : public Observer {
 public:
  /// Declares the buffers of weights and sums, and local memory.
  GroupSums(Builder& b, const KernelSpec& spec, const KernelContext& context);

  void begin(GroupTile& tile, Value rank) override;
  void on_inputs(const std::vector<Butterfly>& butterflies, const std::function<Value(const Butterfly&)>& first,
                 std::int64_t step) override;
  void on_results(const std::vector<Butterfly>& butterflies,
                  const std::function<Value(const Butterfly&)>& first) override;
  void on_pair(const Pair& pair, const HalfPair& at, const Partners& x) override;
  void finish() override;

 private:
  using SumList = std::vector<Value>;  ///< one for each sum
  /// The parameters of a side that is summed; null where it is not.
  struct SumParameters {
    const Buffer* weights = nullptr;
    const Buffer* sums = nullptr;
    const Buffer* flag = nullptr;  ///< of the output, where the kernel checks
  };
  struct GroupSide {
    const Side& side;
    SumParameters buffers;
    SummedTile tile;
    PartialSums partial;
    std::int64_t slots = 0;  ///< of each sum; 0: a work-item has whole columns
    std::int64_t begin = 0;  ///< of the slots, in the shared array

    [[nodiscard]] int numbers() const { return numbers_of(side.sums); }
  };
  /// Neighbouring partial sums of a column in turns: number, number + apart, …
  struct PartialRun {
    Value number;
    std::int64_t apart = 1;
    std::int64_t count = 1;
  };

  [[nodiscard]] SumParameters parameters(const char* weights, const char* sums, const Side& side) const;
  /// A work-item adds up so many partial sums of a column at first; another one adds up what is left.
  [[nodiscard]] std::int64_t together(const GroupSide& side) const;
  [[nodiscard]] std::int64_t left(const GroupSide& side) const;
  /// The partial sums that are added up in the end.
  [[nodiscard]] PartialRun last_run(const GroupSide& side) const;
  /// `at` counts real numbers.
  [[nodiscard]] Complex weight(const GroupSide& side, Value at) const;
  /// The column of the tile that a column of the work-group is, or is a part of.
  [[nodiscard]] Value of_tile(const GroupSide& side, Value column) const;
  [[nodiscard]] SumList sums_of_inputs(const Butterfly& w, Value first, std::int64_t step) const;
  [[nodiscard]] SumList sums_of_results(const Butterfly& w, Value first) const;
  void add(const GroupSide& side, const std::vector<Butterfly>& butterflies,
           const std::function<SumList(const Butterfly&)>& sums_of);
  /// The sums of a whole column, which one butterfly is.
  void add_whole(const GroupSide& side, const Butterfly& w, SumList sums);
  [[nodiscard]] Value partial_number(const GroupSide& side, const Butterfly& w) const;
  [[nodiscard]] Value slot(const GroupSide& side, Value which, Value column, Value number) const;
  /// Calls `body` for each of `total` items; work-item `from` has the first one, if there are enough work-items.
  void share(std::int64_t total, std::int64_t from, const std::function<void(Value)>& body) const;
  [[nodiscard]] Value sum_of(const GroupSide& side, Value which, Value column, const PartialRun& run) const;
  /// Gives each side work-items: `share_one` returns how many it takes from `from` on.
  void share_sides(const std::function<std::int64_t(const GroupSide&, std::int64_t from)>& share_one) const;
  std::int64_t add_up_some(const GroupSide& side, std::int64_t from) const;
  std::int64_t add_up_all(const GroupSide& side, std::int64_t from) const;
  void store(const GroupSide& side, Value which, Value column, Value sum) const;
  /// Checks a column by its sums on both sides.
  void check(Value column, SumList in, SumList out) const;
  void check_all() const;
  [[nodiscard]] SumList totals_of(const GroupSide& side, Value column) const;
  /// The sums of this work-item for a column of a half spectrum: registers, or a slot if there are several columns.
  struct Own {
    const Buffer* array;
    Value at;
  };
  [[nodiscard]] Own own(int which, Value column) const;

  Builder& b_;
  const KernelSpec& spec_;
  Type scalar_;
  GroupSide in_;
  GroupSide out_;
  GroupTile* tile_ = nullptr;
  Value rank_ = nullptr;
  ColumnRange columns_;
  bool checks_;
  std::vector<SumList> whole_inputs_;  ///< of each butterfly, where they are whole columns
  const GroupSide* half_ = nullptr;    ///< the side that is half a spectrum, if one is summed
  const Buffer* own_ = nullptr;        ///< registers
  const Buffer* partial_ = nullptr;    ///< in local memory
};

}  // namespace papilio::kernel
