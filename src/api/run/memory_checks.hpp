// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Checks of the buffers of an execution.
#pragma once

#include <cstdint>
#include <functional>
#include <papilio/device.hpp>
#include <papilio/problem.hpp>
#include <string>

#include "api/run/compiled_passes.hpp"
#include "core/device_caps.hpp"
#include "runtime/borrowed_memory.hpp"

namespace papilio::api {

struct MemoryNeeds {
  const char* who = "";  ///< "plan", "convolution"
  std::int64_t input_bytes = 0;
  std::int64_t output_bytes = 0;
  std::size_t scratch_bytes = 0;
  ComplexLayout in_layout = ComplexLayout::interleaved;
  ComplexLayout out_layout = ComplexLayout::interleaved;
  Placement placement = Placement::out_of_place;
  /// Bytes before the first element of a side, which is not touched: of native pointers only.
  std::int64_t input_begin = 0;
  std::int64_t output_begin = 0;
  /// Bytes behind the last element of the input that is read: zeros of a pruned problem, which need not be there.
  std::int64_t input_unread = 0;
};

/// Native handles of an execution, as Plan::execute() takes them.
struct Pointers {
  const void* in = nullptr;
  void* out = nullptr;
  void* work = nullptr;  ///< may be null
};

/// Views of them, for one call.
class BorrowedMemories {
 public:
  BorrowedMemories(const Device& device, const Pointers& pointers, const MemoryNeeds& needs);
  [[nodiscard]] Memories get() const;

 private:
  runtime::BorrowedMemory in_;
  runtime::BorrowedMemory out_;
  runtime::BorrowedMemory work_;
};

/// Throws Error(unsupported) if kernels that are given buffers as the backend passes them cannot reach one of so many
/// bytes (DeviceCaps::max_binding). `what` is what errors call the problem.
void require_bindable(const DeviceCaps& caps, std::int64_t bytes, const std::string& what);
/// In place the planes of one side are those of the other.
void share_planes(Memories& memories, Placement placement);
/// Throws Error(invalid_argument) for buffers that are missing or too small, for planes of a side that is not planar,
/// and for memory that is shared or not shared against the placement. `token` is of the problem, for errors. `pointers`
/// are the addresses behind the memories, if they are addresses: then what counts as shared begins with the first
/// element.
void check_memories(const Memories& memories, const MemoryNeeds& needs, const std::function<std::string()>& token,
                    const Pointers& pointers = {});

}  // namespace papilio::api
