// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/cuda/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <papilio/error.hpp>
#include <string_view>

#include "backend/cuda/compiler.hpp"
#include "backend/cuda/linker.hpp"
#include "backend/cuda/program.hpp"
#include "backend/cuda/status.hpp"
#include "backend/cuda/stream.hpp"
#include "runtime/binary.hpp"
#include "runtime/compiler_identity.hpp"
#include "runtime/environment.hpp"

namespace papilio::backend::cuda {
namespace {

std::string remembered_as(int architecture) { return fmt::format("sm_{}", architecture); }

/// A memory pool of Papilio's own, because the device's default pool belongs to the program. The memory that the pool
/// retains when streams synchronise makes the next execution cheap; it is limited to a sixteenth of the device's
/// memory. No stream waits for another one's memory.
CUmemoryPool make_pool(const CuSymbols& cuda, CUdevice device, std::int64_t global_memory) {
  int supported = 0;
  if (cuda.cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, device) != CUDA_SUCCESS ||
      supported == 0) {
    return nullptr;
  }
  CUmemPoolProps properties{};
  properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.locationType = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.locationId = device;
  CUmemoryPool pool = nullptr;
  if (cuda.cuMemPoolCreate(&pool, &properties) != CUDA_SUCCESS) return nullptr;
  auto kept = static_cast<std::uint64_t>(global_memory) / 16;
  cuda.cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &kept);
  int no = 0;
  cuda.cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES, &no);
  return pool;
}

}  // namespace

CuDevice::CuDevice(const CuLibrary& library, const CuListEntry& found, std::shared_ptr<const Context> context)
    : context_(std::move(context)),
      driver_version_(library.version()),
      caps_(device_caps(library.symbols(), found.device)),
      info_(device_info(library, found, caps_)) {}

// The last handle may be released in a stream's callback, where the context must not be released.
CuDevice::~CuDevice() { dispose(std::move(context_), {}); }

bool CuDevice::launches_early() const {
  // If another context or process gets a time slice between two kernels, the second kernel does not wait for the first
  // (docs/adr/0026). So launches overlap only when the user states that nobody else uses the GPU.
  const char* alone = runtime::environment_variable("PAPILIO_CUDA_ALONE");
  if (alone == nullptr || std::string_view(alone) != "1") return false;
  constexpr int least_driver = 12030;  // first version whose graphs have programmatic edges
  return caps_.architecture >= 90 && driver_version_ >= least_driver && cuda().cuLaunchKernelEx != nullptr;
}

std::string CuDevice::compiler_identity(Dialect dialect) const {
  if (dialect == Dialect::ptx) return linker_identity(caps_.architecture, driver_version_);
  const NvrtcLibrary& nvrtc = default_nvrtc();
  if (nvrtc) return cuda::compiler_identity(nvrtc, caps_.architecture, driver_version_);
  return runtime::remembered_identity(remembered_as(caps_.architecture)).value_or("cuda|none");
}

std::vector<std::byte> CuDevice::compile(const Source& source, const std::string& entry) {
  if (source.dialect == Dialect::ptx) return runtime::seal(link_image(*context_, info_, source.bytes, entry));
  if (source.dialect != Dialect::cuda) runtime::throw_wrong_dialect(info_, source.dialect);
  const std::vector<std::byte> image = compile_image(default_nvrtc(), info_, caps_.architecture, source.bytes, entry);
  runtime::remember_identity(remembered_as(caps_.architecture), compiler_identity(source.dialect));
  return runtime::seal(image);
}

std::unique_ptr<runtime::Program> CuDevice::load(std::span<const std::byte> binary, const std::string& entry) {
  return load_program(shared_from_this(), binary, entry);
}

std::shared_ptr<runtime::Memory> CuDevice::allocate(std::size_t bytes) {
  dispose_deferred();
  const ContextGuard guard(*context_);
  CUdeviceptr address = 0;
  // CUDA has no allocations of 0 bytes, but an empty transform may still need a handle.
  const std::size_t wanted = std::max<std::size_t>(bytes, 1);
  CUresult status = cuda().cuMemAlloc_v2(&address, wanted);
  if (status == CUDA_ERROR_OUT_OF_MEMORY && has_pool_) {
    cuda().cuMemPoolTrimTo(pool_.get(), 0);  // unused scratch in the pool may make the difference
    status = cuda().cuMemAlloc_v2(&address, wanted);
  }
  check_allocation(status, bytes);
  return std::make_shared<CuMemory>(shared_from_this(), CuMemoryHandle(context_, address), bytes);
}

