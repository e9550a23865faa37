// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/cufft/multi_gpu/array.hpp"

#include <algorithm>
#include <bit>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <string>

#include "compat/cufft/multi_gpu/array_engine.hpp"
#include "compat/cufft/stream_cache.hpp"
#include "compat/cufft/trace.hpp"

namespace papilio::compat::cufft {
namespace {

class MultiGpuArray final : public MultiGpuPlan {
 public:
  MultiGpuArray(const Gpus& gpus, const CufftRequest& request) : MultiGpuPlan(gpus, request), ranks_(gpus.size()) {}
  ~MultiGpuArray() override {
    for (auto& [way, engine] : engines_) guarded([&] { return engine->end(), success; });
  }

  /// Makes the engines that most programs use: of a transform and of its inverse, which begins with the result; of one
  /// axis, where cuFFT itself does not take the permuted order, from the natural order. Others are made when needed.
  void make() {
    constexpr ArrayOrder natural = ArrayOrder::natural;
    constexpr ArrayOrder permuted = ArrayOrder::permuted;
    const bool one_axis = request().lengths.size() == 1;
    if (request().kind != Kind::c2r)
      engine({Direction::forward, natural, permuted, Placement::in_place, rows_in_place()});
    if (one_axis) engine({Direction::inverse, natural, permuted, Placement::in_place});
    if (!one_axis && request().kind != Kind::r2c)
      engine({Direction::inverse, permuted, natural, Placement::in_place, rows_in_place()});
  }

  [[nodiscard]] std::optional<HeldRows> held(int format, std::size_t gpu) const override {
    if (format < format_input || format > format_1d_input_shuffled) return std::nullopt;
    if (format == format_1d_input_shuffled && request().lengths.size() > 1) return std::nullopt;
    const PackedSide side = is_in_place(format)      ? PackedSide::in_place
                            : format == format_input ? PackedSide::input
                                                     : PackedSide::output;
    return rows_of(request().array_bytes(side), order_of(format), gpu);
  }
  [[nodiscard]] std::size_t bytes_to_allocate(int format, std::size_t gpu) const override {
    std::int64_t bytes = held(format, gpu)->bytes();
    for (int other = format_in_place; other <= format_1d_input_shuffled && is_in_place(format); ++other) {
      if (const std::optional<HeldRows> rows = held(other, gpu)) bytes = std::max(bytes, rows->bytes());
    }
    return static_cast<std::size_t>(bytes);
  }
  /// The engine's memory is the plan's, because other GPUs store there.
  [[nodiscard]] std::vector<std::size_t> work_bytes() const override { return std::vector<std::size_t>(gpus().size()); }
  void set_work_areas(void* const* /*areas*/) override {}

  Result execute(XtDescriptor& in, XtDescriptor& out, Direction direction) override {
    const SameMemory same = same_memory(*in.memory, *out.memory);
    if (same == SameMemory::some) return invalid_value;
    const bool in_place = same == SameMemory::all;
    const int result_format = in_place ? format_after(in.format) : out.format;
    if (in_place && !is_in_place(in.format)) return invalid_type;
    if (halves() && order_of(real_input() ? in.format : result_format) != ArrayOrder::natural) return invalid_type;
    for (std::size_t gpu = 0; gpu < gpus().size() && in_place; ++gpu) {
      if (in.memory->size[gpu] < bytes_to_allocate(in.format, gpu)) return invalid_value;
    }
    // Arrays of real numbers have padded rows where the other side fits in, too.
    const bool padded = halves() && is_in_place(real_input() ? in.format : result_format);
    const EngineWay way{direction, order_of(in.format), order_of(result_format),
                        in_place ? Placement::in_place : Placement::out_of_place,
                        padded ? mpi::RealRows::padded : mpi::RealRows::packed};
    engine(way).execute([&](std::size_t gpu) {
      return GpuArrays{buffer_of(in, in.format, gpu), buffer_of(out, result_format, gpu)};
    });
    out.format = result_format;
    return success;
  }

