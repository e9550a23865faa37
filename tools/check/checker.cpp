// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/check/checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <papilio/plan.hpp>
#include <random>
#include <set>
#include <utility>

#include "core/error_bound.hpp"
#include "core/storage.hpp"
#include "tools/check/errors.hpp"
#include "tools/check/scale_of.hpp"
#include "tools/check/side_layout.hpp"

namespace papilio::tool {
namespace {

constexpr int executions = 3;
// Numbers after the end of both buffers, which nobody may touch.
constexpr std::size_t guard = 128;
// What a comparison may cost: 2^22 points in quad precision take some 20 seconds.
constexpr std::int64_t most_points_f32 = std::int64_t{1} << 24;
constexpr std::int64_t most_points_f64 = std::int64_t{1} << 22;

/// A NaN with a payload that no arithmetic produces.
template <class T>
T poison() {
  if constexpr (sizeof(T) == 4) {
    return std::bit_cast<T>(std::uint32_t{0x7fc5a5a5});
  } else {
    return std::bit_cast<T>(std::uint64_t{0x7ff85a5a5a5a5a5a});
  }
}

/// Numbers as a side of a problem stores them.
struct Stored {
  Storage storage = Storage::native;
  Precision precision = Precision::f32;

  [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(bytes_of(storage, precision)); }
  /// What becomes of a number in memory.
  template <class T>
  T rounded(T value) const {
    std::vector<std::byte> memory;
    encode(std::vector<T>{value}, memory);
    std::vector<T> back(1);
    decode(memory, back);
    return back[0];
  }
  template <class T>
  void encode(const std::vector<T>& from, std::vector<std::byte>& to) const {
    to.resize(from.size() * bytes());
    for (std::size_t i = 0; i < from.size(); ++i) encode_one(from[i], &to[i * bytes()]);
  }
  template <class T>
  void decode(const std::vector<std::byte>& from, std::vector<T>& to) const {
    for (std::size_t i = 0; i < to.size(); ++i) {
      to[i] = static_cast<T>(load_number(storage, precision, &from[i * bytes()]));
    }
  }

 private:
  template <class T>
  void encode_one(T value, std::byte* to) const {
    if (!is_integer(storage)) return store_number(storage, precision, value, to);
    // Poison has no integer; any that no input is will do. Little-endian, as every device here.
    const auto integer = static_cast<std::int16_t>(std::isnan(value) ? 101 : value);
    std::memcpy(to, &integer, bytes());
  }
};

template <class T>
bool same_bits(const T* a, const T* b, std::size_t count) {
  return std::memcmp(a, b, count * sizeof(*a)) == 0;
}

/// Uniform in [-1, 1) with all bits of the significand; the same on every platform.
template <class T>
T uniform(std::mt19937_64& engine) {
  if constexpr (sizeof(T) == 4) {
    return static_cast<T>(engine() >> 40U) * 0x1p-23F - 1.0F;
  } else {
    return static_cast<T>(engine() >> 11U) * 0x1p-52 - 1.0;
  }
}

std::mt19937_64 engine_for(std::uint64_t seed, const std::string& token) {
  std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U)};
  words.insert(words.end(), token.begin(), token.end());
  std::seed_seq sequence(words.begin(), words.end());
  return std::mt19937_64(sequence);
}

/// Buffers of one device that only grow, so that a sweep allocates rarely.
class Memory {
 public:
  Memory(const Device& device, const Stream& stream) : device_(device), stream_(stream) {}

  const Buffer& reserve(std::size_t bytes) {
    if (buffer_.size_bytes() < bytes) {
      buffer_ = {};  // first: there may not be room for both
      buffer_ = Buffer(device_, bytes);
    }
    return buffer_;
  }
  template <class T>
  void upload(const std::vector<T>& from, const Stored& stored) {
    if (stored.storage == Storage::native) {
      stream_.upload(reserve(from.size() * sizeof(T)), from.data(), from.size() * sizeof(T));
    } else {
      stored.encode(from, bytes_);
      stream_.upload(reserve(bytes_.size()), bytes_.data(), bytes_.size());
    }
  }
  template <class T>
  void download(std::vector<T>& to, const Stored& stored) {
    if (stored.storage == Storage::native) {
      stream_.download(buffer_, to.data(), to.size() * sizeof(T));
    } else {
      bytes_.resize(to.size() * stored.bytes());
      stream_.download(buffer_, bytes_.data(), bytes_.size());
      stored.decode(bytes_, to);
    }
  }
  [[nodiscard]] const Buffer& buffer() const { return buffer_; }

