// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// cold_soak FOLDER [PLANS]: makes, executes and destroys PLANS plans of different problems with empty caches (below
// FOLDER, which it empties), then the same ones once more. Fails if a kernel takes more mappings than PoCL needs for it
// (docs/adr/0038), or if kernels that the process has had take any. Exit code 77: no device, skipped.
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <papilio/papilio.hpp>

#include "device/fixture.hpp"
#include "device/resident.hpp"

namespace papilio::test {
namespace {

/// A shared object has a header, code, constants, relocated and other data; glibc may take a mapping for its memory.
constexpr double mappings_of_kernel = 5.5;

struct Usage {
  std::int64_t mappings = 0;
  double mebibytes = 0;
};

Usage usage() {
  Usage now;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) ++now.mappings;
  now.mebibytes = static_cast<double>(resident_bytes()) / (1 << 20);
  return now;
}

/// Small ones of all kinds, because each takes a compiler's time; no two have a kernel in common.
Problem problem(int i) {
  constexpr std::array forms = {"c2c:f32:{}", "c2c:f64:{}:inverse", "r2c:f32:{}", "c2r:f64:{}",
                                "c2c:f64:{}", "c2c:f32:{}:inverse", "r2c:f64:{}", "c2r:f32:{}"};
  return Problem::parse(fmt::format(fmt::runtime(forms[i % forms.size()]), 3 + i / static_cast<int>(forms.size())));
}

void plan_and_execute(const Device& device, int i) {
  const Plan plan(device, problem(i));
  const Stream stream(device);
  const Buffer in(device, static_cast<std::size_t>(plan.problem().input_elements()) * 16);
  const Buffer out(device, static_cast<std::size_t>(plan.problem().output_elements()) * 16);
  plan.execute(stream, in, out);
  stream.synchronize();
}

/// Both caches below the folder, empty.
void use_empty_caches(const std::filesystem::path& folder) {
  const std::filesystem::path caches = folder / "cold-soak";
  std::filesystem::remove_all(caches);
  std::filesystem::create_directories(caches / "pocl");
  setenv("POCL_CACHE_DIR", (caches / "pocl").c_str(), 1);
  setenv("PAPILIO_CACHE_DIR", (caches / "papilio").c_str(), 1);
}

int soak(int plans) {
  std::string why;
  const Device device = open_test_device(why);
  if (!device) {
    fmt::print("cold_soak: skipped, {}\n", why);
    return 77;
  }
  plan_and_execute(device, plans);  // the compiler and its library
  const Usage before = usage();
  const auto begin = std::chrono::steady_clock::now();
  const auto pass = [&](const char* what) {
    for (int i = 0; i < plans; ++i) plan_and_execute(device, i);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    const Usage now = usage();
    fmt::print("{}: {} plans after {:.1f} s, {} mappings (+{}), {:.0f} MiB resident (+{:.0f})\n", what, plans,
               taken.count(), now.mappings, now.mappings - before.mappings, now.mebibytes,
               now.mebibytes - before.mebibytes);
    return now;
  };
  const Usage cold = pass("cold");
  const Usage warm = pass("again");
  const auto most = static_cast<std::int64_t>(mappings_of_kernel * plans) + 64;
  const bool few = cold.mappings - before.mappings <= most;
  const bool steady = warm.mappings - cold.mappings <= 64;
  if (!few) fmt::print("cold_soak: more than {} mappings for {} kernels\n", most, plans);
  if (!steady) fmt::print("cold_soak: mappings grow though no kernel is new\n");
  return few && steady ? 0 : 1;
}

}  // namespace
}  // namespace papilio::test

int main(int argc, char** argv) try {
  if (argc < 2) {
    fmt::print(stderr, "usage: cold_soak FOLDER [PLANS]\n");
    return 2;
  }
  papilio::test::use_empty_caches(argv[1]);
  return papilio::test::soak(argc > 2 ? std::atoi(argv[2]) : 100);
} catch (const std::exception& error) {
  fmt::print(stderr, "cold_soak: {}\n", error.what());
  return 1;
}