  /// A GPU has one string, which is its columns of the matrix.
  Result factors(Xt1dFactors& factors) const override {
    const auto count = static_cast<long long>(gpus().size());
    if (request().lengths.size() > 1) return not_supported;
    const auto [substrings, stride] = divided_axes(request(), ArrayOrder::permuted);
    if (stride % count != 0) return not_supported;  // strings of different lengths
    const long long points = request().lengths[0];
    factors = {points, count, points / count, stride / count, stride, substrings, 0, 0, 0, 0, 0, 0, 0, 0};
    const auto power = [](long long value) { return std::has_single_bit(static_cast<unsigned long long>(value)); };
    if (!power(points) || !power(count)) return success;
    const auto log2 = [](long long value) { return std::countr_zero(static_cast<unsigned long long>(value)); };
    factors.string_mask = factors.string_count - 1;
    factors.substring_mask = factors.substring_length - 1;
    factors.factor1_mask = factors.factor1 - 1;
    factors.factor2_mask = factors.factor2 - 1;
    factors.string_shift = log2(factors.string_length);
    factors.substring_shift = log2(factors.substring_length);
    factors.factor1_shift = log2(factors.factor1);
    factors.factor2_shift = log2(factors.factor2);
    return success;
  }

 private:
  [[nodiscard]] bool halves() const { return request().kind != Kind::c2c; }
  [[nodiscard]] mpi::RealRows rows_in_place() const { return halves() ? mpi::RealRows::padded : mpi::RealRows::packed; }
  [[nodiscard]] bool real_input() const { return request().kind == Kind::r2c; }

  [[nodiscard]] ArrayOrder order_of(int format) const {
    if (format == format_in_place_shuffled) return ArrayOrder::permuted;
    if (format == format_1d_input_shuffled) return ArrayOrder::input_shuffled;
    return format == format_output && request().kind != Kind::c2r ? ArrayOrder::permuted : ArrayOrder::natural;
  }
  /// The format that an execution in place leaves.
  [[nodiscard]] int format_after(int format) const {
    if (request().kind == Kind::c2r) return format_in_place;
    return format == format_in_place_shuffled ? format_in_place : format_in_place_shuffled;
  }

  /// A GPU's share of an array of so many bytes.
  [[nodiscard]] HeldRows rows_of(std::int64_t bytes, ArrayOrder order, std::size_t gpu) const {
    if (order == ArrayOrder::natural) {
      const std::int64_t plane = bytes / request().lengths[0];
      const auto [begin, count] = share_of(request().lengths[0], gpu, gpus().size());
      return {begin * plane, 1, count * plane, count * plane};
    }
    const auto [first, second] = divided_axes(request(), order);
    const std::int64_t row = bytes / first / second;
    const auto [begin, count] = share_of(second, gpu, gpus().size());
    return {begin * row, first, count * row, second * row};
  }
  [[nodiscard]] papilio::Buffer buffer_of(const XtDescriptor& descriptor, int format, std::size_t gpu) const {
    const bool in_place = is_in_place(format);
    const std::size_t bytes =
        in_place ? bytes_to_allocate(format, gpu) : static_cast<std::size_t>(held(format, gpu)->bytes());
    const std::size_t there = std::min(bytes, descriptor.memory->size[gpu]);
    if (there == 0) return {};
    return papilio::cuda::wrap_pointer(gpus()[gpu].device, descriptor.memory->data[gpu], there);
  }

  ArrayEngine& engine(const EngineWay& way) {
    for (auto& [known, engine] : engines_) {
      if (known == way) return *engine;
    }
    const PlanningScope planning;
    auto made = std::make_unique<ArrayEngine>(ranks_, gpus(), request(), way);
    if (tracing) note(made->describe());
    return *engines_.emplace_back(way, std::move(made)).second;
  }

  GpuRanks ranks_;
  std::vector<std::pair<EngineWay, std::unique_ptr<ArrayEngine>>> engines_;
};

}  // namespace

Result make_array(const Gpus& gpus, const CufftRequest& request, std::unique_ptr<MultiGpuPlan>& plan) {
  if (request.storage != Storage::native || (request.kind != Kind::c2c && request.lengths.size() == 1)) {
    note(request.storage != Storage::native
             ? "data of 16 bits over several GPUs: use batches"
             : "one array of one axis of real numbers over several GPUs: use complex ones");
    return not_supported;
  }
  try {
    auto made = std::make_unique<MultiGpuArray>(gpus, request);
    made->make();
    plan = std::move(made);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported && error.code() != ErrorCode::invalid_argument) throw;
    note(error.what());
    return invalid_size;
  }
  return success;
}

}  // namespace papilio::compat::cufft
