// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "device_engine.hpp"

#include <memory>
#include <new>
#include <papilio/opencl.hpp>
#include <utility>

#include "program.hpp"

namespace papilio::fftw3 {

const char* kept(std::string text) noexcept {
  thread_local std::string last;
  last = std::move(text);
  return last.c_str();
}

bool DeviceEngine::in_memory() const noexcept { return opencl::shares_host_memory(device_); }

StepProgram* DeviceEngine::make_program(const Transform& transform) noexcept {
  try {
    return new DeviceProgram(*this, transform);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

namespace {

Engine* open_engine(const char* device, const char** why) noexcept {
  std::unique_ptr<Engine> engine;
  *why = why_not_of([&] { engine = std::make_unique<DeviceEngine>(device); });
  return engine.release();
}

}  // namespace

}  // namespace papilio::fftw3

extern "C" __attribute__((visibility("default"))) papilio::fftw3::Engine* papilio_fftw3_open_engine(const char* device,
                                                                                                    const char** why) {
  return papilio::fftw3::open_engine(device, why);
}
