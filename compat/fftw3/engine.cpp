// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "engine.hpp"

#include <cstdlib>
#include <exception>

namespace papilio::fftw3 {

/// Never closed: plans may be executed until the program's last destructor.
struct EngineOpened {
  std::unique_ptr<Engine> engine;
  std::string why_not;

  EngineOpened() {
    const char* chosen = std::getenv("PAPILIO_FFTW_DEVICE");
    try {
      engine.reset(new Engine(Device(chosen != nullptr && *chosen != '\0' ? chosen : "auto")));
    } catch (const std::exception& error) {
      why_not = error.what();
    }
  }
  static const EngineOpened& get() {
    static const auto* const opened = new EngineOpened;
    return *opened;
  }
};

Engine* Engine::get() { return EngineOpened::get().engine.get(); }
const std::string& Engine::why_not() { return EngineOpened::get().why_not; }

Engine::Engine(const Device& device) : device_(device), buffers_(HostBuffers::make(device.info())) {}

Engine::Lease::Lease(Engine& engine) : engine_(engine) {
  {
    const std::lock_guard lock(engine_.mutex_);
    if (!engine_.idle_.empty()) {
      stream_ = engine_.idle_.back();
      engine_.idle_.pop_back();
    }
  }
  if (!stream_) stream_ = Stream(engine_.device());
}

Engine::Lease::~Lease() {
  const std::lock_guard lock(engine_.mutex_);
  engine_.idle_.push_back(stream_);
}

}  // namespace papilio::fftw3
