// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/experiments/transform2d.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "lab/experiments/opencl_features.hpp"

namespace papilio::experiments {
namespace {

void check_numbers(runtime::Device& device, MatrixNumbers numbers) {
  if (numbers != MatrixNumbers::f16) return;
  const OpenClFeatures features(device);
  if (!features) {
    throw Error::unsupported(fmt::format("arithmetic in f16 on {}", device.info().id),
                             "only Papilio's OpenCL kernels compute in f16", "use f16-storage");
  }
  if (!features.computes_f16()) {
    throw Error::unsupported(fmt::format("arithmetic in f16 on {}", device.info().id), "the driver has no cl_khr_fp16",
                             "use f16-storage");
  }
}

std::string text_of(const std::vector<StudyPass>& passes) {
  std::vector<std::string> kernels;
  for (const StudyPass& pass : passes) kernels.push_back(fmt::format("{}", fmt::join(pass.radices, "x")));
  return fmt::format("{}", fmt::join(kernels, "-"));
}

int threads_of(const StudyTransform& rows) {
  int most = 0;
  for (const StudyPass& pass : rows.passes()) most = std::max(most, pass.threads);
  return most;
}

}  // namespace

Matrices::MatrixForm Transform2d::form_of(const Choices2d& choices) {
  return {choices.rows, choices.columns, choices.numbers == MatrixNumbers::f32 ? Storage::native : Storage::f16,
          choices.object};
}

Transform2d::Transform2d(Workbench& bench, std::shared_ptr<Matrices> matrices, const Choices2d& choices)
    : bench_(bench), matrices_(std::move(matrices)), choices_(choices) {
  check_numbers(bench.device(), choices.numbers);
  for (const bool second : {false, true}) {
    rows_.emplace_back(bench, row_choices(second));
    transposes_.push_back(make_transpose(second));
  }
}

TransformChoices Transform2d::row_choices(bool second) const {
  TransformChoices choices;
  choices.direction = choices_.direction;
  choices.n = second ? choices_.rows : choices_.columns;
  choices.batch = second ? choices_.columns : choices_.rows;
  choices.passes = second ? choices_.column_radices : choices_.row_radices;
  choices.threads = choices_.threads;
  choices.exchange = choices_.scratch;
  choices.in_pixel = matrices_->in_pixel();
  choices.out_pixel = matrices_->out_pixel();
  if (choices_.numbers == MatrixNumbers::f16) choices.arithmetic = Arithmetic::f16;
  if (choices_.numbers == MatrixNumbers::f16_storage) {
    choices.outside = Storage::f16;
    const std::size_t stages = choices.passes.front().size();
    const bool several = choices.passes.size() > 1 || (choices.exchange == ExchangeMemory::global && stages > 1);
    if (several) choices.between = Storage::f16;
  }
  return choices;
}

Transform2d::TransposeKernel Transform2d::make_transpose(bool second) const {
  Transpose transpose;
  transpose.rows = second ? choices_.columns : choices_.rows;
  transpose.columns = second ? choices_.rows : choices_.columns;
  transpose.tile = choices_.tile;
  if (choices_.numbers == MatrixNumbers::f16_storage) transpose.storage = Storage::f16;
  transpose = completed(transpose, bench_.device().caps());
  if (choices_.threads > 0) transpose.threads = std::min(transpose.threads, choices_.threads);
  OpenClForm form;
  if (choices_.numbers == MatrixNumbers::f16) form.arithmetic = Arithmetic::f16;
  if (choices_.object == MemoryObject::images) {
    const int read = matrices_->in_pixel();
    form.images.push_back({"in", read, 2 * transpose.columns / read});
    form.images.push_back({"out", matrices_->out_pixel(), 2 * transpose.rows / matrices_->out_pixel()});
  }
  return {transpose, bench_.compile(build_transpose(transpose, "papilio_transpose"), form)};
}

void Transform2d::execute(std::size_t step) const {
  const runtime::Memory& in = matrices_->input(step);
  const runtime::Memory& out = matrices_->output(step);
  if (step % 2 == 0) return rows_.at(step / 2).execute(in, out);
  const TransposeKernel& kernel = transposes_.at(step / 2);
  const runtime::Argument arguments[] = {&in, &out, std::int64_t{1}};
  runtime::Launch launch;
  launch.program = kernel.program.get();
  launch.groups = groups_of(kernel.transpose);
  launch.threads = kernel.transpose.threads;
  launch.arguments = arguments;
  bench_.stream().launch(launch);
}

void Transform2d::execute() const {
  for (std::size_t step = 0; step < steps_2d; ++step) execute(step);
}

std::optional<int> Transform2d::registers() const {
  std::optional<int> most;
  for (const StudyTransform& rows : rows_) {
    if (const auto own = rows.registers()) most = std::max(most.value_or(0), *own);
  }
  return most;
}

std::int64_t Transform2d::local_bytes() const { return std::max(rows_[0].local_bytes(), rows_[1].local_bytes()); }

std::string Transform2d::kernels() const {
  const std::string first = text_of(rows_[0].passes());
  const std::string second = text_of(rows_[1].passes());
  return first == second ? first : first + " and " + second;
}

std::string Transform2d::work_items() const {
  return fmt::format("{}, {}", std::max(threads_of(rows_[0]), threads_of(rows_[1])),
                     std::max(transposes_[0].transpose.threads, transposes_[1].transpose.threads));
}

int Transform2d::roundings() const {
  if (choices_.numbers != MatrixNumbers::f16_storage) return 0;
  return static_cast<int>(rows_[0].passes().size() + rows_[1].passes().size());
}

std::string_view to_string(MatrixNumbers numbers) {
  switch (numbers) {
    case MatrixNumbers::f32:
      return "f32";
    case MatrixNumbers::f16_storage:
      return "f16-storage";
    case MatrixNumbers::f16:
      return "f16";
  }
  return "?";
}

}  // namespace papilio::experiments
