// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Verified executions while one bit flips: of a table, of the input after it was summed, of scratch between two passes,
// or of the output before it is summed. Either the check finds it, or the largest error is within what
// docs/verification.md says may go unnoticed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <random>

#include "api/allocation.hpp"
#include "api/measure/decisions.hpp"
#include "api/run/execution.hpp"
#include "api/verified/functional.hpp"
#include "api/verified/verification.hpp"
#include "core/storage.hpp"
#include "kernel/kernel.hpp"
#include "support/test_device.hpp"

namespace papilio::api {
namespace {

/// One bit of a buffer at one point of an execution.
struct Flip {
  std::size_t launch = 0;  ///< it flips before this launch; after the last one if there are no more
  const runtime::Memory* memory = nullptr;
  std::size_t byte = 0;
  unsigned bit = 0;
};

/// Passes commands on to a stream, and flips a bit between two launches.
class FlippingStream final : public runtime::Stream {
 public:
  explicit FlippingStream(runtime::Stream& stream) : stream_(stream) {}

  void launch(const runtime::Launch& launch) override {
    buffers_.emplace_back();
    for (const runtime::Argument& argument : launch.arguments)
      if (const auto* memory = std::get_if<const runtime::Memory*>(&argument); memory != nullptr && *memory != nullptr)
        buffers_.back().push_back(*memory);
    if (flip_ != nullptr && flip_->launch == buffers_.size() - 1) flip(*flip_);
    stream_.launch(launch);
  }
  /// Flips that bit, now. Waits.
  void flip(const Flip& flip) {
    std::byte value{};
    stream_.read(*flip.memory, flip.byte, &value, 1);
    value ^= std::byte{1} << flip.bit;
    stream_.write(const_cast<runtime::Memory&>(*flip.memory), flip.byte, &value, 1);  // NOLINT(*-const-cast): a fault
  }

  void write(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) override {
    stream_.write(to, offset, from, bytes);
  }
  void read(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) override {
    stream_.read(from, offset, to, bytes);
  }
  void write_async(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) override {
    stream_.write_async(to, offset, from, bytes);
  }
  void read_async(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) override {
    stream_.read_async(from, offset, to, bytes);
  }
  void copy_part(const runtime::Memory& from, runtime::Memory& to, std::size_t bytes,
                 const runtime::CopyPlaces& places) override {
    stream_.copy_part(from, to, bytes, places);
  }
  void clear(const runtime::Memory& memory, std::size_t offset, std::size_t bytes) override {
    stream_.clear(memory, offset, bytes);
  }
  void synchronize() override { stream_.synchronize(); }
  void on_completion(std::function<void()> done) override { stream_.on_completion(std::move(done)); }
  std::unique_ptr<runtime::Event> record() override { return stream_.record(); }
  void wait_for(const runtime::Event& event) override { stream_.wait_for(event); }

  const Flip* flip_ = nullptr;                                ///< of the next execution
  std::vector<std::vector<const runtime::Memory*>> buffers_;  ///< of each launch so far

 private:
  runtime::Stream& stream_;
};

/// A problem, and everything that its verified executions need.
class Execution {
 public:
  Execution(const Device& device, const char* token, unsigned seed)
      : problem_(Problem::parse(token).normalised()),
        tree_(decide(unwrap(device), problem_, Callbacks{})),
        sums_(summed_plan(*tree_, problem_, unwrap(device).caps())),
        verifier_(unwrap(device), problem_, 1, sums_),
        on_cpu_(unwrap(device).caps().device_class == DeviceClass::cpu),
        stream_(device),
        random_(seed) {
    const auto bytes = [&](std::int64_t elements, std::int64_t each) {
      return static_cast<std::size_t>(std::max<std::int64_t>(elements * each, 1));
    };
    in_ = allocate(unwrap(device), bytes(problem_.input_elements(), problem_.input_element_bytes()));
    out_ =
        in_place() ? in_ : allocate(unwrap(device), bytes(problem_.output_elements(), problem_.output_element_bytes()));
    const plan::PlanNode& tree = sums_ ? *sums_->tree : *tree_;
    scratch_ = allocate(unwrap(device), bytes(tree.scratch_elements, problem_.scratch_element_bytes()));
    passes_ = CompiledPasses(
        unwrap(device), tree,
        {problem_.token(), problem_.precision, static_cast<std::int64_t>(std::max(in_->size(), out_->size())),
         problem_.scratch_element_bytes()});
    std::uniform_real_distribution<double> uniform(-1, 1);
    x_.resize(in_->size() / width());
    for (double& each : x_) each = rounded(uniform(random_));
    set_bounds();
    EXPECT_FALSE(found(nullptr)) << token;
    right_ = output();
    find_indices(tree);
  }

  struct Trial {
    bool table = false;  ///< the bit was in a table
    bool found = false;
    double error = 0;             ///< the largest, beside the bound of its transform
    double may_go_unnoticed = 0;  ///< the probability that docs/verification.md states
  };
  Trial run() {
    const Flip flip = drawn();
    Trial trial;
    trial.table = is_table(flip.memory);
    const bool after = flip.launch == launches_.size();
    trial.found = found(&flip);
    if (trial.table) FlippingStream(unwrap(stream_)).flip(flip);  // as it was
    trial.error = largest_error();
    if (trial.error > 4) trial.may_go_unnoticed = after ? 0 : sums_ ? 4 * std::sqrt(2 / trial.error) : 4 / trial.error;
    return trial;
  }

