// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/cuda/stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <typeinfo>

#include "backend/cuda/program.hpp"
#include "backend/cuda/status.hpp"
#include "runtime/copies.hpp"

namespace papilio::backend::cuda {
namespace {

/// As check(), but if the context is lost, calls the waiting completion callbacks of the stream first.
void check_in(const CuSymbols& cuda, Completions& completions, CUresult status, const char* what) {
  if (means_lost(status)) completions.call_all();
  check(cuda, status, what);
}

/// It does not keep the stream alive: a caller's stream may be destroyed earlier.
class CuEvent final : public runtime::Event {
 public:
  CuEvent(std::shared_ptr<const Context> context, std::shared_ptr<Completions> completions, CuEventHandle event)
      : context_(std::move(context)), completions_(std::move(completions)), event_(std::move(event)) {}
  void wait() const override {
    const ContextGuard guard(*context_);
    synchronize();
  }
  [[nodiscard]] double seconds_since(const runtime::Event& earlier) const override;
  [[nodiscard]] CUevent native() const { return event_.get(); }

 private:
  /// The context must be current.
  void synchronize() const {
    check_in(context_->cuda(), *completions_, context_->cuda().cuEventSynchronize(native()), "waiting for an event");
  }

  std::shared_ptr<const Context> context_;
  std::shared_ptr<Completions> completions_;
  CuEventHandle event_;
};

const CuEvent& own(const runtime::Event& event) {
  const auto* own = dynamic_cast<const CuEvent*>(&event);
  if (own != nullptr) return *own;
  throw Error::invalid_argument("event", "it belongs to another backend than the stream", "use one of a CUDA stream");
}

double CuEvent::seconds_since(const runtime::Event& earlier) const {
  const CuEvent& begin = own(earlier);
  begin.wait();
  const ContextGuard guard(*context_);
  synchronize();
  float milliseconds = 0;
  check(context_->cuda(), context_->cuda().cuEventElapsedTime(&milliseconds, begin.native(), native()),
        "taking the time between two events");
  return static_cast<double>(milliseconds) * 1e-3;
}

/// Memory from the device's pool, returned to it in stream order.
class TemporaryMemory final : public CuMemory {
 public:
  /// The device must have a pool and its context must be current.
  TemporaryMemory(const std::shared_ptr<const CuDevice>& device, std::shared_ptr<const CuStream> stream,
                  std::size_t bytes)
      : CuMemory(device, CuMemoryHandle::borrowed(take(*device, stream->native(), bytes)), bytes),
        stream_(std::move(stream)) {}
  ~TemporaryMemory() override {
    try {
      dispose(device().context(), [stream = std::move(stream_), address = native()](const CuSymbols& cuda) {
        cuda.cuMemFreeAsync(address, stream->native());
      });
    } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch)
      // No host memory for the request. The device memory stays allocated until the pool is destroyed.
    }
  }
  TemporaryMemory(const TemporaryMemory&) = delete;
  TemporaryMemory& operator=(const TemporaryMemory&) = delete;

 private:
  static CUdeviceptr take(const CuDevice& device, CUstream stream, std::size_t bytes) {
    CUdeviceptr address = 0;
    device.check_allocation(
        device.cuda().cuMemAllocFromPoolAsync(&address, std::max<std::size_t>(bytes, 1), device.pool(), stream), bytes);
    return address;
  }

  std::shared_ptr<const CuStream> stream_;
};

/// The data of a stream's callback.
struct Ticket {
  std::shared_ptr<Completions> completions;
  std::uint64_t number = 0;
};

void call_back(void* data) noexcept {
  const CallbackScope scope;  // outlives the function and its captures
  const std::unique_ptr<Ticket> ticket(static_cast<Ticket*>(data));
  const Completions::Done done = ticket->completions->take(ticket->number);
  if (done) done();
}

}  // namespace

CuStream::CuStream(std::shared_ptr<const CuDevice> device, CuStreamHandle stream)
    : device_(std::move(device)), stream_(std::move(stream)), completions_(std::make_shared<Completions>()) {
  if (is_callers()) device_->caller_streams().add(stream_.get());
}

CuStream::~CuStream() {
  if (is_callers()) device_->caller_streams().remove(stream_.get());
}

bool CuStream::capturing() const {
  const ContextGuard guard(context());
  return is_captured(cuda(), stream_.get());
}

void CuStream::require_no_capture(const char* what) const {
  if (!capturing()) return;
  throw Error::invalid_argument(fmt::format("{} on a stream that is captured", what), "a graph cannot hold it",
                                "do it before the capture begins or after it ends");
}

void CuStream::check_status(CUresult status, const char* what) { check_in(cuda(), *completions_, status, what); }

