// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// NVML's counter of a GPU's energy. Its few functions are declared here, after NVIDIA's "NVML API Reference Guide".
#include <fmt/format.h>

#include <array>
#include <papilio/error.hpp>

#include "bench/energy.hpp"
#include "bench/peers/foreign_library.hpp"

namespace papilio::bench {
namespace {

using nvmlDevice_t = void*;
constexpr int nvml_success = 0;

[[noreturn]] void unavailable(const std::string& why) { throw Error::unsupported("energy", why); }

class NvmlCounter final : public EnergyCounter {
 public:
  explicit NvmlCounter(const DeviceInfo& device)
      : library_({"energy", "PAPILIO_NVML_LIBRARY", {"libnvidia-ml.so.1"}, "install NVIDIA's driver"}) {
    library_.look_up(init_, "nvmlInit_v2");
    library_.look_up(shutdown_, "nvmlShutdown");
    library_.look_up(count_of_, "nvmlDeviceGetCount_v2");
    library_.look_up(by_index_, "nvmlDeviceGetHandleByIndex_v2");
    library_.look_up(by_bus_, "nvmlDeviceGetHandleByPciBusId_v2");
    library_.look_up(name_of_, "nvmlDeviceGetName");
    library_.look_up(energy_, "nvmlDeviceGetTotalEnergyConsumption");
    if (const int status = init_(); status != nvml_success) unavailable(fmt::format("nvmlInit returned {}", status));
    find(device);
    unsigned long long millijoules = 0;
    if (const int status = energy_(handle_, &millijoules); status != nvml_success) {
      unavailable(
          fmt::format("nvmlDeviceGetTotalEnergyConsumption returned {}: this GPU does not count its energy", status));
    }
  }
  ~NvmlCounter() override { shutdown_(); }

  [[nodiscard]] std::string source() const override { return "NVML"; }
  [[nodiscard]] std::optional<double> joules() override {
    unsigned long long millijoules = 0;
    if (energy_(handle_, &millijoules) != nvml_success) return std::nullopt;
    return 1e-3 * static_cast<double>(millijoules);
  }

 private:
  /// Found by its address on the bus, because CUDA and NVML may number GPUs differently; else, if there is only one
  /// GPU, by name.
  void find(const DeviceInfo& device) {
    if (device.backend == Backend::cuda) {
      const std::string bus = cuda_bus_id(device.id);
      if (!bus.empty() && by_bus_(bus.c_str(), &handle_) == nvml_success) return;
    }
    unsigned count = 0;
    std::array<char, 128> name{};
    if (count_of_(&count) == nvml_success && count == 1 && by_index_(0, &handle_) == nvml_success &&
        name_of_(handle_, name.data(), name.size()) == nvml_success && device.name == name.data()) {
      return;
    }
    unavailable(fmt::format("NVML does not know {} {}", device.id, device.name));
  }

  /// "0000:1B:00.0" for "cuda:0"; empty if the driver does not report it.
  static std::string cuda_bus_id(const std::string& id) {
    const ForeignLibrary cuda({"energy", "PAPILIO_CUDA_LIBRARY", {"libcuda.so.1"}, "install NVIDIA's driver"});
    int (*get)(int*, int) = nullptr;
    int (*bus_of)(char*, int, int) = nullptr;
    if (!cuda.find(get, "cuDeviceGet") || !cuda.find(bus_of, "cuDeviceGetPCIBusId")) return {};
    int device = 0;
    std::array<char, 32> bus{};
    const int ordinal = std::stoi(id.substr(id.find(':') + 1));
    if (get(&device, ordinal) != 0 || bus_of(bus.data(), static_cast<int>(bus.size()), device) != 0) return {};
    return bus.data();
  }

  ForeignLibrary library_;
  int (*init_)() = nullptr;
  int (*shutdown_)() = nullptr;
  int (*count_of_)(unsigned*) = nullptr;
  int (*by_index_)(unsigned, nvmlDevice_t*) = nullptr;
  int (*by_bus_)(const char*, nvmlDevice_t*) = nullptr;
  int (*name_of_)(nvmlDevice_t, char*, unsigned) = nullptr;
  int (*energy_)(nvmlDevice_t, unsigned long long*) = nullptr;
  nvmlDevice_t handle_ = nullptr;
};

}  // namespace

std::unique_ptr<EnergyCounter> make_nvml_counter(const DeviceInfo& device) {
  return std::make_unique<NvmlCounter>(device);
}

}  // namespace papilio::bench
