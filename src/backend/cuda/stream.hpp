// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Streams: Papilio's own, or one of the caller's, which is then registered with the device (CallerStreams). While the
// caller captures it into a graph, launches and device copies are recorded; calls that wait or need a time are refused.
#pragma once

#include "backend/cuda/completions.hpp"
#include "backend/cuda/device.hpp"

namespace papilio::backend::cuda {

class CuStream final : public runtime::Stream, public std::enable_shared_from_this<CuStream> {
 public:
  CuStream(std::shared_ptr<const CuDevice> device, CuStreamHandle stream);
  ~CuStream() override;
  CuStream(const CuStream&) = delete;
  CuStream& operator=(const CuStream&) = delete;

  void launch(const runtime::Launch& launch) override;
  void write(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) override;
  void read(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) override;
  void write_async(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) override;
  void read_async(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) override;
  void copy_part(const runtime::Memory& from, runtime::Memory& to, std::size_t bytes,
                 const runtime::CopyPlaces& places) override;
  void clear(const runtime::Memory& memory, std::size_t offset, std::size_t bytes) override;
  void synchronize() override;
  void on_completion(std::function<void()> done) override;
  std::unique_ptr<runtime::Event> record() override;
  void wait_for(const runtime::Event& event) override;
  std::shared_ptr<runtime::Memory> temporary(std::size_t bytes) override;
  [[nodiscard]] bool capturing() const override;

  [[nodiscard]] CUstream native() const { return stream_.get(); }

 private:
  [[nodiscard]] const Context& context() const { return *device_->context(); }
  [[nodiscard]] const CuSymbols& cuda() const { return device_->cuda(); }
  /// True for a wrapped stream other than the default stream.
  [[nodiscard]] bool is_callers() const { return !stream_.owned() && stream_.get() != nullptr; }
  void require_no_capture(const char* what) const;
  /// As check(), but if the context is lost, calls the stream's waiting completion callbacks first.
  void check_status(CUresult status, const char* what);
  /// Waits for a copy that has just been enqueued.
  void finish(const char* what);

  std::shared_ptr<const CuDevice> device_;
  CuStreamHandle stream_;
  std::shared_ptr<Completions> completions_;
};

}  // namespace papilio::backend::cuda
