// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Subtracts from the numbers of each column their mean. Sums carry their rounding errors along, so that long columns
// are as exact as short ones.
//
// On GPUs the work-items of a group are rows of `tile` neighbouring columns. Each sums every so many-th number of its
// column, and they add up their sums through local memory. On CPUs a work-item has all of the tile, column by column.
#include <array>
#include <vector>

#include "kernel/elements/elements.hpp"
#include "kernel/exact_sum.hpp"
#include "kernel/kernels.hpp"
#include "kernel/units.hpp"

namespace papilio::kernel {
namespace {

/// Numbers of a work-item after which a sum is normalised: each time, additions would wait for each other.
constexpr std::int64_t numbers_at_once = 8;

class CentreKernel {
 public:
  explicit CentreKernel(const KernelSpec& spec)
      : spec_(spec),
        b_(spec.name(), spec.shape.threads),
        context_(b_, spec),
        elements_(b_, spec, context_, 2),
        rows_(spec.shape.threads / (on_cpu() ? 1 : spec.shape.tile)),
        own_columns_(on_cpu() ? spec.shape.tile : 1),
        parts_(spec.in.form == Form::real ? 1 : 2),
        sums_(b_.registers("sums", context_.element, std::int64_t{2} * parts_ * own_columns_)),
        shared_(rows_ > 1 ? b_.shared("row_sums", context_.element, std::int64_t{2} * parts_ * spec.shape.threads)
                          : nullptr) {}

  Module build() {
    if (on_cpu()) {
      const std::int64_t tiles = spec_.columns() == 1 ? 1 : spec_.tiles();
      for_units(b_, b_.let("tiles", context_.batch * tiles), [&](Value unit) { tile(unit); });
    } else {
      const Value unit = b_.let("group", cast(b_.group_id(), ScalarKind::i64));
      tile(unit);
    }
    return b_.finish();
  }

 private:
  /// A column of this work-item.
  struct CentredColumn {
    AddressMap in;
    AddressMap out;
    Value exists;  ///< null: always
  };

  [[nodiscard]] bool on_cpu() const { return spec_.shape.strategy != Strategy::cooperative; }

  /// The mean is the sum of both. The first one is close to it, and the difference of a number and its like is exact,
  /// so that results are as exact as they are small.
  struct Mean {
    Value near;
    Value rest;
  };
  Value without(Value x, const Mean& mean) { return b_.let("y", b_.let("apart", x - mean.near) - mean.rest); }

  void tile(Value unit) {
    place(unit);
    const Value zero = b_.real(0.0, context_.scalar);
    for (std::int64_t i = 0; i < sums_->elements; ++i) b_.store(sums_, b_.constant(i), zero);
    const Value length = b_.constant(spec_.length);
    const std::int64_t block = numbers_at_once * rows_;
    b_.loop("first", row_, length, {block, Unroll::none}, [&](Value first) {
      b_.loop("j", first, b_.let("end", min(first + block, length)), {rows_, Unroll::none}, [&](Value j) {
        for (int i = 0; i < own_columns_; ++i) {
          const Complex x = elements_.load(columns_[i].in, j);
          add(i, 0, x.re);
          if (parts_ > 1) add(i, 1, x.im);
        }
      });
      for (int i = 0; i < own_columns_; ++i) {
        for (int part = 0; part < parts_; ++part) set(i, part, normalised(sum(i, part)));
      }
    });
    if (shared_ != nullptr) add_rows();
    std::vector<std::array<Mean, 2>> means;
    for (int i = 0; i < own_columns_; ++i) means.push_back({mean(i, 0), parts_ > 1 ? mean(i, 1) : Mean{}});
    for_rows([&](Value j) {
      for (int i = 0; i < own_columns_; ++i) {
        const Complex x = elements_.load(columns_[i].in, j);
        const Complex y{without(x.re, means[i][0]), parts_ > 1 ? without(x.im, means[i][1]) : zero};
        b_.when(columns_[i].exists, [&] { elements_.store(columns_[i].out, j, y); });
      }
    });
  }

