// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Streams: an in-order command queue.
#pragma once

#include "backend/opencl/device.hpp"

namespace papilio::backend::opencl {

class ClStream final : public runtime::Stream {
 public:
  ClStream(std::shared_ptr<const ClDevice> device, ClQueueHandle queue);

  void launch(const runtime::Launch& launch) override;
  void write(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) override;
  void read(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) override;
  void write_async(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) override;
  void read_async(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) override;
  void copy_part(const runtime::Memory& from, runtime::Memory& to, std::size_t bytes,
                 const runtime::CopyPlaces& places) override;
  void clear(const runtime::Memory& memory, std::size_t offset, std::size_t bytes) override;
  void synchronize() override;
  void return_to_host(const runtime::Memory& shared) override;
  void on_completion(std::function<void()> done) override;
  std::unique_ptr<runtime::Event> record() override;
  void wait_for(const runtime::Event& event) override;
  void submit() override;

 private:
  void enqueue_write(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes, cl_bool blocking);
  void enqueue_read(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes, cl_bool blocking);
  void submit_copy();
  [[nodiscard]] ClEventHandle marker();
  /// A minimal command with profiling times. Not a marker: Intel's driver reports its time of submission, NVIDIA's
  /// reports 0.
  [[nodiscard]] ClEventHandle tick();

  std::shared_ptr<const ClDevice> device_;
  ClQueueHandle queue_;
  bool has_clock_;         ///< the queue was made with profiling
  ClMemoryHandle ticked_;  ///< target of tick(); none without a clock
};

}  // namespace papilio::backend::opencl
