// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A class of a ragged batch on a device: its program and its tables.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "plan/ragged_classes.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

/// One line: real operations of a class, and the bytes that its kernel reads and writes of data and tables.
std::string describe_class(const RaggedProblem& problem, const plan::RaggedClass& own, std::size_t table_bytes);
/// The bytes of a class's tables of chirps and rows.
std::size_t table_bytes_of(const RaggedProblem& problem, const plan::RaggedClass& own);

class RaggedLaunch {
 public:
  /// Compiles the kernel and uploads its tables.
  RaggedLaunch(runtime::Device& device, const RaggedProblem& problem, const plan::RaggedClass& own);
  void enqueue(runtime::Stream& stream, const runtime::Memory& in, const runtime::Memory& out) const;
  /// The same at other places: offsets of all transforms in device memory, null where they stay. Enqueues the kernel
  /// that writes them to a table of its own.
  [[nodiscard]] RaggedLaunch at(runtime::Device& device, runtime::Stream& stream, const runtime::Memory* in_offsets,
                                const runtime::Memory* out_offsets) const;
  /// One line.
  [[nodiscard]] const std::string& describe() const { return text_; }
  [[nodiscard]] std::size_t device_bytes() const;

 private:
  RaggedSpec spec_;
  std::int64_t transforms_ = 0;  ///< of all fields
  std::int64_t fields_ = 1;
  std::int64_t in_distance_ = 0;
  std::int64_t out_distance_ = 0;
  std::int64_t in_stride_ = 1;
  std::int64_t out_stride_ = 1;
  std::int64_t max_groups_ = 0;  ///< 0: a work-group for each tile
  std::int64_t local_memory_ = 0;
  std::string text_;
  std::shared_ptr<runtime::Program> program_;
  std::vector<std::shared_ptr<runtime::Memory>> tables_;  ///< in the order of the kernel's parameters, rows last
  std::shared_ptr<runtime::Memory> limits_;               ///< of places
};

}  // namespace papilio::api
