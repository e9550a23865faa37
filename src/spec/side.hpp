// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Side: the input or the output of a kernel. It says where its elements lie in memory, and what they stand for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "core/named.hpp"

namespace papilio {

/// Meaning of the elements of a side. The kernel computes a complex DFT of n points whatever they are.
enum class Form {
  complex,  ///< n complex numbers
  real,     ///< n real numbers: imaginary parts are 0 when read, dropped when written
  /// n/2+1 complex numbers; the rest are their conjugates in reverse order. If the other side is `pairs`: of 2n points.
  half,
  pairs,  ///< 2n real numbers, element i is x[2i] + i*x[2i+1]; the other side is half
  trig,   ///< TrigSpec::extent real numbers of a cosine, sine or Hartley transform: kernel/elements/trig.hpp
};
inline constexpr std::array<Named<Form>, 5> form_names{{{"complex", Form::complex},
                                                        {"real", Form::real},
                                                        {"half", Form::half},
                                                        {"pairs", Form::pairs},
                                                        {"trig", Form::trig}}};

/// Strides, in elements of the side. Those of an input may be negative or 0, those of an output may be negative.
struct Strides {
  /// `element` of a packed side: KernelSpec::interleaved.
  static constexpr std::int64_t of_packed = std::numeric_limits<std::int64_t>::min();
  std::int64_t element = of_packed;  ///< from one element of a transform to the next
  std::int64_t column = 1;           ///< from one transform of a strided batch to the next
  /// Between the last two passes of a transform: so many neighbouring columns of the reading pass are stored together,
  /// all their elements row by row, so that one of its tiles is contiguous. Element j of column c, where a column has L
  /// elements, is at (c - c%block)*L + j*block + c%block. 0: not blocked.
  std::int64_t block = 0;
  /// Points of the second of two passes between which a row is the `inner` columns q of the second pass
  /// with one p, element j of column c = q + inner*p is at (p*interleaved_rows + j)*inner + q, so that the pass may
  /// work in place. 0: rows are in the order of their elements.
  std::int64_t interleaved_rows = 0;
  /// Columns of a strided batch that are left out: those from gap.begin on lie gap.size() columns further.
  Range gap = {};
  /// Distance from one element to the next among `interleaved` transforms.
  [[nodiscard]] std::int64_t step(std::int64_t interleaved) const {
    return element == of_packed ? interleaved : element;
  }
  [[nodiscard]] bool packed(std::int64_t interleaved) const {
    return column == 1 && block == 0 && interleaved_rows == 0 && gap.empty() && step(interleaved) == interleaved;
  }
  friend bool operator==(const Strides&, const Strides&) = default;
};

/// Verified executions on GPUs: the numbers that a kernel sums over the elements of each column, besides the squares of
/// their parts (kernel/verified/group_sums.hpp).
enum class Sums {
  none,
  real,     ///< the real part of the product with a table of weights
  complex,  ///< that product
};
inline constexpr std::array<Named<Sums>, 3> sums_names{
    {{"none", Sums::none}, {"real", Sums::real}, {"complex", Sums::complex}}};
/// How many numbers that is.
constexpr int numbers_of(Sums sums) { return sums == Sums::none ? 0 : sums == Sums::real ? 2 : 3; }

/// In-kernel N-D: indices along one axis for whose elements memory is not accessed. The index of element e along the
/// axis is e / inner % length.
struct AxisHole {
  Range range;
  std::int64_t inner = 1;
  std::int64_t length = 1;
  friend bool operator==(const AxisHole&, const AxisHole&) = default;
};

/// Work of a side along one axis of the kernel. The index of number i of a transform along it is i / inner % length;
/// of Form::pairs, numbers are counted and not pairs.
struct AxisEnd {
  InputWindow window;         ///< inputs: factors of the numbers, by their place in memory
  bool alternates = false;    ///< numbers at odd indices change their signs
  std::int64_t rotation = 0;  ///< the number with index i is at place (i + rotation) % length
  std::int64_t inner = 1;
  std::int64_t length = 1;
  /// Inputs with taps: neighbouring transforms are `length` numbers apart, so that they share all samples but those of
  /// one tap.
  bool slides = false;
  [[nodiscard]] bool has_factor() const { return window.kind != WindowFunction::none || alternates; }
  /// Numbers are sums over taps, or those of a frame that begins at any of them.
  [[nodiscard]] bool folds() const { return window.taps > 1 || window.phase == WindowPhase::signal; }
  friend bool operator==(const AxisEnd&, const AxisEnd&) = default;
};

struct Side {
  Strides strides;
  Form form = Form::complex;
  Storage storage = Storage::native;
  ComplexLayout layout = ComplexLayout::interleaved;
  /// Elements of a transform for which memory is not accessed, counted as they lie in memory (a pair is one element):
  /// zeros of the input, skipped elements of the output.
  Range hole;
  /// Form::pairs: holes are counted in numbers, of which a pair has two, because they cut pairs.
  bool holes_cut_pairs = false;
  /// In-kernel N-D: holes along all axes but the outermost, whose hole is `hole`; the innermost axis comes first.
  std::vector<AxisHole> axis_holes;
  /// Elements in holes have no place in memory: those behind a hole follow those before it.
  bool compact = false;
  std::vector<AxisEnd> ends;        ///< windows and shifts (core/ends.hpp), the innermost axis first
  OutputMap map = OutputMap::none;  ///< outputs, Form::complex and Form::half: memory holds these real numbers
  Sums sums = Sums::none;
  std::string callback;  ///< the user's source text (papilio/callbacks.hpp), parameters included; empty: none

  /// Memory holds the numbers that the kernel computes with: no conversion, no callback, no factors or map.
  [[nodiscard]] bool native() const { return storage == Storage::native && callback.empty() && !changes(); }
  /// Elements have other places than their numbers say.
  [[nodiscard]] bool rotated() const {
    return std::ranges::any_of(ends, [](const AxisEnd& end) { return end.rotation != 0; });
  }
  /// Numbers have factors, other places, or are mapped.
  [[nodiscard]] bool changes() const { return !ends.empty() || map != OutputMap::none; }
  [[nodiscard]] bool has_factors() const { return std::ranges::any_of(ends, &AxisEnd::has_factor); }
  /// It is the only end then.
  [[nodiscard]] bool folds() const { return std::ranges::any_of(ends, &AxisEnd::folds); }
  [[nodiscard]] bool pruned() const { return !hole.empty() || !axis_holes.empty(); }
  /// Elements are found one by one, by their numbers.
  [[nodiscard]] bool irregular() const { return pruned() || rotated(); }
  /// Returns how many of so many elements in memory are outside the holes.
  [[nodiscard]] std::int64_t accessed(std::int64_t elements) const {
    elements -= hole.size();
    for (const AxisHole& axis : axis_holes) elements = elements / axis.length * (axis.length - axis.range.size());
    return elements;
  }
  friend bool operator==(const Side&, const Side&) = default;
};

/// True if the elements in memory are complex numbers: a whole signal or half a spectrum.
constexpr bool holds_complex(Form form) { return form == Form::complex || form == Form::half; }

}  // namespace papilio
