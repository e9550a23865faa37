// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Complex elements in local memory, real and imaginary parts apart, for kernels of one work-item.
#pragma once

#include <string_view>

#include "kernel/complex.hpp"
#include "kernel/ir_words.hpp"

namespace papilio::kernel {

/// How element e lies in memory.
enum class ScratchLayout {
  planar,   ///< re at e, im behind all of re: vectors of elements may start anywhere
  blocked,  ///< `lanes` re, then `lanes` im, of neighbouring elements: a vector is one cache line; starts are multiples
  columns,  ///< element e is a block of its own: `lanes` re, then `lanes` im, one of each column
};

struct ScratchShape {
  std::int64_t elements = 0;
  int lanes = 1;
  ScratchLayout layout = ScratchLayout::planar;
};

class Scratch {
 public:
  Scratch(Builder& b, std::string_view name, ScalarKind element, const ScratchShape& shape);

  /// `width` elements from e on (planar, blocked), or element e of all columns (columns; width == lanes).
  [[nodiscard]] Complex load(Builder& b, Value e, int width) const;
  /// The real parts alone.
  [[nodiscard]] Value load_real(Builder& b, Value e, int width) const;
  void store(Builder& b, Value e, Complex value) const;
  /// Element e of column `lane` (columns).
  [[nodiscard]] Complex load_lane(Builder& b, Value e, Value lane) const;
  void store_lane(Builder& b, Value e, Value lane, Complex value) const;
  /// The part that begins at element `first` (columns).
  [[nodiscard]] Scratch from(Value first) const;

 private:
  /// Index of the real part, and the distance of the imaginary part behind it.
  [[nodiscard]] Value index(Value e, int width) const;

  const Buffer* buffer_;
  ScratchLayout layout_;
  int lanes_;
  std::int64_t im_distance_;
  Value first_;  ///< null: 0
};

}  // namespace papilio::kernel
