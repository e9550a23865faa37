// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "devices.hpp"

#include <pthread.h>

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <papilio/error.hpp>
#include <papilio/opencl.hpp>
#include <vector>

namespace papilio::python {
namespace {

std::atomic<bool> used{false};
std::atomic<bool> forked{false};
std::atomic<OpenDevice*> chosen{nullptr};

struct Registry {
  std::mutex mutex;
  std::vector<std::unique_ptr<OpenDevice>> devices;
};

Registry& registry() {
  static auto* const instance = new Registry;
  return *instance;
}

void note_use() {
  if (used.exchange(true)) return;
  pthread_atfork(nullptr, nullptr, [] { forked = true; });
}

}  // namespace

bool is_forked() { return forked.load(std::memory_order_relaxed); }

void require_not_forked() {
  if (!is_forked()) return;
  throw Error::device_failed("a transform in a forked process",
                             "its parent had used a device, and drivers do not survive fork()",
                             "start workers with multiprocessing.get_context(\"spawn\")");
}

OpenDevice& open_device(const std::string& selector) {
  require_not_forked();
  note_use();
  Device device(selector);
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  for (const auto& open : all.devices) {
    if (open->device.info().id == device.info().id) return *open;
  }
  auto open = std::make_unique<OpenDevice>();
  open->device = device;
  open->shares_memory = opencl::shares_host_memory(device);
  open->index = static_cast<int>(all.devices.size());
  all.devices.push_back(std::move(open));
  return *all.devices.back();
}

OpenDevice& open_cuda_device(int ordinal) {
  static std::array<std::atomic<OpenDevice*>, 64> known;
  require_not_forked();
  if (ordinal < 0 || ordinal >= static_cast<int>(known.size())) return open_device("cuda:" + std::to_string(ordinal));
  std::atomic<OpenDevice*>& device = known[static_cast<std::size_t>(ordinal)];
  if (OpenDevice* const found = device.load(std::memory_order_acquire)) return *found;
  OpenDevice& opened = open_device("cuda:" + std::to_string(ordinal));
  device.store(&opened, std::memory_order_release);
  return opened;
}

OpenDevice& current_device() {
  require_not_forked();
  if (OpenDevice* device = chosen.load(std::memory_order_acquire)) return *device;
  OpenDevice& device = open_device("auto");
  OpenDevice* none = nullptr;
  chosen.compare_exchange_strong(none, &device);
  return *chosen.load();
}

OpenDevice* set_current_device(OpenDevice* device) { return chosen.exchange(device); }

}  // namespace papilio::python