 private:
  Device device_;
  Stream stream_;
  Buffer buffer_;
  std::vector<std::byte> bytes_;
};

struct Place {
  Device device;
  Stream stream;
  Memory in;
  Memory out;
  Memory scratch;
  explicit Place(const Device& on) : device(on), stream(on), in(on, stream), out(on, stream), scratch(on, stream) {}
};

/// The host's side in one precision. Kept for the next problem: its vectors and the reference.
template <class T, class Real>
class Examiner {
 public:
  Examiner(Place& place, std::shared_ptr<const Fftw<Real>> library) : place_(place), library_(std::move(library)) {}

  CheckResult check(const Problem& problem, std::uint64_t seed) {
    plan_ = Plan(place_.device, problem);
    problem_ = plan_.problem();
    in_ = SideLayout(problem_, End::input);
    out_ = SideLayout(problem_, End::output);
    stored_in_ = {problem_.in_storage, problem_.precision};
    stored_out_ = {problem_.out_storage, problem_.precision};
    poison_in_ = stored_in_.rounded(poison<T>());
    poison_out_ = stored_out_.rounded(poison<T>());
    result_ = {};
    result_.transforms = out_.transforms();
    engine_ = engine_for(seed, problem_.token());
    make_input();
    run(first_);
    for (int i = 1; i < executions; ++i) {
      run(again_);
      if (!same_bits(first_.data(), again_.data(), first_.size())) {
        fault(fmt::format("execution {} differs from the first {}", i + 1, difference()));
      }
    }
    check_finite();
    check_gaps();
    if (!problem_.skip.empty() && in_place()) check_skipped();
    if (!in_place()) check_input();
    if (out_.transforms() > 1) check_isolation();
    compare();
    plan_ = {};
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool in_place() const { return problem_.placement == Placement::in_place; }
  /// Numbers of a buffer; in place, of the one that both sides share.
  [[nodiscard]] std::size_t room(const SideLayout& side) const {
    return static_cast<std::size_t>(in_place() ? std::max(in_.numbers(), out_.numbers()) : side.numbers()) + guard;
  }
  std::int64_t random_below(std::int64_t end) {
    return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(end));
  }
  void fault(std::string what) { result_.faults.push_back(std::move(what)); }

  void make_input() {
    input_.assign(room(in_), poison_in_);
    for (std::int64_t b = 0; b < in_.transforms(); ++b) {
      in_.for_each_number(b, [&](std::int64_t i) { input_[i] = random_number(); });
    }
  }

  /// Of the input: uniform in [-1, 1), as it is stored, or integers in [-100, 100].
  T random_number() {
    const T value = uniform<T>(engine_);
    if (problem_.in_storage == Storage::native) return value;
    if (!is_integer(problem_.in_storage)) return stored_in_.rounded(value);
    return std::round(value * 100) + (problem_.in_storage == Storage::u8 ? 100 : 0);
  }

  /// One execution on poisoned memory.
  void run(std::vector<T>& to) {
    place_.in.upload(input_, stored_in_);
    Memory& target = in_place() ? place_.in : place_.out;
    to.assign(room(out_), poison_out_);
    if (!in_place()) target.upload(to, stored_out_);
    poison_scratch();
    plan_.execute(place_.stream, place_.in.buffer(), target.buffer(), place_.scratch.buffer());
    target.download(to, stored_out_);
  }

  void poison_scratch() {
    const std::size_t bytes = plan_.scratch_bytes();
    const std::vector<T> block(std::min<std::size_t>(bytes / sizeof(T), 1U << 20U), poison<T>());
    const Buffer& buffer = place_.scratch.reserve(bytes);
    for (std::size_t at = 0; at < bytes; at += block.size() * sizeof(T)) {
      place_.stream.upload(buffer, block.data(), std::min(block.size() * sizeof(T), bytes - at), at);
    }
  }

