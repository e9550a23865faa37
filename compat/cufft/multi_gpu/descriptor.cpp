// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/cufft/multi_gpu/descriptor.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <papilio/cuda.hpp>
#include <utility>
#include <vector>

#include "compat/cufft/multi_gpu/copies.hpp"
#include "compat/cufft/trace.hpp"

namespace papilio::compat::cufft {
namespace {

/// Kernels move 16 bytes at once.
constexpr std::uintptr_t alignment = 16;

struct OwnedDescriptor {
  XtDescriptor descriptor = {};
  XtMemory memory = {};
  std::vector<papilio::Buffer> buffers;
};

struct OwnedDescriptors {
  std::mutex mutex;
  std::map<const XtDescriptor*, std::unique_ptr<OwnedDescriptor>> all;
};

/// Never destroyed: programs may end without freeing their memory.
OwnedDescriptors& owned() {
  static auto* const instance = new OwnedDescriptors;
  return *instance;
}

std::byte* at(const XtDescriptor& descriptor, std::size_t gpu) {
  return static_cast<std::byte*>(descriptor.memory->data[gpu]);
}

Result copy_host(const MultiGpuPlan& plan, const XtDescriptor& descriptor, std::byte* host, bool to_host) {
  for (std::size_t gpu = 0; gpu < plan.gpus().size(); ++gpu) {
    const HeldRows held = *plan.held(descriptor.format, gpu);
    if (held.bytes() == 0) continue;
    const CopySide there{at(descriptor, gpu), held.width};
    const CopySide here{host + held.first, held.pitch, true};
    copy_runs(plan.gpus()[gpu], to_host ? there : here, to_host ? here : there, {held.width, held.rows});
  }
  wait_for(plan.gpus());
  return success;
}

Result copy_between(const MultiGpuPlan& plan, const XtDescriptor& to, const XtDescriptor& from) {
  const std::size_t gpus = plan.gpus().size();
  wait_for(plan.gpus());  // each reads what another one's streams have written
  for (std::size_t source = 0; source < gpus; ++source) {
    for (std::size_t target = 0; target < gpus; ++target) {
      for (const CommonRows& rows : common_rows(*plan.held(from.format, source), *plan.held(to.format, target))) {
        copy_runs(plan.gpus()[source], {at(from, source) + rows.from, rows.from_pitch},
                  {at(to, target) + rows.to, rows.to_pitch}, {rows.width, rows.rows});
      }
    }
  }
  wait_for(plan.gpus());
  return success;
}

}  // namespace

Result make_descriptor(const MultiGpuPlan& plan, int format, XtDescriptor** descriptor) {
  if (!plan.held(format, 0)) return invalid_type;
  auto made = std::make_unique<OwnedDescriptor>();
  XtMemory& memory = made->memory;
  // Each version of cuFFT comes with the version of CUDA after its own.
  made->descriptor = {descriptor_version + (library_version.major + 1) * 1000, &memory, 0, format, nullptr};
  memory.version = made->descriptor.version;
  memory.gpu_count = static_cast<int>(plan.gpus().size());
  for (std::size_t gpu = 0; gpu < plan.gpus().size(); ++gpu) {
    memory.gpus[gpu] = plan.gpus()[gpu].number;
    memory.size[gpu] = plan.bytes_to_allocate(format, gpu);
    if (memory.size[gpu] == 0) continue;
    made->buffers.emplace_back(plan.gpus()[gpu].device, memory.size[gpu]);
    memory.data[gpu] = papilio::cuda::native_pointer(made->buffers.back());
  }
  *descriptor = &made->descriptor;
  const std::lock_guard lock(owned().mutex);
  owned().all.emplace(*descriptor, std::move(made));
  return success;
}

Result free_descriptor(const XtDescriptor* descriptor) {
  std::unique_ptr<OwnedDescriptor> freed;  // after the lock is released
  const std::lock_guard lock(owned().mutex);
  const auto found = owned().all.find(descriptor);
  if (found == owned().all.end()) return invalid_value;
  freed = std::move(found->second);
  owned().all.erase(found);
  return success;
}

Result check_descriptor(const MultiGpuPlan& plan, const XtDescriptor* descriptor) {
  if (descriptor == nullptr || descriptor->memory == nullptr) return invalid_value;
  const XtMemory& memory = *descriptor->memory;
  if (memory.gpu_count != static_cast<int>(plan.gpus().size())) return invalid_value;
  for (std::size_t gpu = 0; gpu < plan.gpus().size(); ++gpu) {
    if (memory.gpus[gpu] != plan.gpus()[gpu].number) return invalid_value;
    const std::optional<HeldRows> held = plan.held(descriptor->format, gpu);
    if (!held) {
      note("the plan has no arrays in the order " + std::to_string(descriptor->format));
      return invalid_type;
    }
    if (held->bytes() == 0) continue;
    if (memory.data[gpu] == nullptr || memory.size[gpu] < static_cast<std::size_t>(held->bytes())) {
      note("GPU " + std::to_string(gpu) + " of the descriptor needs " + std::to_string(held->bytes()) + " bytes");
      return invalid_value;
    }
    if (reinterpret_cast<std::uintptr_t>(memory.data[gpu]) % alignment != 0) return unaligned_data;
  }
  return success;
}

Result copy_array(const MultiGpuPlan& plan, void* to, void* from, int type) {
  if (type < copy_host_to_device || type > copy_device_to_device) return invalid_value;
  auto* const target = type == copy_device_to_host ? nullptr : static_cast<XtDescriptor*>(to);
  auto* const source = type == copy_host_to_device ? nullptr : static_cast<XtDescriptor*>(from);
  for (const XtDescriptor* descriptor : {target, source}) {
    if (descriptor == nullptr) continue;
    if (const Result result = check_descriptor(plan, descriptor); result != success) return result;
  }
  if (source == nullptr) return copy_host(plan, *target, static_cast<std::byte*>(from), false);
  if (target == nullptr) return copy_host(plan, *source, static_cast<std::byte*>(to), true);
  if (plan.array_bytes(source->format) != plan.array_bytes(target->format)) return invalid_type;
  return copy_between(plan, *target, *source);
}

}  // namespace papilio::compat::cufft
