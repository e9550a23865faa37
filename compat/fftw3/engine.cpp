// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "engine.hpp"

#include <atomic>
#include <papilio/opencl.hpp>

#include "runtime/environment.hpp"

namespace papilio::fftw3 {

namespace {

std::atomic<bool> is_open = false;
std::atomic<bool> left_to_parent = false;

}  // namespace

const Opened<Engine>::Opening& Engine::opened() {
  static auto* const engine = new Opened<Engine>;
  return engine->get([](Opened<Engine>::Opening& result) {
    const char* chosen = runtime::environment_variable("PAPILIO_FFTW_DEVICE");
    is_open = true;
    result.object.reset(new Engine(Device(chosen != nullptr && *chosen != '\0' ? chosen : "auto")));
  });
}

Engine* Engine::get() { return is_left_to_parent() ? nullptr : opened().object.get(); }

std::string Engine::why_not() {
  if (!is_left_to_parent()) return opened().why_not;
  return "a parent of this process had used the device, and drivers do not survive fork(): fork() before the first use "
         "of a device, or start a program with exec()";
}

void Engine::leave_to_parent() {
  if (is_open) left_to_parent = true;
}

bool Engine::is_left_to_parent() { return left_to_parent.load(std::memory_order_relaxed); }

bool Engine::in_memory() const { return opencl::shares_host_memory(device_); }

}  // namespace papilio::fftw3
