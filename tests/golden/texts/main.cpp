// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// kernel_texts FILE…: plans every problem of the suite files for the presets of a CPU, a GPU and an H200 and prints a
// hash of each kernel's text in every dialect. Kernel names are left out, so that a refactor that renames a field of
// KernelSpec still prints the same. Run it before and after, and compare the two lists. With KERNEL_TEXTS_PTX=FOLDER it
// also writes each distinct PTX text to FOLDER/HASH.ptx, for ptxas.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <papilio/error.hpp>
#include <string>

#include "bench/suite.hpp"
#include "core/device_caps.hpp"
#include "core/hash.hpp"
#include "emit/emit.hpp"
#include "kernel/fused_kernel.hpp"
#include "plan/convolution.hpp"
#include "plan/plan.hpp"

namespace papilio {
namespace {

constexpr std::int64_t gpu_bytes = std::int64_t{512} << 20;

std::string without_name(std::string text, const std::string& name) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at))
    text.replace(at, name.size(), "K");
  return text;
}

std::string operand_text(const plan::Operand& operand) {
  return fmt::format("{}+{}*{}", plan::to_string(operand.slot), operand.offset, operand.distance);
}

/// "-" if the dialect cannot express it: clusters and fused launches in OpenCL.
std::string text_hash(const ir::Module& module, Dialect dialect) {
  std::string text;
  try {
    text = without_name(emit::emit(module, dialect).bytes, module.name);
  } catch (const Error&) {
    return "-";
  }
  std::string hash = hash_hex(text).substr(0, 16);
  const char* folder = std::getenv("KERNEL_TEXTS_PTX");
  if (folder != nullptr && dialect == Dialect::ptx) std::ofstream(fmt::format("{}/{}.ptx", folder, hash)) << text;
  return hash;
}

void print_plan(const bench::Work& work, const DeviceCaps& caps) {
  const plan::PlanNode plan = work.convolution() != nullptr ? plan::plan_convolution(*work.convolution(), caps).tree
                                                            : plan::make_plan(*work.transform(), caps);
  const auto print_kernel = [&](const Kernel& kernel) {
    const ir::Module module = kernel::build_kernel(kernel);
    fmt::print(" {}", text_hash(module, Dialect::opencl));
    if (caps.device_class == DeviceClass::gpu) fmt::print(" {}", text_hash(module, Dialect::cuda));
    if (caps.device_class == DeviceClass::gpu) fmt::print(" {}", text_hash(module, Dialect::ptx));
  };
  for (const plan::PassLaunch& launch : plan.launches()) {
    for (const plan::Pass* pass : {launch.pass, launch.second}) {
      if (pass == nullptr) continue;
      fmt::print("{} | {} | {} {} {} |", work.token(), caps.name, operand_text(pass->source),
                 operand_text(pass->target), pass->batch);
      print_kernel(pass->kernel);
      fmt::print("\n");
    }
    if (launch.second == nullptr) continue;
    fmt::print("  both |");
    print_kernel(launch.kernel());
    fmt::print("\n");
  }
}

void print_suite(const std::string& path) {
  for (const DeviceCaps& caps : {cpu_preset(), gpu_preset(), h200_preset()}) {
    for (const bench::Work& work : bench::load_suite(path, gpu_bytes).problems) {
      try {
        print_plan(work, caps);
      } catch (const std::exception& error) {
        fmt::print("{} | {} | {}\n", work.token(), caps.name, error.what());
      }
    }
  }
}

}  // namespace
}  // namespace papilio

int main(int count, char** arguments) {
  try {
    for (int i = 1; i < count; ++i) papilio::print_suite(arguments[i]);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "kernel_texts: {}\n", error.what());
    return 1;
  }
}
