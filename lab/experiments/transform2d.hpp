// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A 2-D FFT in four steps as separate kernels, all choices made by hand: rows, transpose, rows, transpose. After
// Qualcomm's experiment on Adreno GPUs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/experiments/matrices.hpp"
#include "lab/experiments/transform.hpp"
#include "lab/experiments/transpose_kernel.hpp"

namespace papilio::experiments {

enum class MatrixNumbers {
  f32,
  f16_storage,  ///< f16 in memory, f32 in kernels
  f16,          ///< f16 in memory, in local memory and in the arithmetic
};

struct Choices2d {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  Direction direction = Direction::forward;
  ExchangeMemory scratch = ExchangeMemory::local;  ///< of the stages of a row FFT
  MemoryObject object = MemoryObject::buffers;
  MatrixNumbers numbers = MatrixNumbers::f32;
  std::vector<std::vector<int>> row_radices;     ///< whose product is `columns`, by kernels (TransformChoices::passes)
  std::vector<std::vector<int>> column_radices;  ///< whose product is `rows`
  int tile = 16;                                 ///< numbers in a side of the squares that are transposed
  int threads = 0;  ///< work-items of a work-group: of the row FFTs, and at most so many of the transposes; 0: chosen
};

class Transform2d {
 public:
  /// Builds, verifies and compiles. Throws Error(unsupported) for what cannot be done, saying why.
  Transform2d(Workbench& bench, std::shared_ptr<Matrices> matrices, const Choices2d& choices);

  /// The form of the matrices that the choices need.
  static Matrices::MatrixForm form_of(const Choices2d& choices);

  /// Enqueues one step, or all.
  void execute(std::size_t step) const;
  void execute() const;

  [[nodiscard]] Matrices& matrices() const { return *matrices_; }
  [[nodiscard]] const Choices2d& choices() const { return choices_; }
  /// Registers of the row FFTs: those of the longer rows' kernels.
  [[nodiscard]] std::optional<int> registers() const;
  [[nodiscard]] std::int64_t local_bytes() const;
  /// "16x16x4, tile 16x16" …
  [[nodiscard]] std::string kernels() const;
  /// Work-items of the row FFTs and of the transposes: "64, 64".
  [[nodiscard]] std::string work_items() const;
  /// How often a number is rounded to f16 on its way through memory.
  [[nodiscard]] int roundings() const;

 private:
  struct TransposeKernel {
    Transpose transpose;
    std::unique_ptr<runtime::Program> program;
  };
  [[nodiscard]] TransformChoices row_choices(bool second) const;
  [[nodiscard]] TransposeKernel make_transpose(bool second) const;

  Workbench& bench_;
  std::shared_ptr<Matrices> matrices_;
  Choices2d choices_;
  std::vector<StudyTransform> rows_;  ///< of the first and the second step of that kind
  std::vector<TransposeKernel> transposes_;
};

std::string_view to_string(MatrixNumbers numbers);

}  // namespace papilio::experiments
