// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/experiments/matrices.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

#include "core/storage.hpp"
#include "lab/experiments/opencl_features.hpp"
#include "lab/experiments/transpose_kernel.hpp"

namespace papilio::experiments {
namespace {

constexpr int copy_threads = 64;

OpenClFeatures features_of(runtime::Device& device) {
  const OpenClFeatures features(device);
  if (!features) {
    throw Error::unsupported(fmt::format("images on {}", device.info().id), "only OpenCL has the images of this study",
                             "use buffers, or a device through OpenCL");
  }
  return features;
}

}  // namespace

Matrices::Matrices(Workbench& bench, const MatrixForm& form) : bench_(bench), form_(form) {
  if (form.object == MemoryObject::buffers) {
    make_all(false);
    return;
  }
  if (form.rows % 2 != 0 || form.columns % 2 != 0) {
    throw Error::unsupported(
        fmt::format("images of {} x {} numbers", form.rows, form.columns),
        "a CL_RGBA pixel holds two numbers of a row, and a row of an array and of its transpose has "
        "an odd one",
        "choose even sizes, or buffers");
  }
  bool views = features_of(bench.device()).views_buffers();
  try {
    if (views) make_all(true);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
    views = false;  // no CL_RG, or rows that do not begin where the driver wants rows to begin
  }
  if (!views) make_all(false);
}

std::size_t Matrices::bytes() const {
  return static_cast<std::size_t>(form_.rows * form_.columns * 2 * bytes_of(form_.storage, Precision::f32));
}

void Matrices::make_all(bool views) {
  views_ = views;
  matrices_ = {};
  for (std::size_t i = 0; i < matrices_.size(); ++i) make(i, views);
  if (form_.object == MemoryObject::buffers || views) return;
  staging_ = bench_.device().allocate(bytes());
  for (std::size_t i = 0; i < matrices_.size(); ++i) matrices_[i].fill = copier(i, "out");
  fetch_ = copier(steps_2d, "in");
}

void Matrices::make(std::size_t number, bool views) {
  Matrix& matrix = matrices_[number];
  if (form_.object == MemoryObject::buffers || views) matrix.buffer = bench_.device().allocate(bytes());
  if (form_.object == MemoryObject::buffers) return;
  const std::int64_t columns = is_transposed(number) ? form_.rows : form_.columns;
  const std::int64_t rows = form_.rows * form_.columns / columns;
  const OpenClFeatures features = features_of(bench_.device());
  matrix.image = features.make_image({4, form_.storage, columns / 2, rows}, matrix.buffer);
  if (views) matrix.view = features.make_image({2, form_.storage, columns, rows}, matrix.buffer);
}

const runtime::Memory& Matrices::input(std::size_t step) const {
  const Matrix& matrix = matrices_.at(step);
  if (form_.object == MemoryObject::buffers) return *matrix.buffer;
  return views_ ? *matrix.view : *matrix.image;
}

const runtime::Memory& Matrices::output(std::size_t step) const {
  const Matrix& matrix = matrices_.at(step + 1);
  return form_.object == MemoryObject::buffers ? *matrix.buffer : *matrix.image;
}

int Matrices::in_pixel() const {
  if (form_.object == MemoryObject::buffers) return 0;
  return views_ ? 2 : 4;
}

/// A kernel between a buffer and an image of f16 or f32; `image` is the name of the parameter that is one.
std::unique_ptr<runtime::Program> Matrices::copier(std::size_t number, const char* image) const {
  const MatrixCopy work{form_.rows * form_.columns, copy_threads, form_.storage};
  OpenClForm form;
  form.images.push_back({image, 4, (is_transposed(number) ? form_.rows : form_.columns) / 2});
  return bench_.compile(build_copy(work, "papilio_copy"), form);
}

void Matrices::copy(const runtime::Program& program, const runtime::Memory& from, const runtime::Memory& to) const {
  const runtime::Argument arguments[] = {&from, &to, std::int64_t{1}};
  runtime::Launch launch;
  launch.program = &program;
  launch.groups = groups_of(MatrixCopy{form_.rows * form_.columns, copy_threads, form_.storage});
  launch.threads = copy_threads;
  launch.arguments = arguments;
  bench_.stream().launch(launch);
}

void Matrices::put(Matrix& matrix, const std::vector<std::byte>& contents) const {
  runtime::Memory& target = matrix.fill ? *staging_ : *matrix.buffer;
  bench_.stream().write(target, 0, contents.data(), contents.size());
  if (matrix.fill) copy(*matrix.fill, *staging_, *matrix.image);
}

void Matrices::write(const std::vector<std::byte>& contents) { put(matrices_.front(), contents); }

void Matrices::poison() {
  const std::vector<std::byte> nans(bytes(), std::byte{0xff});  // NaNs as f16 and as f32
  for (std::size_t i = 1; i < matrices_.size(); ++i) put(matrices_[i], nans);
}

std::vector<std::byte> Matrices::read() {
  const Matrix& last = matrices_.back();
  if (fetch_) copy(*fetch_, *last.image, *staging_);
  std::vector<std::byte> contents(bytes());
  bench_.stream().read(fetch_ ? *staging_ : *last.buffer, 0, contents.data(), contents.size());
  return contents;
}

std::string_view to_string(MemoryObject object) { return object == MemoryObject::buffers ? "buffers" : "images"; }

}  // namespace papilio::experiments