 private:
  [[nodiscard]] bool in_place() const { return problem_.placement == Placement::in_place; }
  [[nodiscard]] std::size_t width() const {
    return problem_.precision == Precision::f32 ? sizeof(float) : sizeof(double);
  }
  [[nodiscard]] double rounded(double x) const {
    return problem_.precision == Precision::f32 ? static_cast<double>(static_cast<float>(x)) : x;
  }
  [[nodiscard]] bool is_table(const runtime::Memory* memory) const {
    return memory != in_.get() && memory != out_.get() && memory != scratch_.get();
  }

  /// The bound B of docs/verification.md for each transform of the batch.
  void set_bounds() {
    const auto points = static_cast<double>(problem_.points());
    const double unit = problem_.precision == Precision::f32 ? 0x1p-23 : 0x1p-52;
    const std::size_t each = x_.size() / static_cast<std::size_t>(problem_.batch);
    const std::int64_t last = problem_.lengths.back();
    for (std::size_t begin = 0; begin < x_.size(); begin += each) {
      double squares = 0;
      for (std::size_t i = begin; i < begin + each; ++i) {
        const auto k = static_cast<std::int64_t>((i - begin) / 2) % (last / 2 + 1);
        squares += (problem_.kind == Kind::c2r ? multiplicity(k, last) : 1) * x_[i] * x_[i];
      }
      bounds_.push_back(8 * unit * (2 + std::log2(points)) * std::sqrt(points * squares) *
                        std::abs(problem_.scale_factor()));
    }
  }

  /// One execution on a poisoned output, with a bit that flips, or none. Whether the check raises the alarm.
  bool found(const Flip* flip) {
    FlippingStream stream(unwrap(stream_));
    put(stream, *out_, std::vector<double>(out_->size() / width(), std::nan("")));
    put(stream, *in_, x_);
    Memories memories;
    memories.in = in_.get();
    memories.out = out_.get();
    memories.scratch = scratch_.get();
    const auto transform = [&](const Memories& all) {
      sum_memories_ = {all.input_sums.weights,  all.input_sums.sums,  all.input_sums.flag,
                       all.output_sums.weights, all.output_sums.sums, all.output_sums.flag};
      stream.flip_ = flip;
      stream.buffers_.clear();
      passes_.enqueue(stream, all);
      launches_ = stream.buffers_;
      if (flip != nullptr && flip->launch == launches_.size()) stream.flip(*flip);
      stream.flip_ = nullptr;
    };
    try {
      verifier_.run(stream, memories, {problem_.batch, problem_.batch}, {transform});
      return false;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::device_failed) << error.what();
      return true;
    }
  }

  /// As often in a table as in data, if the kernels have tables.
  Flip drawn() {
    const bool table = random_() % 2 == 0;
    std::vector<Flip> all = candidates(table);
    if (all.empty()) all = candidates(!table);
    Flip flip = all[random_() % all.size()];
    do {
      flip.byte = random_() % flip.memory->size();
      flip.bit = static_cast<unsigned>(random_() % 8);
    } while (leaves_memory(flip));
    return flip;
  }
  /// Tables of indices, as the rules of their kernels state them. A wrong one may be an address of anything.
  void find_indices(const plan::PlanNode& tree) {
    for (const plan::Pass* pass : tree.passes()) {
      for (const kernel::TableSpec& spec : kernel::interface_of(pass->kernel).tables) {
        const ir::Table table = kernel::memory_of(spec);
        if (table.element != ir::ScalarKind::i32) continue;
        const std::vector<std::byte> entries = kernel::make_table(spec);
        for (const auto& buffers : launches_)
          for (const runtime::Memory* memory : buffers)
            if (is_table(memory) && bytes_of_memory(*memory) == entries) indices_[memory] = table;
      }
    }
  }
  [[nodiscard]] bool leaves_memory(const Flip& flip) const {
    const auto at = indices_.find(flip.memory);
    if (at == indices_.end()) return false;
    std::int32_t index = 0;
    unwrap(stream_).read(*flip.memory, flip.byte / sizeof(index) * sizeof(index), &index, sizeof(index));
    const std::int32_t wrong = index ^ static_cast<std::int32_t>(1U << (flip.byte % sizeof(index) * 8 + flip.bit));
    return wrong < at->second.least || wrong > at->second.most;
  }
  /// The buffers that launches read and may be wrong, so that what is found is no accident.
  [[nodiscard]] std::vector<Flip> candidates(bool table) const {
    std::vector<Flip> all;
    for (std::size_t launch = 0; launch < launches_.size(); ++launch) {
      for (const runtime::Memory* memory : launches_[launch]) {
        if (std::ranges::count(sum_memories_, memory) > 0 || is_table(memory) != table) continue;
        // A wrong index is a race between the work-items of a GPU.
        if (!on_cpu_ && indices_.contains(memory)) continue;
        const bool first = launch == 0;
        // Passes that sum what they load agree with what they load; nothing has been written yet to the other two.
        if (!table && first && (sums_ || memory != in_.get())) continue;
        if (!table && !first && memory == in_.get() && !in_place()) continue;
        all.push_back({.launch = launch, .memory = memory});
      }
    }
    // Passes that sum what they store have done so.
    if (!table && !sums_) all.push_back({.launch = launches_.size(), .memory = out_.get()});
    return all;
  }

