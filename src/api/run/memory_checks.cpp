// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/run/memory_checks.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

#include "api/access.hpp"
#include "api/run/callbacks.hpp"
#include "api/run/execution.hpp"

namespace papilio::api {
namespace {

using runtime::Memory;
using Token = std::function<std::string()>;

bool overlap(const Memory* a, const Memory* b) { return a != nullptr && b != nullptr && a->overlaps(*b); }

void require(const Memory* memory, std::int64_t bytes, const char* what, const Token& token) {
  if (memory == nullptr) throw Error::invalid_argument(fmt::format("{} buffer", what), "it is empty", "allocate one");
  if (static_cast<std::int64_t>(memory->size()) >= bytes) return;
  throw Error::invalid_argument(fmt::format("{} buffer of {} bytes", what, memory->size()),
                                fmt::format("{} needs {}", token(), bytes),
                                "allocate as many elements as the problem says");
}

struct SideMemory {
  const char* what;
  const Memory* own;
  const Memory* imaginary;
  std::int64_t bytes;
  ComplexLayout layout;
};

void require_side(const SideMemory& side, const Token& token) {
  if (side.imaginary != nullptr && side.layout != ComplexLayout::planar) {
    throw Error::invalid_argument(fmt::format("a buffer for the imaginary parts of the {}", side.what),
                                  token() + " is not planar there", "leave it out");
  }
  require(side.own, side.bytes / (side.imaginary != nullptr ? 2 : 1), side.what, token);
  if (side.imaginary == nullptr) return;
  require(side.imaginary, side.bytes / 2, side.what, token);
  if (!side.own->overlaps(*side.imaginary)) return;
  throw Error::invalid_argument(fmt::format("planes of the {} that share memory", side.what),
                                "real and imaginary parts would overwrite each other",
                                "give two buffers, or one that holds both and nothing for the imaginary parts");
}

/// With offsets, the range of one side may end before the first element that lies in the range of the other.
bool elements_overlap(const Pointers& pointers, const MemoryNeeds& needs) {
  const auto in = reinterpret_cast<std::intptr_t>(pointers.in);
  const auto out = reinterpret_cast<std::intptr_t>(pointers.out);
  return in + needs.input_begin < out + needs.output_bytes &&
         out + needs.output_begin < in + needs.input_bytes - needs.input_unread;
}

}  // namespace

BorrowedMemories::BorrowedMemories(const Device& device, const Pointers& pointers, const MemoryNeeds& needs) {
  const runtime::Device& own = unwrap(device);
  own.borrow(const_cast<void*>(pointers.in), static_cast<std::size_t>(needs.input_bytes), in_);  // NOLINT
  own.borrow(pointers.out, static_cast<std::size_t>(needs.output_bytes), out_);
  if (pointers.work != nullptr) own.borrow(pointers.work, needs.scratch_bytes, work_);
}

Memories BorrowedMemories::get() const {
  Memories memories;
  memories.in = in_.get();
  memories.out = out_.get();
  memories.scratch = work_.get();
  return memories;
}

void require_bindable(const DeviceCaps& caps, std::int64_t bytes, const std::string& what) {
  if (caps.max_binding == 0 || bytes <= caps.max_binding) return;
  throw Error::unsupported(what,
                           fmt::format("it needs a buffer of {} bytes, and {} binds {} at most (maxStorageBufferRange)",
                                       bytes, caps.name, caps.max_binding),
                           "use a smaller batch or another device");
}

void share_planes(Memories& memories, Placement placement) {
  if (placement == Placement::out_of_place) return;
  if (memories.out_imaginary == nullptr) memories.out_imaginary = memories.in_imaginary;
  if (memories.in_imaginary == nullptr) memories.in_imaginary = memories.out_imaginary;
}

void check_memories(const Memories& memories, const MemoryNeeds& needs, const Token& token, const Pointers& pointers) {
  const auto& [in, out, scratch, in_imaginary, out_imaginary, load_data, store_data, filter, in_sums, out_sums] =
      memories;
  require_side({"input", in, in_imaginary, needs.input_bytes, needs.in_layout}, token);
  require_side({"output", out, out_imaginary, needs.output_bytes, needs.out_layout}, token);
  check_scratch(scratch, needs.scratch_bytes, needs.who, {in, in_imaginary, out, out_imaginary});
  check_callback_buffers(memories);
  const bool same = pointers.in == nullptr ? overlap(in, out) : elements_overlap(pointers, needs);
  const bool crossed = overlap(in, out_imaginary) || overlap(in_imaginary, out);
  const bool halfway =
      in_imaginary != nullptr && out_imaginary != nullptr && same != overlap(in_imaginary, out_imaginary);
  if (crossed || halfway) {
    throw Error::invalid_argument("planes of input and output that share memory crosswise",
                                  "parts would overwrite others", "in place, give both sides the same planes");
  }
  if (same != (needs.placement == Placement::in_place)) {
    throw Error::invalid_argument(
        fmt::format("{} {}", same ? "one buffer for an out-of-place" : "two buffers for an in-place", needs.who),
        fmt::format("the {} was made for the other", needs.who),
        same ? "give two buffers" : "give one buffer, or change the problem's placement");
  }
}

}  // namespace papilio::api