  /// Where `again_` differs from `first_`, for people.
  [[nodiscard]] std::string difference() const {
    std::size_t i = 0;
    while (i + 1 < first_.size() && same_bits(&first_[i], &again_[i], 1)) ++i;
    return "at " + out_.place_of(static_cast<std::int64_t>(i));
  }

  void check_finite() {
    std::int64_t wrong = -1;
    for (std::int64_t b = 0; b < out_.transforms() && wrong < 0; ++b) {
      out_.for_each_number(b, [&](std::int64_t i) {
        if (wrong < 0 && !std::isfinite(first_[i])) wrong = i;
      });
    }
    if (wrong >= 0) fault("not finite, or never written, at " + out_.place_of(wrong));
  }

  /// In place, what belongs to the input alone may have any value.
  void check_gaps() {
    const auto numbers = static_cast<std::size_t>(out_.numbers());
    std::vector<bool> owned(first_.size());
    const auto own = [&](const SideLayout& side) {
      for (std::int64_t b = 0; b < side.transforms(); ++b) {
        side.for_each_number(b, [&](std::int64_t i) { owned[i] = true; });
      }
    };
    if (out_.has_gaps() || in_place()) {
      own(out_);
      if (in_place()) own(in_);
    } else {
      std::fill(owned.begin(), owned.begin() + static_cast<std::ptrdiff_t>(numbers), true);
    }
    const T untouched = poison_out_;
    for (std::size_t i = 0; i < first_.size(); ++i) {
      if (owned[i] || same_bits(&first_[i], &untouched, 1)) continue;
      const auto element = static_cast<std::int64_t>(i) / out_.width();
      return fault(fmt::format("written outside the arrays at element {} of the output", element));
    }
  }

  /// In place, what the output skips is the input's still.
  void check_skipped() {
    std::int64_t wrong = -1;
    for (std::int64_t b = 0; b < out_.transforms() && wrong < 0; ++b) {
      out_.for_each_place(b, [&](std::int64_t at, bool pruned) {
        for (std::int64_t i = at; i < at + out_.width() * out_.part(); i += out_.part()) {
          if (wrong < 0 && pruned && !same_bits(&first_[i], &input_[i], 1)) wrong = at;
        }
      });
    }
    if (wrong >= 0) fault("skipped, and written, at " + out_.place_of(wrong));
  }

  void check_input() {
    again_.resize(input_.size());
    place_.in.download(again_, stored_in_);
    if (!same_bits(again_.data(), input_.data(), input_.size())) fault("the input has changed");
  }

  [[nodiscard]] bool same_transform(std::int64_t b) const {
    bool same = true;
    out_.for_each_row(b, [&](const Row& row) {
      // Runs of neighbouring numbers: elements, their parts, or all of the row.
      const bool dense = row.step == out_.unit();
      const std::int64_t runs = dense ? 1 : row.count;
      const auto numbers = static_cast<std::size_t>(out_.unit() * (dense ? row.count : 1));
      for (std::int64_t plane = 0; plane < out_.width() / out_.unit(); ++plane) {
        for (std::int64_t i = 0, at = row.first + plane * out_.part(); same && i < runs; ++i, at += row.step) {
          same = same_bits(&first_[at], &again_[at], numbers);
        }
      }
    });
    return same;
  }

  /// A NaN in one transform, or another number where there is none, leaves the others as they were.
  void check_isolation() {
    const std::int64_t ill = random_below(in_.transforms());
    const std::int64_t at = in_.number_of(ill, random_below(in_.elements()));
    std::vector<T> healthy;
    for (std::int64_t i = 0; i < in_.width(); ++i) healthy.push_back(std::exchange(input_[at + i * in_.part()], poison_in_));
    run(again_);
    for (std::int64_t i = 0; i < in_.width(); ++i) input_[at + i * in_.part()] = healthy[i];
    for (std::int64_t b = 0; b < out_.transforms(); ++b) {
      if (b != ill && !same_transform(b)) {
        return fault(fmt::format("a NaN in transform {} changes transform {}", ill, b));
      }
    }
  }

