// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/interpreter_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>

#include "core/storage.hpp"

namespace papilio::ir::interpreter {
namespace {

/// Device memory holds scalars of the buffer's element type; lanes are wider.
template <typename Scalar>
Scalar scalar_at(const std::byte* address) {
  Scalar scalar;
  std::memcpy(&scalar, address, sizeof scalar);
  return scalar;
}

Lane read_scalar(ScalarKind kind, const std::byte* address) {
  switch (kind) {
    case ScalarKind::f32:
      return {.f = scalar_at<float>(address)};
    case ScalarKind::f64:
      return {.d = scalar_at<double>(address)};
    case ScalarKind::i32:
      return {.i = scalar_at<std::int32_t>(address)};
    case ScalarKind::i64:
      return {.i = scalar_at<std::int64_t>(address)};
    case ScalarKind::boolean:
    case ScalarKind::f32x2:  // expanded before
    case ScalarKind::f64x2:
      break;
  }
  return {.i = scalar_at<std::uint8_t>(address)};
}

void write_scalar(ScalarKind kind, Lane lane, std::byte* address) {
  const auto put = [&](auto scalar) { std::memcpy(address, &scalar, sizeof scalar); };
  switch (kind) {
    case ScalarKind::f32:
      return put(lane.f);
    case ScalarKind::f64:
      return put(lane.d);
    case ScalarKind::i32:
      return put(static_cast<std::int32_t>(lane.i));
    case ScalarKind::i64:
      return put(lane.i);
    case ScalarKind::boolean:
      return put(static_cast<std::uint8_t>(lane.i));
    case ScalarKind::f32x2:
    case ScalarKind::f64x2:
      break;
  }
}

Lane read_converted(const Buffer& buffer, const std::byte* address) {
  const double value = load_number(buffer.storage, precision_of(buffer), address);
  if (buffer.element == ScalarKind::f64) return {.d = value};
  return {.f = static_cast<float>(value)};
}

/// The result of an invalid load: it should spoil the computed result rather than look plausible.
Lane nothing(ScalarKind kind) {
  if (kind == ScalarKind::f32) return {.f = std::numeric_limits<float>::quiet_NaN()};
  if (kind == ScalarKind::f64) return {.d = std::numeric_limits<double>::quiet_NaN()};
  return {.i = 0};
}

}  // namespace

InterpreterMemory::InterpreterMemory(const InterpreterProgram& program, std::span<const Binding> bindings,
                                     InterpreterReport& report, FaultLog& faults)
    : report_(report),
      faults_(faults),
      group_epochs_(static_cast<std::size_t>(program.cluster)),
      threads_(program.threads) {
  for (const Buffer* buffer : program.buffers) {
    BoundArray& array = arrays_.emplace_back();
    array.buffer = buffer;
    if (buffer->space == Space::global) {
      array.binding = bindings[arrays_.size() - 1];
    } else {
      const int copies = buffer->space == Space::registers ? program.threads * program.cluster : program.cluster;
      array.elements.resize(static_cast<std::size_t>(buffer->elements * copies));
    }
  }
  check_aliasing();
}

/// A compiler may reorder accesses through a restrict pointer, so no other pointer may reach memory that is written.
void InterpreterMemory::check_aliasing() {
  const std::less<const std::byte*> before;
  const auto end = [](const BoundArray& array) {
    return array.binding.data + array.binding.elements * size_of(*array.buffer);
  };
  for (const BoundArray& a : arrays_) {
    for (const BoundArray& b : arrays_) {
      if (a.buffer->space != Space::global || b.buffer->space != Space::global || &a == &b) continue;
      const bool overlap = before(a.binding.data, end(b)) && before(b.binding.data, end(a));
      const bool written = a.buffer->access != Access::read || b.buffer->access != Access::read;
      if (!overlap || !written || !a.buffer->restrict_) continue;
      faults_.report(a.buffer, Fault::aliasing, [&] {
        return fmt::format("buffers '{}' and '{}' share memory, but '{}' is restrict; build the kernel for aliasing",
                           a.buffer->name, b.buffer->name, a.buffer->name);
      });
    }
  }
}

void InterpreterMemory::begin_group(std::int64_t group) {
  group_ = group;
  cluster_barrier();
  group_epoch_ = epoch_;
}

void InterpreterMemory::cluster_barrier() {
  cluster_epoch_ = ++epoch_;
  std::fill(group_epochs_.begin(), group_epochs_.end(), epoch_);
}

std::string InterpreterMemory::name_of(int item) const {
  return fmt::format("work-item {} of group {}", item % threads_, group_ + item / threads_);
}

std::string InterpreterMemory::where(const AccessPoint& point, std::string_view what) const {
  return fmt::format("{} {}[{}] of {} scalars by {}", what, arrays_[point.buffer].buffer->name, point.index,
                     point.lanes, name_of(point.item));
}

/// Bounds, rank and alignment; false where the access must not happen.
bool InterpreterMemory::sound(const AccessPoint& point, std::string_view what) {
  const BoundArray& array = arrays_[point.buffer];
  const std::int64_t elements = global(array) ? array.binding.elements : array.buffer->elements;
  if (point.index < 0 || point.index > elements - point.lanes) {
    faults_.report(point.place, Fault::bounds, [&] {
      return fmt::format("{} is out of bounds: there are {} elements; bound the index", where(point, what), elements);
    });
    return false;
  }
  if (point.group < 0 || point.group >= std::ssize(group_epochs_)) {
    faults_.report(point.place, Fault::bounds, [&] {
      return fmt::format("{} is one to work-group {} of a cluster of {}; bound the rank", where(point, what),
                         point.group, group_epochs_.size());
    });
    return false;
  }
  if (point.index % point.alignment != 0) {
    faults_.report(point.place, Fault::alignment, [&] {
      return fmt::format("{} is misaligned: it claims a multiple of {}; claim less", where(point, what),
                         point.alignment);
    });
    return false;
  }
  return true;
}

void InterpreterMemory::load(const AccessPoint& point, Lane* out) {
  BoundArray& array = arrays_[point.buffer];
  const ScalarKind kind = array.buffer->element;
  if (!sound(point, "load from")) {
    std::fill_n(out, point.lanes, nothing(kind));
    return;
  }
  if (!global(array)) return load_local(point, array, out);
  const std::int64_t size = size_of(*array.buffer);
  for (int l = 0; l < point.lanes; ++l) {
    const std::byte* address = array.binding.data + (point.index + l) * size;
    out[l] = converts(*array.buffer) ? read_converted(*array.buffer, address) : read_scalar(kind, address);
  }
  report_.loads += point.lanes;
}

void InterpreterMemory::store(const AccessPoint& point, const Lane* in) {
  BoundArray& array = arrays_[point.buffer];
  if (!sound(point, "store to")) return;
  if (!global(array)) return store_local(point, array, in);
  const ScalarKind kind = array.buffer->element;
  const std::int64_t size = size_of(*array.buffer);
  for (int l = 0; l < point.lanes; ++l) {
    std::byte* address = array.binding.data + (point.index + l) * size;
    if (converts(*array.buffer)) {
      const double value = kind == ScalarKind::f64 ? in[l].d : static_cast<double>(in[l].f);
      store_number(array.buffer->storage, precision_of(*array.buffer), value, address);
    } else {
      write_scalar(kind, in[l], address);
    }
  }
  report_.stores += point.lanes;
}

/// The registers of all work-items follow one another, and so do the arrays of all work-groups.
InterpreterMemory::Element& InterpreterMemory::element_of(const AccessPoint& point, BoundArray& array, int lane) {
  const std::int64_t owner = array.buffer->space == Space::registers ? point.item : point.group;
  return array.elements[static_cast<std::size_t>(owner * array.buffer->elements + point.index + lane)];
}

bool InterpreterMemory::is_unordered(std::int64_t epoch, int other, int item) const {
  if (other == item) return false;
  const int group = item / threads_;
  return epoch >= (other / threads_ == group ? group_epochs_[static_cast<std::size_t>(group)] : cluster_epoch_);
}

void InterpreterMemory::load_local(const AccessPoint& point, BoundArray& array, Lane* out) {
  for (int l = 0; l < point.lanes; ++l) {
    Element& element = element_of(point, array, l);
    if (element.written < group_epoch_) {
      faults_.report(point.place, Fault::uninitialised, [&] {
        return fmt::format("{} reads element {}, which nobody has written in this group; write it first",
                           where(point, "load from"), point.index + l);
      });
      out[l] = nothing(array.buffer->element);
    } else {
      out[l] = element.value;
    }
    if (is_unordered(element.written, element.writer, point.item)) {
      race(point, point.index + l, element.writer, "writes what the first reads");
    }
    if (element.read < group_epochs_[static_cast<std::size_t>(point.item / threads_)]) {
      element.read = epoch_;
      element.reader = point.item;
      element.other_reader = -1;
    } else if (element.reader != point.item) {
      element.other_reader = point.item;
    }
  }
}

/// A race is reported, and the store still happens: without it, later reads would be reported as further faults.
void InterpreterMemory::store_local(const AccessPoint& point, BoundArray& array, const Lane* in) {
  for (int l = 0; l < point.lanes; ++l) {
    Element& element = element_of(point, array, l);
    if (is_unordered(element.written, element.writer, point.item)) {
      race(point, point.index + l, element.writer, "writes it too");
    }
    for (const int other : {element.reader, element.other_reader}) {
      if (other < 0 || element.read == 0 || !is_unordered(element.read, other, point.item)) continue;
      race(point, point.index + l, other, "reads what the first writes");
      break;
    }
    element.value = in[l];
    element.written = epoch_;
    element.writer = point.item;
  }
}

void InterpreterMemory::race(const AccessPoint& point, std::int64_t index, int other, std::string_view what) {
  faults_.report(point.place, Fault::race, [&] {
    const int group = point.item / threads_;
    const bool same = other / threads_ == group;
    const std::string both =
        same ? fmt::format("work-items {} and {} of group {}", point.item % threads_, other % threads_, group_ + group)
             : fmt::format("{} and {}", name_of(point.item), name_of(other));
    return fmt::format(
        "race on {}[{}]: {} touch it between two barriers, and the second {}; put a barrier{} between them",
        arrays_[point.buffer].buffer->name, index, both, what, same ? "" : " of the cluster");
  });
}

}  // namespace papilio::ir::interpreter