void CuStream::launch(const runtime::Launch& launch) {
  if (launch.program == nullptr || launch.threads < 1 || launch.groups < 0) {
    throw Error::internal("launch", "no program, or a negative size");
  }
  if (typeid(*launch.program) != typeid(CuProgram)) {
    throw Error::invalid_argument("stream", "it belongs to another backend than the plan");
  }
  if (launch.groups == 0) return;  // CUDA rejects an empty grid
  const CurrentContext current(context());
  static_cast<const CuProgram*>(launch.program)->launch(context(), stream_.get(), launch);
}

void CuStream::write_async(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) {
  runtime::check_copy(to, offset, from, bytes);
  const CUdeviceptr target = address_in(context(), &to) + offset;
  if (bytes == 0) return;
  require_no_capture("copying to the device");
  dispose_deferred();
  const ContextGuard guard(context());
  check_status(cuda().cuMemcpyHtoDAsync_v2(target, from, bytes, stream_.get()), "copying to the device");
}

void CuStream::read_async(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) {
  runtime::check_copy(from, offset, to, bytes);
  const CUdeviceptr source = address_in(context(), &from) + offset;
  if (bytes == 0) return;
  require_no_capture("copying from the device");
  dispose_deferred();
  const ContextGuard guard(context());
  check_status(cuda().cuMemcpyDtoHAsync_v2(to, source, bytes, stream_.get()), "copying from the device");
}

void CuStream::finish(const char* what) {
  const ContextGuard guard(context());
  check_status(cuda().cuStreamSynchronize(stream_.get()), what);
}

void CuStream::write(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) {
  write_async(to, offset, from, bytes);
  if (bytes > 0) finish("copying to the device");
}

void CuStream::read(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) {
  read_async(from, offset, to, bytes);
  if (bytes > 0) finish("copying from the device");
}

void CuStream::copy_part(const runtime::Memory& from, runtime::Memory& to, std::size_t bytes,
                         const runtime::CopyPlaces& places) {
  runtime::check_range(from, places.from, bytes);
  runtime::check_range(to, places.to, bytes);
  const CUdeviceptr source = address_in(context(), &from) + places.from;
  const CUdeviceptr target = address_in(context(), &to) + places.to;
  if (bytes == 0 || source == target) return;
  const ContextGuard guard(context());
  check_status(cuda().cuMemcpyDtoDAsync_v2(target, source, bytes, stream_.get()), "copying on the device");
}

void CuStream::clear(const runtime::Memory& memory, std::size_t offset, std::size_t bytes) {
  runtime::check_range(memory, offset, bytes);
  const CUdeviceptr target = address_in(context(), &memory) + offset;
  if (bytes == 0) return;
  const CurrentContext current(context());
  check_status(cuda().cuMemsetD8Async(target, 0, bytes, stream_.get()), "clearing memory of the device");
}

std::shared_ptr<runtime::Memory> CuStream::temporary(std::size_t bytes) {
  const ContextGuard guard(context());
  if (device_->pool() == nullptr) return nullptr;
  return std::make_shared<TemporaryMemory>(device_, shared_from_this(), bytes);
}

void CuStream::synchronize() {
  require_no_capture("waiting");
  {
    const ContextGuard guard(context());
    check_status(cuda().cuStreamSynchronize(stream_.get()), "waiting for the stream");
  }
  dispose_deferred();  // callbacks of this stream have run by now
}

void CuStream::on_completion(std::function<void()> done) {
  require_no_capture("a completion callback");
  const ContextGuard guard(context());
  auto ticket = std::make_unique<Ticket>();
  ticket->completions = completions_;
  ticket->number = completions_->add(std::move(done));
  const CUresult status = cuda().cuLaunchHostFunc(stream_.get(), call_back, ticket.get());
  if (status != CUDA_SUCCESS) {
    completions_->take(ticket->number);
    check(cuda(), status, "asking for a completion callback");
  }
  static_cast<void>(ticket.release());  // call_back() owns it from here on
}

std::unique_ptr<runtime::Event> CuStream::record() {
  require_no_capture("recording an event");
  const ContextGuard guard(context());
  CUevent native = nullptr;
  check(cuda(), cuda().cuEventCreate(&native, CU_EVENT_DEFAULT), "making an event");
  CuEventHandle handle(device_->context(), native);  // before what may find no memory
  auto event = std::make_unique<CuEvent>(device_->context(), completions_, std::move(handle));
  check(cuda(), cuda().cuEventRecord(native, stream_.get()), "recording an event");
  return event;
}

void CuStream::wait_for(const runtime::Event& event) {
  const CUevent native = own(event).native();
  require_no_capture("waiting for an event");
  const ContextGuard guard(context());
  check_status(cuda().cuStreamWaitEvent(stream_.get(), native, 0), "making a stream wait for an event");
}

}  // namespace papilio::backend::cuda
