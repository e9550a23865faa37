// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "functions/cuda_on_host.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace papilio::test {
namespace {

constexpr const char* words_of_cuda = R"(
#include <barrier>
#include <cmath>
#include <cstring>
#include <fstream>
#include <thread>
#include <vector>
#define __host__
#define __device__
#define __global__
#define __forceinline__ inline
#define __launch_bounds__(threads)
#define __align__(n) __attribute__((aligned(n)))
#define __shared__ static
struct float2 { float x, y; };
struct double2 { double x, y; };
static float2 make_float2(float x, float y) { return {x, y}; }
static double2 make_double2(double x, double y) { return {x, y}; }
static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }
static float __int_as_float(int bits) { float x; std::memcpy(&x, &bits, 4); return x; }
thread_local struct { int x; } threadIdx;
static std::barrier<>* meeting;
static void __syncthreads() { meeting->arrive_and_wait(); }
)";

/// {0}: threads, {1}: the type of real numbers.
constexpr const char* main_program = R"(
int main() {{
  std::vector<std::vector<char>> buffers;
  for (int i = 0; i < 5; ++i) {{
    std::ifstream file("b" + std::to_string(i), std::ios::binary);
    buffers.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }}
  const auto at = [&](int i) {{ return ({1}*)buffers[i].data(); }};
  std::barrier<> all({0});
  meeting = &all;
  std::vector<std::thread> threads;
  for (int t = 0; t < {0}; ++t) {{
    threads.emplace_back([&, t] {{
      threadIdx.x = t;
      chain(at(0), at(1), at(2), at(3), (int*)buffers[4].data());
    }});
  }}
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < 5; ++i)
    std::ofstream("b" + std::to_string(i), std::ios::binary).write(buffers[i].data(), (long)buffers[i].size());
}}
)";

}  // namespace

std::string run_cuda_on_host(const std::string& source, int threads, const std::string& real,
                             std::span<std::vector<std::byte>> buffers) {
  namespace fs = std::filesystem;
  std::string folder = (fs::temp_directory_path() / "papilio-cuda-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return "no temporary folder";
  const auto path = [&](std::size_t i) { return fmt::format("{}/b{}", folder, i); };
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    std::ofstream(path(i), std::ios::binary)
        .write(reinterpret_cast<const char*>(buffers[i].data()), std::ssize(buffers[i]));
  }
  std::ofstream(folder + "/chain.cpp") << words_of_cuda << source
                                       << fmt::format(fmt::runtime(main_program), threads, real);
  const std::string command = fmt::format(
      "cd {} && c++ -std=c++20 -O0 -w -ffp-contract=off -pthread chain.cpp -o chain > log 2>&1 && ./chain", folder);
  const bool ran = std::system(command.c_str()) == 0;
  std::string why;
  if (!ran) {
    std::ifstream log(folder + "/log");
    why.assign(std::istreambuf_iterator<char>(log), std::istreambuf_iterator<char>());
    why = "the kernel does not compile or run: " + why;
  }
  for (std::size_t i = 0; ran && i < buffers.size(); ++i)
    std::ifstream(path(i), std::ios::binary).read(reinterpret_cast<char*>(buffers[i].data()), std::ssize(buffers[i]));
  fs::remove_all(folder);
  return why;
}

}  // namespace papilio::test