  /// The first, the last, and others at random, as many as the limit allows.
  std::set<std::int64_t> sample() {
    const std::int64_t most_points = sizeof(T) == 4 ? most_points_f32 : most_points_f64;
    const std::int64_t all = out_.transforms();
    const std::int64_t count = std::clamp<std::int64_t>(most_points / problem_.points(), 1, all);
    std::set<std::int64_t> chosen = {0};
    if (count > 1) chosen.insert(all - 1);
    for (std::int64_t b = 0; count == all && b < count; ++b) chosen.insert(b);
    while (static_cast<std::int64_t>(chosen.size()) < count) chosen.insert(random_below(all));
    return chosen;
  }

  void prepare_reference() {
    DftShape shape{problem_.kind, {}, problem_.direction, false};
    shape.ortho = problem_.real_input() && problem_.real_output() && problem_.scale == Scale::by_sqrt_n;
    for (const int axis : problem_.transformed_axes()) shape.lengths.push_back(problem_.lengths[axis]);
    if (reference_ && reference_->shape() == shape) return;
    reference_.reset();  // first: there may not be room for both
    reference_.emplace(library_, shape);
  }

  void compare() {
    prepare_reference();
    Errors errors;
    const Real scale = scale_of<Real>(problem_);
    const std::set<std::int64_t> chosen = sample();
    std::vector<T> got(static_cast<std::size_t>(out_.elements() * out_.width()));
    for (const std::int64_t b : chosen) {
      Real* to = reference_->input();
      in_.for_each_place(b, [&](std::int64_t at, bool pruned) {
        for (std::int64_t i = 0; i < in_.width(); ++i) *to++ = pruned ? T{} : input_[at + i * in_.part()];
      });
      reference_->run();
      T* packed = got.data();
      std::vector<bool> skipped;
      out_.for_each_place(b, [&](std::int64_t at, bool pruned) {
        if (!problem_.skip.empty()) skipped.push_back(pruned);
        for (std::int64_t i = 0; i < out_.width(); ++i) *packed++ = first_[at + i * out_.part()];
      });
      errors.add<T, Real>(got, reference_->output(), scale, out_.width(), skipped);
    }
    result_.compared = static_cast<std::int64_t>(chosen.size());
    result_.relative_l2 = errors.relative_l2();
    result_.max_error = errors.max_error();
    result_.ppm_rms = errors.ppm_rms();
    result_.bound = error_bound(problem_);
    if (!(result_.relative_l2 <= result_.bound)) fault("the error is above its bound");
  }

  Place& place_;
  std::shared_ptr<const Fftw<Real>> library_;
  std::optional<FftwTransform<Real>> reference_;
  Plan plan_;
  Problem problem_;
  SideLayout in_;
  SideLayout out_;
  Stored stored_in_;
  Stored stored_out_;
  T poison_in_{};   ///< as it comes back from memory
  T poison_out_{};
  CheckResult result_;
  std::mt19937_64 engine_;
  std::vector<T> input_;  ///< numbers, as all of these
  std::vector<T> first_;
  std::vector<T> again_;
};

}  // namespace

struct Checker::Impl {
  Place place;
  std::uint64_t seed;
  Examiner<float, long double> f32;
  Examiner<double, Quad> f64;

  Impl(const Device& device, const References& references, std::uint64_t with_seed)
      : place(device), seed(with_seed), f32(place, references.f32), f64(place, references.f64) {}
};

Checker::Checker(const Device& device, const References& references, std::uint64_t seed)
    : impl_(std::make_unique<Impl>(device, references, seed)) {}

Checker::~Checker() = default;

CheckResult Checker::check(const Problem& problem) {
  return problem.precision == Precision::f32 ? impl_->f32.check(problem, impl_->seed)
                                             : impl_->f64.check(problem, impl_->seed);
}

References References::open(const std::vector<Problem>& problems) {
  References references;
  for (const Problem& problem : problems) {
    if (problem.precision == Precision::f32 && !references.f32) references.f32 = open_fftw<long double>();
    if (problem.precision == Precision::f64 && !references.f64) references.f64 = open_fftw<Quad>();
  }
  return references;
}

}  // namespace papilio::tool
