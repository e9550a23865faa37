// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One OpenCL device, its context, one in-order queue and two buffers.
#pragma once

#include <CL/cl.h>

#include <memory>
#include <string>
#include <type_traits>

#include "bench/arena.hpp"

namespace papilio::bench {

/// Throws Error(out_of_memory) or Error(device_failed), naming `what` and the status.
void check_cl(cl_int status, const char* what);

struct ClRelease {
  void operator()(cl_context handle) const { clReleaseContext(handle); }
  void operator()(cl_command_queue handle) const { clReleaseCommandQueue(handle); }
  void operator()(cl_mem handle) const { clReleaseMemObject(handle); }
};
template <typename Handle>
using ClHandle = std::unique_ptr<std::remove_pointer_t<Handle>, ClRelease>;

class OpenClArena : public Arena {
 public:
  /// id: Papilio's for the device, "opencl:N", where N counts all devices of all platforms. Throws Error(no_device).
  explicit OpenClArena(const std::string& id);

  void resize(std::size_t bytes) override;
  void upload(std::span<const std::byte> input) override;
  void poison() override;
  void finish() override;
  void download(std::size_t offset, std::span<std::byte> to) override;

  [[nodiscard]] cl_context context() const { return context_.get(); }
  [[nodiscard]] cl_device_id device() const { return device_; }
  [[nodiscard]] cl_command_queue queue() const { return queue_.get(); }
  [[nodiscard]] cl_mem input() const { return input_.get(); }
  [[nodiscard]] cl_mem output() const { return output_.get(); }
  [[nodiscard]] ClHandle<cl_mem> allocate(std::size_t bytes) const;

 private:
  cl_device_id device_ = nullptr;
  ClHandle<cl_context> context_;
  ClHandle<cl_command_queue> queue_;
  ClHandle<cl_mem> input_;
  ClHandle<cl_mem> output_;
  std::size_t bytes_ = 0;
};

}  // namespace papilio::bench