  void put(runtime::Stream& stream, runtime::Memory& memory, const std::vector<double>& numbers) const {
    std::vector<std::byte> bytes(numbers.size() * width());
    for (std::size_t i = 0; i < numbers.size(); ++i)
      store_number(Storage::native, problem_.precision, numbers[i], &bytes[i * width()]);
    stream.write(memory, 0, bytes.data(), bytes.size());
  }
  [[nodiscard]] std::vector<std::byte> bytes_of_memory(const runtime::Memory& memory) const {
    std::vector<std::byte> bytes(memory.size());
    unwrap(stream_).read(memory, 0, bytes.data(), bytes.size());
    return bytes;
  }
  [[nodiscard]] std::vector<double> output() const {
    const std::vector<std::byte> bytes = bytes_of_memory(*out_);
    std::vector<double> numbers;
    for (std::size_t i = 0; i < bytes.size(); i += width())
      numbers.push_back(load_number(Storage::native, problem_.precision, &bytes[i]));
    return numbers;
  }
  [[nodiscard]] double largest_error() const {
    const std::vector<double> got = output();
    const std::size_t each = got.size() / bounds_.size();
    double largest = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
      const double error = std::abs(got[i] - right_[i]) / bounds_[i / each];
      largest = std::max(largest, std::isfinite(error) ? error : HUGE_VAL);
    }
    return largest;
  }

  Problem problem_;
  std::shared_ptr<const plan::PlanNode> tree_;
  std::optional<SummedPlan> sums_;  ///< of kernels for GPUs
  Verifier verifier_;
  bool on_cpu_;
  Stream stream_;
  std::mt19937_64 random_;
  std::shared_ptr<runtime::Memory> in_, out_, scratch_;
  CompiledPasses passes_;
  std::vector<double> x_, right_;
  std::vector<double> bounds_;
  std::vector<std::vector<const runtime::Memory*>> launches_;  ///< the buffers of each
  std::vector<const runtime::Memory*> sum_memories_;
  std::map<const runtime::Memory*, ir::Table> indices_;
};

class FlippedBits : public testing::Test {
 protected:
  void SetUp() override {
    std::string why;
    device_ = test::open_test_device(why);
    if (!device_) GTEST_SKIP() << why;
  }

  void expect_found(std::initializer_list<const char*> tokens, int trials_each) {
    int trials = 0, harmful = 0, harmful_tables = 0, unnoticed = 0;
    double expected = 0;  // of those that go unnoticed
    for (const char* token : tokens) {
      Execution execution(device_, token, 1);
      for (int i = 0; i < trials_each; ++i) {
        const Execution::Trial trial = execution.run();
        ++trials;
        if (trial.error <= 4) continue;
        ++harmful;
        harmful_tables += trial.table ? 1 : 0;
        expected += std::min(trial.may_go_unnoticed, 1.0);
        unnoticed += trial.found ? 0 : 1;
        if (trial.may_go_unnoticed == 0) {
          EXPECT_TRUE(trial.found) << token << ", trial " << i << ": " << trial.error << " times the bound";
        }
      }
    }
    std::printf("%d flipped bits: %d errors above 4 B, %d of them by tables, %d unnoticed, where %.1f may be\n", trials,
                harmful, harmful_tables, unnoticed, expected);
    EXPECT_GT(harmful, trials / 5);
    EXPECT_GT(harmful_tables, trials / 20);
    EXPECT_LE(unnoticed, expected + 3 * std::sqrt(expected));
  }

  Device device_;
};

TEST_F(FlippedBits, AreFoundUnlessTheErrorIsWithinTheBound) {
  expect_found({"c2c:f32:16x24*5", "c2r:f32:100*7", "c2c:f32:1009*2", "r2c:f32:24x20*3"}, 15);
}

// Several passes, primes by Rader's and by Bluestein's algorithm, odd halves, three axes, both precisions, in place.
TEST_F(FlippedBits, OfThousandsAreFoundUnlessTheErrorIsWithinTheBound) {
  expect_found({"c2c:f32:16x24*5", "c2r:f32:100*7", "c2c:f32:1009*2", "r2c:f32:24x20*3", "c2c:f64:64x96*2:inverse",
                "c2r:f32:64x96*2", "c2r:f64:75*9", "c2c:f32:4099", "r2c:f64:1009*2", "c2c:f32:16x8x24*2:inplace",
                "c2c:f32:2^16", "c2r:f32:2^15:scale=1/n"},
               250);
}

}  // namespace
}  // namespace papilio::api
