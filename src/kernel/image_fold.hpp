// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Images of real numbers in one kernel (spec/joint.hpp): between their half spectrum, n1 rows of m+1 numbers, and the
// DFT of n1 x m points. With W = W_2m, X[k1][k2] = E + W^k2 O of Z[k1][k2] and Z[-k1][-k2] as in real_fold.hpp, and the
// way back without the halves. Of a spectrum that is read, columns 0 and m count as those of a real signal: the mean of
// what mirrors each other. Every number is made by itself, so that no work-item looks for a partner: what that costs in
// arithmetic it spares in addresses. But of a spectrum whose first radix is all rows a work-item has two columns that
// mirror each other (spec/pairing.hpp), and reads every number once.
#pragma once

#include <utility>
#include <vector>

#include "kernel/elements.hpp"
#include "kernel/group_work.hpp"
#include "kernel/real_fold.hpp"

namespace papilio::kernel {

class ImageFold {
 public:
  ImageFold(Builder& b, const KernelSpec& spec, const KernelContext& context, GroupExchange& exchange,
            Elements& elements, GroupWork& work, AddressMapOf reach)
      : b_(b),
        spec_(spec),
        context_(context),
        exchange_(exchange),
        elements_(elements),
        work_(work),
        map_(std::move(reach)),
        rows_(spec.joint.empty() ? 1 : spec.joint.front()),
        m_(spec.joint.empty() ? 1 : spec.joint.back()) {}

  /// The first stage, with what it takes from the half spectrum; of slab p, or of a whole image, null.
  std::vector<Work> load(Value p);
  /// Stores the half spectrum of the last stage's results. `first` is the first transform of the tile, i64.
  void store(const std::vector<Work>& works, Value first, Value p);

 private:
  /// A number of the half spectrum that a work-item makes.
  struct Item {
    Value active = nullptr;  ///< null: always
    Value image = nullptr;   ///< of the tile
    Value at = nullptr;      ///< in the exchange: Z[k1][k2] and Z[-k1][-k2]
    Value mirror = nullptr;
    Value e = nullptr;  ///< where it belongs, k1*(m+1) + k2
    Value k1 = nullptr;
    Value k2 = nullptr;  ///< null: the last of a row
  };
  /// Which rows the numbers of a butterfly are in, and those that mirror them; of a slab.
  struct Rows {
    std::vector<Value> own;
    std::vector<Value> mirror;
  };
  Rows slab_rows(Value k1, const Stage& stage);
  std::vector<Complex> load_butterfly(const Work& w, const AddressMap& reach);
  /// Z of two columns that mirror each other.
  struct Columns {
    std::vector<Complex> low;
    std::vector<Complex> high;
  };
  /// Of a number and of what mirrors it: their even part, and their odd one times the root's conjugate.
  struct Halves {
    Complex s;
    Complex d;
  };
  Halves halves_of(Complex x, Complex mirror, Complex root);
  Complex number_of(const Halves& halves);
  Columns fold_columns(const std::vector<Complex>& x, const std::vector<Complex>& across, Complex root);
  std::vector<Complex> load_column(const AddressMap& reach, Value k2);
  std::vector<Complex> real_column(const std::vector<Complex>& x);
  void load_pair(Work& low, Work& high, const AddressMap& reach);
  /// Times the factor of row k1 in the slab.
  Complex turned(Complex x, Value k1);
  std::vector<Item> items();
  void add_rows(std::vector<Item>& all);
  void add_parts(std::vector<Item>& all);
  void add_any(std::vector<Item>& all);
  void add_last(std::vector<Item>& all);
  Item item(Value active, Value image, Value k1, Value k2);
  Value place(Value image, Value e) { return exchange_.place(image, e); }
  Complex half_twiddle(Value k2);
  void store_staged(const std::vector<Item>& all, const std::vector<Complex>& numbers, Value first);
  void store_rows(const std::vector<Item>& all, const std::vector<Complex>& numbers);
  std::vector<Complex> made(const std::vector<Item>& all, const std::vector<std::vector<Complex>>& received);

  Builder& b_;
  const KernelSpec& spec_;
  const KernelContext& context_;
  GroupExchange& exchange_;
  Elements& elements_;
  GroupWork& work_;
  AddressMapOf map_;
  std::int64_t rows_;
  std::int64_t m_;
  Value slab_ = nullptr;                            ///< null: a whole image
  std::vector<std::pair<Value, Complex>> factors_;  ///< of its rows, as far as they are known
};

}  // namespace papilio::kernel
