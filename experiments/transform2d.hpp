// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A 2-D FFT in four steps as separate kernels, all choices made by hand: rows, transpose, rows, transpose. After
// Qualcomm's experiment on Adreno GPUs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/transform.hpp"
#include "experiments/transpose_kernel.hpp"
#include "runtime/opencl_features.hpp"

namespace papilio::experiments {

enum class MemoryObject {
  buffers,
  images,  ///< OpenCL images: kernels write CL_RGBA and read CL_RG, or CL_RGBA where the driver has no two views of one
};
enum class Numbers {
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
  Numbers numbers = Numbers::f32;
  std::vector<std::vector<int>> row_radices;     ///< whose product is `columns`, by kernels (Choices::passes)
  std::vector<std::vector<int>> column_radices;  ///< whose product is `rows`
  int tile = 16;                                 ///< numbers in a side of the squares that are transposed
  int threads = 0;  ///< work-items of a work-group: of the row FFTs, and at most so many of the transposes; 0: chosen
};

inline constexpr std::size_t steps_2d = 4;  ///< rows, transpose, rows, transpose

/// The matrices before, between and after the steps. Experiments of the same form use the same ones, one after the
/// other.
class Matrices {
 public:
  struct Form {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    Storage storage = Storage::native;
    MemoryObject object = MemoryObject::buffers;
    friend bool operator==(const Form&, const Form&) = default;
  };

  /// Throws Error(unsupported) if the device has no such images, and Error(out_of_memory).
  Matrices(Workbench& bench, const Form& form);

  [[nodiscard]] const Form& form() const { return form_; }
  /// The argument of step `step` to read, and to write.
  [[nodiscard]] const runtime::Memory& input(std::size_t step) const;
  [[nodiscard]] const runtime::Memory& output(std::size_t step) const;
  /// Real numbers of a pixel where kernels read; 0: buffers.
  [[nodiscard]] int in_pixel() const;
  [[nodiscard]] int out_pixel() const { return form_.object == MemoryObject::images ? 4 : 0; }

  /// The first one, row after row in the form's type.
  void write(const std::vector<std::byte>& contents);
  /// Fills all others with NaNs.
  void poison();
  /// The last one.
  [[nodiscard]] std::vector<std::byte> read();

 private:
  /// The bytes of a matrix, and the images that show them; without views, an image of its own.
  struct Matrix {
    std::shared_ptr<runtime::Memory> buffer;
    std::shared_ptr<runtime::Memory> image;
    std::shared_ptr<runtime::Memory> view;  ///< CL_RG
    std::unique_ptr<runtime::Program> fill;
  };
  void make(std::size_t number, bool views);
  void make_all(bool views);
  [[nodiscard]] std::size_t bytes() const;
  [[nodiscard]] bool is_transposed(std::size_t number) const { return number == 2 || number == 3; }
  [[nodiscard]] std::unique_ptr<runtime::Program> copier(std::size_t number, const char* image) const;
  void copy(const runtime::Program& program, const runtime::Memory& from, const runtime::Memory& to) const;
  void put(Matrix& matrix, const std::vector<std::byte>& contents) const;

  Workbench& bench_;
  Form form_;
  bool views_ = false;
  std::array<Matrix, steps_2d + 1> matrices_;
  std::shared_ptr<runtime::Memory> staging_;  ///< without views
  std::unique_ptr<runtime::Program> fetch_;
};

class Transform2d {
 public:
  /// Builds, verifies and compiles. Throws Error(unsupported) for what cannot be done, saying why.
  Transform2d(Workbench& bench, std::shared_ptr<Matrices> matrices, const Choices2d& choices);

  /// The form of the matrices that the choices need.
  static Matrices::Form form_of(const Choices2d& choices);

  /// Enqueues one step, or all.
  void execute(std::size_t step) const;
  void execute() const;

  [[nodiscard]] Matrices& matrices() const { return *matrices_; }
  [[nodiscard]] const Choices2d& choices() const { return choices_; }
  /// Of the row FFTs: the longer ones' kernels.
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
  [[nodiscard]] Choices row_choices(bool second) const;
  [[nodiscard]] TransposeKernel make_transpose(bool second) const;

  Workbench& bench_;
  std::shared_ptr<Matrices> matrices_;
  Choices2d choices_;
  std::vector<Transform> rows_;  ///< of the first and the second step of that kind
  std::vector<TransposeKernel> transposes_;
};

std::string_view to_string(MemoryObject object);
std::string_view to_string(Numbers numbers);

}  // namespace papilio::experiments
