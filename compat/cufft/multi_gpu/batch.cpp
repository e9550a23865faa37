// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/cufft/multi_gpu/batch.hpp"

#include "compat/cufft/handle.hpp"
#include "compat/cufft/multi_gpu/copies.hpp"
#include "mpi/memory/cuda_driver.hpp"

namespace papilio::compat::cufft {
namespace {

class MultiGpuBatch final : public MultiGpuPlan {
 public:
  MultiGpuBatch(const Gpus& gpus, const CufftRequest& request) : MultiGpuPlan(gpus, request), plans_(gpus.size()) {}

  Result make(bool allocates) {
    for (std::size_t gpu = 0; gpu < gpus().size(); ++gpu) {
      CufftRequest part = request();
      part.batch = share(gpu).count;
      if (part.batch == 0) continue;
      const mpi::ContextScope current(mpi::context_of(gpus()[gpu].device));
      plans_[gpu] = std::make_unique<FftHandle>();
      plans_[gpu]->set_auto_allocation(allocates ? 1 : 0);
      std::size_t bytes = 0;
      if (const Result result = plans_[gpu]->make(part, &bytes); result != success) return result;
    }
    return success;
  }

  [[nodiscard]] std::optional<HeldRows> held(int format, std::size_t gpu) const override {
    if (format < format_input || format > format_1d_input_shuffled) return std::nullopt;
    const std::int64_t bytes = request().array_bytes(is_in_place(format)      ? PackedSide::in_place
                                                     : format == format_input ? PackedSide::input
                                                                              : PackedSide::output);
    const auto [begin, count] = share(gpu);
    return HeldRows{begin * bytes, 1, count * bytes, count * bytes};
  }
  [[nodiscard]] std::size_t bytes_to_allocate(int format, std::size_t gpu) const override {
    return static_cast<std::size_t>(held(format, gpu)->bytes());
  }
  [[nodiscard]] std::vector<std::size_t> work_bytes() const override {
    std::vector<std::size_t> bytes(plans_.size());
    for (std::size_t gpu = 0; gpu < plans_.size(); ++gpu) {
      if (plans_[gpu]) plans_[gpu]->size(&bytes[gpu]);
    }
    return bytes;
  }
  void set_work_areas(void* const* areas) override {
    for (std::size_t gpu = 0; gpu < plans_.size(); ++gpu) {
      if (plans_[gpu]) plans_[gpu]->set_work_area(areas[gpu]);
    }
  }

  Result execute(XtDescriptor& in, XtDescriptor& out, Direction direction) override {
    const SameMemory same = same_memory(*in.memory, *out.memory);
    if (same == SameMemory::some) return invalid_value;
    const bool in_place = same == SameMemory::all;
    const bool fits = in_place ? is_in_place(in.format) : in.format == format_input && out.format == format_output;
    if (!fits && (request().kind != Kind::c2c)) return invalid_type;
    const int sign = direction == Direction::forward ? forward_direction : inverse_direction;
    Result result = success;
    for (std::size_t gpu = 0; gpu < plans_.size() && result == success; ++gpu) {
      if (plans_[gpu]) result = plans_[gpu]->execute(in.memory->data[gpu], out.memory->data[gpu], sign, {});
    }
    wait_for(gpus());
    return result;
  }
  Result factors(Xt1dFactors& /*factors*/) const override { return not_supported; }

 private:
  [[nodiscard]] Share share(std::size_t gpu) const { return share_of(request().batch, gpu, gpus().size()); }

  std::vector<std::unique_ptr<FftHandle>> plans_;  ///< null for a GPU without arrays
};

}  // namespace

Result make_batch(const Gpus& gpus, const CufftRequest& request, bool allocates, std::unique_ptr<MultiGpuPlan>& plan) {
  auto made = std::make_unique<MultiGpuBatch>(gpus, request);
  const Result result = made->make(allocates);
  if (result == success) plan = std::move(made);
  return result;
}

}  // namespace papilio::compat::cufft
