// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The memory of a 2-D experiment: buffers or OpenCL images.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "lab/experiments/transform.hpp"

namespace papilio::experiments {

enum class MemoryObject {
  buffers,
  images,  ///< OpenCL images: kernels write CL_RGBA and read CL_RG, or CL_RGBA where the driver has no two views of one
};
inline constexpr std::size_t steps_2d = 4;  ///< rows, transpose, rows, transpose

/// The matrices before, between and after the steps. Experiments of the same form use the same ones, one after the
/// other.
class Matrices {
 public:
  struct MatrixForm {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    Storage storage = Storage::native;
    MemoryObject object = MemoryObject::buffers;
    friend bool operator==(const MatrixForm&, const MatrixForm&) = default;
  };

  /// Throws Error(unsupported) if the device has no such images, and Error(out_of_memory).
  Matrices(Workbench& bench, const MatrixForm& form);

  [[nodiscard]] const MatrixForm& form() const { return form_; }
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
  MatrixForm form_;
  bool views_ = false;
  std::array<Matrix, steps_2d + 1> matrices_;
  std::shared_ptr<runtime::Memory> staging_;  ///< without views
  std::unique_ptr<runtime::Program> fetch_;
};

std::string_view to_string(MemoryObject object);

}  // namespace papilio::experiments
