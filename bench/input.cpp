// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/input.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <utility>

#include "bench/traffic.hpp"
#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "verify/reference/side_layout.hpp"

namespace papilio::bench {
namespace {

/// Number i of a sequence of random bits: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014), whose state is a counter, so that any part can be made by itself.
constexpr std::uint64_t random_bits(std::uint64_t i) {
  std::uint64_t z = (i + 1) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

std::complex<float> element(std::uint64_t i, float /*precision*/) {
  const std::uint64_t bits = random_bits(i);
  return {static_cast<float>(bits >> 40U) * 0x1p-23F - 1.0F, static_cast<float>(bits & 0xFFFFFFU) * 0x1p-23F - 1.0F};
}

std::complex<double> element(std::uint64_t i, double /*precision*/) {
  const auto uniform = [](std::uint64_t bits) { return static_cast<double>(bits >> 11U) * 0x1p-52 - 1.0; };
  return {uniform(random_bits(2 * i)), uniform(random_bits(2 * i + 1))};
}

template <typename T>
void extend(std::vector<std::byte>& bytes, std::size_t size) {
  constexpr std::size_t element_bytes = sizeof(std::complex<T>);
  const std::size_t begin = bytes.size() / element_bytes;
  const std::size_t end = ceil_div(size, element_bytes);  // the last element may be half a complex number
  bytes.resize(end * element_bytes);
  for (std::size_t i = begin; i < end; ++i) {
    const std::complex<T> value = element(i, T{});
    std::memcpy(bytes.data() + i * element_bytes, &value, element_bytes);
  }
}

/// How many numbers are generated if they must be converted, which is slow; the sequence repeats them. A prime, so that
/// the transforms of a batch differ.
constexpr std::size_t drawn_numbers = 1048573;

/// One number of a storage that is not native, or a pair.
void store(Storage storage, Precision precision, double value, std::byte* to) {
  if (!is_integer(storage)) return store_number(storage, precision, value, to);
  const auto integer = static_cast<std::int16_t>(std::lround(value * 100) +
                                                 (storage == Storage::u8 || storage == Storage::u16 ? 100 : 0));
  std::memcpy(to, &integer,
              static_cast<std::size_t>(bytes_of(storage, precision)));  // little-endian, as on every device
}

/// The digits of a pair beyond those of its first number, which is stored at `to`.
void store_rest(Precision precision, double value, double rest, std::byte* to) {
  const double low = rest * std::ldexp(value, precision == Precision::f64x2 ? -54 : -25);
  store_number(Storage::native, part_of(precision), low, to + real_bytes(part_of(precision)));
}

void extend_stored(std::vector<std::byte>& bytes, std::size_t size, Storage storage, Precision precision) {
  const auto width = static_cast<std::size_t>(bytes_of(storage, precision));
  const std::size_t numbers = ceil_div(size, width);
  std::size_t i = bytes.size() / width;
  bytes.resize(numbers * width);
  for (; i < std::min(numbers, drawn_numbers); ++i) {
    const std::complex<double> pair = element(i / 2, double{});
    const double value = i % 2 == 0 ? pair.real() : pair.imag();
    const double other = i % 2 == 0 ? pair.imag() : pair.real();
    store(storage, precision, value, &bytes[i * width]);
    if (is_pair(precision) && storage == Storage::native) store_rest(precision, value, other, &bytes[i * width]);
  }
  for (std::size_t at = i * width; at < bytes.size(); ++at) bytes[at] = bytes[at - drawn_numbers * width];
}

/// Numbers of a half spectrum in memory.
class HalfSpectrumNumbers {
 public:
  HalfSpectrumNumbers(std::vector<std::byte>& bytes, const Problem& problem)
      : bytes_(bytes), problem_(problem), side_(problem, verify::End::input) {
    for (const int axis : problem.transformed_axes())
      lengths_.push_back(problem.lengths[static_cast<std::size_t>(axis)]);
  }

  /// Where the last index is its own negative, makes rows and their mirror rows conjugates.
  void symmetrise() {
    const std::int64_t n = lengths_.back();
    const std::int64_t row = n / 2 + 1;
    const std::int64_t rows = side_.elements() / row;
    for (std::int64_t r = 0; r < rows; ++r) {
      const std::int64_t mirror = mirror_of(r);
      if (mirror < r) continue;
      for (std::int64_t transform = 0; transform < side_.transforms(); ++transform) {
        conjugate(transform, r * row, mirror * row);
        if (n % 2 == 0) conjugate(transform, r * row + n / 2, mirror * row + n / 2);
      }
    }
  }

 private:
  /// The row whose indices are the negatives of those of row r.
  [[nodiscard]] std::int64_t mirror_of(std::int64_t r) const {
    std::int64_t mirror = 0;
    std::int64_t step = 1;
    for (std::size_t axis = lengths_.size() - 1; axis-- > 0; step *= lengths_[axis]) {
      mirror += (lengths_[axis] - r / step % lengths_[axis]) % lengths_[axis] * step;
    }
    return mirror;
  }
  [[nodiscard]] std::byte* at(std::int64_t number) const {
    return &bytes_[static_cast<std::size_t>(number * bytes_of(problem_.in_storage, problem_.precision))];
  }
  [[nodiscard]] double number(std::int64_t i) const {
    return load_number(problem_.in_storage, problem_.precision, at(i));
  }
  void set(std::int64_t i, double value) const {
    store(problem_.in_storage, problem_.precision, is_integer(problem_.in_storage) ? value / 100 : value, at(i));
  }
  void conjugate(std::int64_t transform, std::int64_t from, std::int64_t to) const {
    const std::int64_t source = side_.number_of(transform, from);
    const std::int64_t target = side_.number_of(transform, to);
    const double real = number(source);
    const double imaginary = source == target ? 0 : number(source + side_.part());
    for (const auto& [to_number, sign] : {std::pair(source, 1), std::pair(target, -1)}) {  // pairs lose their low parts
      set(to_number, real);
      set(to_number + side_.part(), sign * imaginary);
    }
  }

  std::vector<std::byte>& bytes_;
  const Problem& problem_;
  verify::SideLayout side_;
  std::vector<std::int64_t> lengths_;  ///< of the transformed axes
};

}  // namespace

std::span<const std::byte> BenchInput::of(const Work& work) {
  const std::span<const std::byte> random = first(static_cast<std::size_t>(work.input_bytes()));
  const Problem* const problem = work.transform();
  // u8 has no negative numbers to mirror with; the reference and Papilio define how such a spectrum is read.
  if (problem == nullptr || problem->kind != Kind::c2r || problem->in_storage == Storage::u8) return random;
  spectra_.assign(random.begin(), random.end());
  HalfSpectrumNumbers(spectra_, *problem).symmetrise();
  return spectra_;
}

std::span<const std::byte> BenchInput::first(std::size_t bytes) {
  if (bytes > bytes_.size()) {
    if (storage_ != Storage::native || is_pair(precision_)) {
      extend_stored(bytes_, bytes, storage_, precision_);
    } else if (precision_ == Precision::f32) {
      extend<float>(bytes_, bytes);
    } else {
      extend<double>(bytes_, bytes);
    }
  }
  return std::span(bytes_).first(bytes);
}

std::vector<std::byte> kernels_of(const ConvolutionProblem& problem) {
  constexpr std::size_t begin = 4096;  // a number begins there
  BenchInput sequence(problem.precision);
  const auto bytes = static_cast<std::size_t>(problem.kernel_elements() * problem.element_bytes());
  const std::span<const std::byte> numbers = sequence.first(begin + bytes).subspan(begin);
  return {numbers.begin(), numbers.end()};
}

bool holds(Arena& arena, std::span<const std::byte> expected) {
  std::vector<std::byte> found(std::min<std::size_t>(expected.size(), 65536));
  const std::size_t last = expected.size() - found.size();
  for (const std::size_t offset : std::array{std::size_t{0}, last / 2, last}) {
    arena.read(Part::input, offset, found);
    if (!std::ranges::equal(found, expected.subspan(offset, found.size()))) return false;
  }
  return true;
}

}  // namespace papilio::bench
