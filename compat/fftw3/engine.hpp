// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Engine: the device that Papilio's plans run on, and the programs that run there. It is in a library of its own,
// libpapilio-fftw3-engine.so, which the first plan that may go to Papilio opens: a process whose plans FFTW computes
// loads neither Papilio nor the C++ run time. Those who call it have a C++ run time of their own, so no exception and
// no string passes between the two: what fails returns why, else null. Such texts are valid until the thread's next
// call.
#pragma once

#include <stdexcept>
#include <string>

#include "opened.hpp"
#include "transform.hpp"

namespace papilio::fftw3 {

/// A transform, ready to be executed by Papilio on any arrays, from any thread.
class StepProgram {
 public:
  StepProgram() = default;
  StepProgram(const StepProgram&) = delete;
  StepProgram& operator=(const StepProgram&) = delete;
  virtual ~StepProgram() = default;

  /// Plans and compiles for arrays that lie as these; execute() would do it otherwise. Throws std::runtime_error.
  void prepare(const PlanArrays& arrays) { require(try_prepare(arrays)); }
  /// Computes the transform and returns when it is done. Throws std::runtime_error.
  void execute(const PlanArrays& arrays) { require(try_execute(arrays)); }
  /// The plans of Papilio that have been made, as S-expressions.
  [[nodiscard]] virtual const char* describe() noexcept = 0;

 private:
  static void require(const char* why) {
    if (why != nullptr) throw std::runtime_error(why);
  }
  virtual const char* try_prepare(const PlanArrays& arrays) noexcept = 0;
  virtual const char* try_execute(const PlanArrays& arrays) noexcept = 0;
};

class Engine {
 public:
  /// Returns null without a device; why_not() then says why. PAPILIO_FFTW_DEVICE selects one ("opencl:0"); by default
  /// "auto".
  static Engine* get();
  static std::string why_not();
  /// To be called in a child of fork(): a device that its parent opened cannot be used there.
  static void leave_to_parent();
  static bool is_left_to_parent();

  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  /// The device's, "opencl:0".
  [[nodiscard]] virtual const char* id() const noexcept = 0;
  /// Papilio computes in the program's arrays. Otherwise they are copied to the device and back.
  [[nodiscard]] virtual bool in_memory() const noexcept = 0;
  /// The caller deletes it. Null where memory is exhausted.
  [[nodiscard]] virtual StepProgram* make_program(const Transform& transform) noexcept = 0;

 private:
  static const Opened<Engine>::Opening& opened();
};

/// The function that the engine's library exports: opens the device, once. Returns an Engine that is never deleted, or
/// null and why.
using OpenEngine = Engine* (*)(const char* device, const char** why);
inline constexpr const char* open_engine_name = "papilio_fftw3_open_engine";

}  // namespace papilio::fftw3
