// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The check of a batch whose transforms are rows of elements, each with its own place and length: everything but the
// accuracy. Non-uniform transforms and ragged batches are such batches.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "verify/check/checker.hpp"
#include "verify/check/device_memory.hpp"
#include "verify/reference/side_layout.hpp"

namespace papilio::verify {

/// One side of a batch, in numbers.
struct RowSide {
  std::int64_t numbers = 0;  ///< of the buffer
  std::int64_t width = 2;    ///< of an element: 1 where it is real
  std::function<ElementRow(std::int64_t transform)> row;
};

struct RowBatch {
  std::string token;
  Precision precision = Precision::f32;
  std::int64_t transforms = 0;
  RowSide in;
  RowSide out;
  std::function<void(const Stream& stream, const Buffer& in, const Buffer& out)> execute;
};

template <class T>
class RowExaminer {
 public:
  explicit RowExaminer(CheckPlace& place) : place_(place) {}

  /// Executes three times and looks for other bits, numbers that were not written, writes elsewhere, a changed input,
  /// and a NaN that crosses to another transform.
  CheckResult check(const RowBatch& batch, std::uint64_t seed) {
    batch_ = &batch;
    stored_ = {Storage::native, batch.precision};
    result_ = {};
    result_.transforms = batch.transforms;
    engine_ = engine_for(seed, batch.token);
    input_.assign(static_cast<std::size_t>(batch.in.numbers) + guard, poison<T>());
    for (std::int64_t i = 0; i < batch.in.numbers; ++i) at(input_, i) = uniform<T>(engine_);
    run(first_);
    for (int i = 1; i < executions; ++i) {
      run(again_);
      if (!same_bits(first_.data(), again_.data(), first_.size()))
        fault(fmt::format("execution {} differs from the first", i + 1));
    }
    check_written();
    check_input();
    if (batch.transforms > 1 && batch.in.numbers > 0) check_isolation();
    return std::move(result_);
  }

  /// The numbers of one transform, elements one after the other.
  [[nodiscard]] std::vector<T> input_of(std::int64_t transform) const {
    return numbers_of(batch_->in, transform, input_);
  }
  [[nodiscard]] std::vector<T> result_of(std::int64_t transform) const {
    return numbers_of(batch_->out, transform, first_);
  }
  [[nodiscard]] std::mt19937_64& engine() { return engine_; }

 private:
  static T& at(std::vector<T>& numbers, std::int64_t i) { return numbers[static_cast<std::size_t>(i)]; }

  template <class Visit>
  static void visit(const RowSide& side, std::int64_t transform, Visit visit) {
    const ElementRow row = side.row(transform);
    for (std::int64_t k = 0; k < row.count; ++k) {
      for (std::int64_t i = 0; i < side.width; ++i) visit(row.first + k * row.step + i);
    }
  }
  static std::vector<T> numbers_of(const RowSide& side, std::int64_t transform, const std::vector<T>& from) {
    std::vector<T> numbers;
    visit(side, transform, [&](std::int64_t i) { numbers.push_back(from[static_cast<std::size_t>(i)]); });
    return numbers;
  }
  /// Whether an input of the transform is number `i` of the buffer.
  [[nodiscard]] bool reads(std::int64_t transform, std::int64_t i) const {
    const ElementRow row = batch_->in.row(transform);
    const std::int64_t from = i - row.first;
    return from >= 0 && from / row.step < row.count && from % row.step < batch_->in.width;
  }

  /// One execution on poisoned memory.
  void run(std::vector<T>& to) {
    place_.in.upload(input_, stored_);
    to.assign(static_cast<std::size_t>(batch_->out.numbers) + guard, poison<T>());
    place_.out.upload(to, stored_);
    batch_->execute(place_.stream, place_.in.buffer(), place_.out.buffer());
    place_.out.download(to, stored_);
  }

  void check_written() {
    std::vector<bool> owned(first_.size());
    for (std::int64_t t = 0; t < batch_->transforms; ++t) {
      bool finite = true;
      visit(batch_->out, t, [&](std::int64_t i) {
        owned[static_cast<std::size_t>(i)] = true;
        finite = finite && std::isfinite(at(first_, i));
      });
      if (!finite) return fault(fmt::format("not finite, or never written, in transform {}", t));
    }
    const T untouched = poison<T>();
    for (std::size_t i = 0; i < first_.size(); ++i) {
      if (!owned[i] && !same_bits(&first_[i], &untouched, 1))
        return fault(fmt::format("written outside the results at number {} of the output", i));
    }
  }

  void check_input() {
    again_.resize(input_.size());
    place_.in.download(again_, stored_);
    if (!same_bits(again_.data(), input_.data(), input_.size())) fault("the input has changed");
  }

  /// A NaN in one transform must not change any other transform, except for those that read the same number.
  void check_isolation() {
    const std::int64_t ill = random_below(engine_, batch_->transforms);
    const ElementRow row = batch_->in.row(ill);
    if (row.count == 0) return;
    const std::int64_t number = row.first + random_below(engine_, row.count) * row.step;
    const T healthy = std::exchange(at(input_, number), poison<T>());
    run(again_);
    at(input_, number) = healthy;
    for (std::int64_t t = 0; t < batch_->transforms; ++t) {
      if (reads(t, number)) continue;
      bool same = true;
      visit(batch_->out, t, [&](std::int64_t i) { same = same && same_bits(&at(first_, i), &at(again_, i), 1); });
      if (!same) return fault(fmt::format("a NaN in transform {} changes transform {}", ill, t));
    }
  }

  void fault(std::string_view what) { result_.faults.emplace_back(what); }

  CheckPlace& place_;
  const RowBatch* batch_ = nullptr;  ///< of the last check()
  Stored stored_;
  CheckResult result_;
  std::mt19937_64 engine_;
  std::vector<T> input_;  ///< numbers, as all of these
  std::vector<T> first_;
  std::vector<T> again_;
};

}  // namespace papilio::verify