  void place(Value unit) {
    columns_.clear();
    row_ = b_.constant(0);
    if (!on_cpu()) row_ = b_.let("row", b_.thread_id() / spec_.shape.tile);
    if (spec_.columns() == 1) {
      const Value in = context_.input_base(b_, unit);
      const Value out = context_.output_base(b_, unit);
      columns_.push_back({elements_.input_transform(in), elements_.output_transform(out), nullptr});
      return;
    }
    const std::int64_t tiles = spec_.tiles();
    const Value stack = b_.let("stack", unit / tiles);
    const Value first = b_.let("first", cast(unit % tiles, ScalarKind::i32) * spec_.shape.tile);
    const Value in = context_.input_base(b_, stack);
    const Value out = context_.output_base(b_, stack);
    for (int i = 0; i < own_columns_; ++i) {
      const Value c = b_.let("c", first + (on_cpu() ? b_.constant(i) : b_.thread_id() % spec_.shape.tile));
      const bool whole = spec_.columns() % spec_.shape.tile == 0;
      const Value column = whole ? c : b_.let("column", min(c, spec_.columns() - 1));
      columns_.push_back({elements_.input_column(in, column), elements_.output_column(out, column, b_.constant(0)),
                          whole ? Value{nullptr} : b_.let("exists", c < spec_.columns())});
    }
  }

  void for_rows(const std::function<void(Value)>& body) {
    b_.loop("j", row_, b_.constant(spec_.length), {rows_, Unroll::none}, body);
  }

  [[nodiscard]] Value at(int column, int part, int number) const {
    return b_.constant(std::int64_t{2} * (parts_ * column + part) + number);
  }
  [[nodiscard]] SumParts sum(int column, int part) const {
    return {b_.let("s", b_.load(sums_, at(column, part, 0))), b_.let("rest", b_.load(sums_, at(column, part, 1)))};
  }
  void set(int column, int part, const SumParts& sum) {
    b_.store(sums_, at(column, part, 0), sum.high);
    b_.store(sums_, at(column, part, 1), sum.low);
  }
  void add(int column, int part, Value x) { set(column, part, added(sum(column, part), x)); }

  /// Leaves the sum of all rows in the sums of each work-item.
  void add_rows() {
    const int threads = spec_.shape.threads;
    const auto slot = [&](int number, std::int64_t behind) { return b_.thread_id() + (number * threads + behind); };
    const auto keep = [&](int part) {
      const SumParts own = sum(0, part);
      b_.store(shared_, slot(2 * part, 0), own.high);
      b_.store(shared_, slot(2 * part + 1, 0), own.low);
    };
    for (int part = 0; part < parts_; ++part) keep(part);
    for (int half = rows_ / 2; half > 0; half /= 2) {
      const std::int64_t behind = std::int64_t{half} * spec_.shape.tile;
      b_.barrier();
      b_.branch(b_.let("adds", b_.thread_id() < behind), [&] {
        for (int part = 0; part < parts_; ++part) {
          add(0, part, b_.let("s", b_.load(shared_, slot(2 * part, behind))));
          add(0, part, b_.let("rest", b_.load(shared_, slot(2 * part + 1, behind))));
          set(0, part, normalised(sum(0, part)));
          keep(part);
        }
      });
    }
    b_.barrier();
    for (int number = 0; number < 2 * parts_; ++number) {
      const Value place = b_.thread_id() % spec_.shape.tile + number * threads;
      b_.store(sums_, b_.constant(number), b_.let("s", b_.load(shared_, place)));
    }
  }

  Mean mean(int column, int part) {
    const auto count = static_cast<double>(spec_.length - spec_.in.hole.size());
    const Value n = b_.real(count, context_.scalar);
    const Value inverse = b_.real(1 / count, context_.scalar);
    const SumParts all = sum(column, part);
    const Value near = b_.let("near", (all.high + all.low) * inverse);
    const Value left = b_.let("left", fma(-near, n, all.high) + all.low);
    return {near, b_.let("rest", left * inverse)};
  }

  const KernelSpec& spec_;
  mutable Builder b_;
  KernelContext context_;
  Elements elements_;
  int rows_;         ///< work-items that share a column
  int own_columns_;  ///< of a work-item
  int parts_;        ///< of a number
  const Buffer* sums_;
  const Buffer* shared_;
  Value row_;
  std::vector<CentredColumn> columns_;
};

}  // namespace

Module build_centre_kernel(const KernelSpec& spec) { return CentreKernel(spec).build(); }

}  // namespace papilio::kernel
