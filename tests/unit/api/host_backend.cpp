// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "unit/api/host_backend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <papilio/error.hpp>

#include "runtime/binary.hpp"
#include "runtime/choose.hpp"
#include "runtime/copies.hpp"
#include "runtime/device_info.hpp"
#include "runtime/open_devices.hpp"
#include "support/ptx_machine.hpp"
#include "support/ptx_program.hpp"

namespace papilio::test::host {
namespace {

std::atomic<int> compiled = 0;

class HostMemory final : public runtime::Memory {
 public:
  explicit HostMemory(std::size_t bytes) : bytes_(bytes) {}
  [[nodiscard]] std::size_t size() const override { return bytes_.size(); }
  [[nodiscard]] std::byte* data() const { return bytes_.data(); }

 private:
  mutable std::vector<std::byte> bytes_;  // kernels write through the const handles of Argument
};

const HostMemory& own(const runtime::Memory& memory) {
  const auto* own = dynamic_cast<const HostMemory*>(&memory);
  if (own == nullptr) throw Error::invalid_argument("buffer", "it belongs to another backend than the stream");
  return *own;
}

class HostProgram final : public runtime::Program {
 public:
  explicit HostProgram(std::string text) : text_(std::move(text)) {}

  void launch(const runtime::Launch& launch) const {
    PtxLaunch run;
    run.shared_bytes = launch.local_memory;
    run.blocks = launch.groups;
    for (const runtime::Argument& argument : launch.arguments) {
      if (const auto* number = std::get_if<std::int64_t>(&argument)) {
        run.scalars.push_back(*number);
      } else {
        const HostMemory& memory = own(*std::get<const runtime::Memory*>(argument));
        run.buffers.push_back({memory.data(), static_cast<std::int64_t>(memory.size())});
      }
    }
    const PtxReport report = run_ptx(text_, run);
    if (!report.ok()) throw Error::device_failed("launching a kernel", report.faults.front());
  }

 private:
  std::string text_;
};

class HostEvent final : public runtime::Event {
 public:
  void wait() const override {}
  [[nodiscard]] double seconds_since(const runtime::Event& earlier) const override {
    return std::chrono::duration<double>(time_ - dynamic_cast<const HostEvent&>(earlier).time_).count();
  }

 private:
  std::chrono::steady_clock::time_point time_ = std::chrono::steady_clock::now();
};

/// Every command is finished when its call returns.
class HostStream final : public runtime::Stream {
 public:
  explicit HostStream(std::shared_ptr<const runtime::Device> device) : device_(std::move(device)) {}

  void launch(const runtime::Launch& launch) override {
    if (launch.groups > 0) static_cast<const HostProgram*>(launch.program)->launch(launch);
  }
  void write(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) override {
    runtime::check_copy(to, offset, from, bytes);
    if (bytes > 0) std::memcpy(own(to).data() + offset, from, bytes);
  }
  void read(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) override {
    runtime::check_copy(from, offset, to, bytes);
    if (bytes > 0) std::memcpy(to, own(from).data() + offset, bytes);
  }
  void write_async(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) override {
    write(to, offset, from, bytes);
  }
  void read_async(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) override {
    read(from, offset, to, bytes);
  }
  void copy_part(const runtime::Memory& from, runtime::Memory& to, std::size_t bytes,
                 const runtime::CopyPlaces& places) override {
    runtime::check_range(from, places.from, bytes);
    runtime::check_range(to, places.to, bytes);
    std::copy_n(own(from).data() + places.from, bytes, own(to).data() + places.to);
  }
  void clear(const runtime::Memory& memory, std::size_t offset, std::size_t bytes) override {
    runtime::check_range(memory, offset, bytes);
    std::fill_n(own(memory).data() + offset, bytes, std::byte{0});
  }
  void synchronize() override {}
  void on_completion(std::function<void()> done) override { done(); }
  std::unique_ptr<runtime::Event> record() override { return std::make_unique<HostEvent>(); }
  void wait_for(const runtime::Event& /*event*/) override {}

 private:
  std::shared_ptr<const runtime::Device> device_;
};

struct Found {
  std::string id;
};

DeviceCaps host_caps() {
  DeviceCaps caps = gpu_preset();
  caps.name = "host memory and an interpreter of PTX";
  caps.architecture = 75;  // for the emitter of PTX
  return caps;
}

class HostDevice final : public runtime::Device, public std::enable_shared_from_this<HostDevice> {
 public:
  explicit HostDevice(const Found& found) : caps_(host_caps()), info_(info_of(found)) {}

  static DeviceInfo info_of(const Found& found) {
    const DeviceCaps caps = host_caps();
    DeviceInfo info{.id = found.id, .name = caps.name, .platform = "host", .driver = "1", .kind = DeviceKind::other};
    runtime::set_limits(info, caps);
    return info;
  }

  [[nodiscard]] const DeviceInfo& info() const override { return info_; }
  [[nodiscard]] const DeviceCaps& caps() const override { return caps_; }
  [[nodiscard]] Dialect dialect() const override { return Dialect::ptx; }
  [[nodiscard]] std::string compiler_identity(Dialect /*dialect*/) const override {
    return fmt::format("host|{}", info_.driver);
  }
  std::vector<std::byte> compile(const Source& source, const std::string& entry) override {
    if (source.dialect != Dialect::ptx) runtime::throw_wrong_dialect(info_, source.dialect);
    ++compiled;
    std::string why;
    try {
      if (ptx::parse(source.bytes).name != entry) why = "the source has no kernel of this name";
    } catch (const Error& error) {
      why = error.what();
    }
    if (!why.empty()) runtime::throw_build_failed(info_, entry, why, {});
    return runtime::seal(std::as_bytes(std::span(source.bytes)));
  }
  std::unique_ptr<runtime::Program> load(std::span<const std::byte> binary, const std::string& /*entry*/) override {
    const std::span<const std::byte> text = runtime::unseal(binary);
    if (text.empty()) return nullptr;
    return std::make_unique<HostProgram>(std::string(reinterpret_cast<const char*>(text.data()), text.size()));
  }
  std::shared_ptr<runtime::Memory> allocate(std::size_t bytes) override {
    if (static_cast<std::int64_t>(bytes) > caps_.max_allocation) {
      throw Error::out_of_memory(fmt::format("allocating {} bytes on {}", bytes, info_.id),
                                 fmt::format("the device takes {} bytes at once", caps_.max_allocation));
    }
    return std::make_shared<HostMemory>(bytes);
  }
  std::shared_ptr<runtime::Stream> make_stream() override { return std::make_shared<HostStream>(shared_from_this()); }

 private:
  DeviceCaps caps_;
  DeviceInfo info_;
};

std::vector<Found> enumerate() { return {{"host:0"}}; }

runtime::OpenDevices<std::string, HostDevice>& open_devices() {
  static auto* const instance = new runtime::OpenDevices<std::string, HostDevice>;
  return *instance;
}

}  // namespace

DeviceList list_devices() {
  DeviceList list;
  for (const Found& found : enumerate()) list.devices.push_back(HostDevice::info_of(found));
  return list;
}

std::shared_ptr<runtime::Device> open_device(std::string_view id) {
  const std::vector<Found> all = enumerate();
  const Found& found = runtime::choose(all, id, {});
  return open_devices().get(found.id, [&] { return std::make_shared<HostDevice>(found); });
}

int compilations() { return compiled; }

}  // namespace papilio::test::host