namespace {

/// Pinned memory of the host.
class PinnedMemory final : public CuMemory {
 public:
  /// The device has it at the host's address ("Unified Virtual Address Space").
  PinnedMemory(std::shared_ptr<const CuDevice> device, CuHostMemoryHandle memory, std::size_t bytes)
      : CuMemory(std::move(device),
                 CuMemoryHandle::borrowed(reinterpret_cast<CUdeviceptr>(memory.get())),  // NOLINT(*-reinterpret-cast)
                 bytes),
        memory_(std::move(memory)) {}

 private:
  CuHostMemoryHandle memory_;
};

}  // namespace

runtime::HostVisible CuDevice::allocate_visible(std::size_t bytes) {
  dispose_deferred();
  const ContextGuard guard(*context_);
  void* host = nullptr;
  const CUresult status = cuda().cuMemHostAlloc(&host, bytes, 0);
  if (status == CUDA_ERROR_OUT_OF_MEMORY) return {};  // systems limit pinned memory
  check(cuda(), status, "allocating memory of the host");
  CuHostMemoryHandle memory(context_, host);
  std::memset(host, 0, bytes);
  return {std::make_shared<PinnedMemory>(shared_from_this(), std::move(memory), bytes), static_cast<std::byte*>(host)};
}

void CuDevice::check_allocation(CUresult status, std::size_t bytes) const {
  if (status == CUDA_ERROR_OUT_OF_MEMORY) {
    std::size_t free = 0;
    std::size_t total = 0;
    if (cuda().cuMemGetInfo_v2(&free, &total) != CUDA_SUCCESS) total = static_cast<std::size_t>(caps_.global_memory);
    throw Error::out_of_memory(fmt::format("allocating {} bytes on {}", bytes, info_.id),
                               fmt::format("CUDA_ERROR_OUT_OF_MEMORY; {} of {} bytes are free", free, total),
                               "use a smaller batch or free buffers");
  }
  check(cuda(), status, "allocating memory");
}

CUmemoryPool CuDevice::pool() const {
  std::call_once(pool_once_, [this] {
    if (const CUmemoryPool made = make_pool(cuda(), context_->device(), caps_.global_memory); made != nullptr) {
      pool_ = CuPoolHandle(context_, made);
      has_pool_ = true;
    }
  });
  return pool_.get();
}

bool CuDevice::capturing() const {
  const ContextGuard guard(*context_);
  return is_captured(cuda(), nullptr) || caller_streams_.any_captured(cuda());
}

std::shared_ptr<runtime::Stream> CuDevice::make_stream() {
  const ContextGuard guard(*context_);
  CUstream stream = nullptr;
  // Non-blocking: it does not synchronise with the default stream, which other libraries of the process may use.
  check(cuda(), cuda().cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "making a stream");
  return std::make_shared<CuStream>(shared_from_this(), CuStreamHandle(context_, stream));
}

namespace {

/// Null for memory of another backend. Nearly all memory is exactly CuMemory; comparing types takes a tenth of the time
/// of a dynamic_cast.
const CuMemory* as_own(const runtime::Memory& memory) {
  if (typeid(memory) == typeid(CuMemory)) return static_cast<const CuMemory*>(&memory);
  return dynamic_cast<const CuMemory*>(&memory);
}

}  // namespace

bool CuMemory::overlaps(const runtime::Memory& other) const {
  const CuMemory* that = as_own(other);
  if (that == nullptr) return false;
  if (native() == that->native()) return true;
  return native() < that->native() + that->size() && that->native() < native() + size();
}

CUdeviceptr address_in(const Context& context, const runtime::Memory* memory) {
  if (memory == nullptr) throw Error::internal("kernel argument", "a buffer that is none");
  const CuMemory* own = as_own(*memory);
  if (own == nullptr) throw Error::invalid_argument("buffer", "it belongs to another backend than the stream");
  if (own->device().context()->get() != context.get()) {
    throw Error::invalid_argument(fmt::format("a buffer of {}", own->device().info().id),
                                  "it belongs to another device or context than the stream",
                                  "allocate it on the stream's own device");
  }
  return own->native();
}

}  // namespace papilio::backend::cuda
