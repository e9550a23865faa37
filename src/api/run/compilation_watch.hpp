// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Tells a command that kernels take long to compile, so that it can say why nothing happens.
#pragma once

#include <string>
#include <thread>

#include "runtime/device.hpp"

namespace papilio::api {

/// The folder that keeps the device's compiled kernels for later processes; empty: none.
std::string kernel_folder(const runtime::Device& device);

/// Gets kernel_folder(), in a thread of its own.
using TellOfCompilation = void (*)(const std::string& folder);

/// Has `tell` called once in this process, when kernels have been compiled for a second in all. Call it before any plan
/// is made.
void on_slow_compilation(TellOfCompilation tell);

/// In scope while a kernel is compiled or loaded.
class CompilationWatch {
 public:
  explicit CompilationWatch(const runtime::Device& device);
  CompilationWatch(const CompilationWatch&) = delete;
  CompilationWatch& operator=(const CompilationWatch&) = delete;
  ~CompilationWatch();

 private:
  std::jthread thread_;  ///< ends with the scope; none where nobody is told
};

}  // namespace papilio::api
