// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "engine.hpp"

#include <dlfcn.h>
#include <link.h>

#include <atomic>
#include <climits>
#include <string>

#include "library.hpp"
#include "runtime/environment.hpp"

namespace papilio::fftw3 {

namespace {

std::atomic<bool> is_open = false;
std::atomic<bool> left_to_parent = false;

/// The folder of this library, with a slash at the end: the engine's is beside it. It is what the dynamic linker noted
/// when it loaded the library, so chdir() does not matter. dlopen("$ORIGIN/...") would be the folder of a sanitizer's
/// library, which calls dlopen() in our place.
std::string own_folder() {
  Dl_info info{};
  void* map = nullptr;
  char folder[PATH_MAX] = {};
  if (dladdr1(reinterpret_cast<const void*>(&library), &info, &map, RTLD_DL_LINKMAP) == 0) return {};
  if (map == nullptr || dlinfo(map, RTLD_DI_ORIGIN, folder) != 0) return {};
  return std::string(folder) + "/";
}

Engine* open_engine(const char* device, const char** why) {
  const std::string path = own_folder() + "libpapilio-fftw3-engine.so";
  void* const opened = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  // POSIX defines the conversion of an object pointer from dlsym() to a function pointer.
  const auto open = opened == nullptr ? nullptr : reinterpret_cast<OpenEngine>(dlsym(opened, open_engine_name));
  if (open != nullptr) return open(device, why);
  *why = dlerror();
  return nullptr;
}

}  // namespace

const Opened<Engine>::Opening& Engine::opened() {
  static auto* const engine = new Opened<Engine>;
  return engine->get([](Opened<Engine>::Opening& result) {
    const char* const chosen = runtime::environment_variable("PAPILIO_FFTW_DEVICE");
    is_open = true;
    const char* why = nullptr;
    result.object.reset(open_engine(chosen != nullptr && *chosen != '\0' ? chosen : "auto", &why));
    if (result.object == nullptr) result.why_not = why != nullptr ? why : "the engine cannot be opened";
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

}  // namespace papilio::fftw3
