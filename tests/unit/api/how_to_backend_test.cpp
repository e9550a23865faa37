// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// docs/how-to/add-a-backend.md, followed with a backend that exists only here (host_backend.hpp).
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <papilio/cache.hpp>
#include <papilio/error.hpp>
#include <papilio/plan.hpp>

#include "api/access.hpp"
#include "api/backends.hpp"
#include "api/kernel_pack.hpp"
#include "core/storage.hpp"
#include "runtime/kernel_pack.hpp"
#include "support/arrays.hpp"
#include "unit/api/host_backend.hpp"

namespace papilio {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

/// The line of the table in src/api/backends.cpp.
constexpr api::BackendEntry host_entry = {"host", test::host::list_devices, test::host::open_device};
const std::vector<api::BackendEntry> only_host = {host_entry};

Device open_host() { return api::HandleAccess::handle<Device>(api::open_device("host:0", only_host)); }

/// Executes on device buffers; the output is filled with NaN before, or holds the input where that is in place.
test::Numbers run(const Plan& plan, const test::Numbers& input) {
  const Problem& problem = plan.problem();
  const std::size_t width = bytes_of(Storage::native, problem.precision);
  const auto packed = [&](const test::Numbers& numbers) {
    std::vector<std::byte> bytes(numbers.size() * width);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      store_number(Storage::native, problem.precision, numbers[i], &bytes[i * width]);
    return bytes;
  };
  const Stream stream(plan.device());
  const std::vector<std::byte> in = packed(input);
  const Buffer from(plan.device(), in.size());
  stream.upload(from, in.data(), in.size());
  const bool in_place = problem.placement == Placement::in_place;
  std::vector<std::byte> out = in;
  Buffer to = from;
  if (!in_place) {
    const auto numbers = static_cast<std::size_t>(test::buffer_numbers(problem, test::End::output));
    out = packed(test::Numbers(numbers, std::numeric_limits<double>::quiet_NaN()));
    to = Buffer(plan.device(), out.size());
    stream.upload(to, out.data(), out.size());
  }
  Operands operands;
  operands.in = from;
  operands.out = to;
  plan.execute(stream, operands);
  stream.download(to, out.data(), out.size());
  test::Numbers output;
  for (std::size_t i = 0; i < out.size(); i += width)
    output.push_back(load_number(Storage::native, problem.precision, &out[i]));
  return output;
}

TEST(HowToBackend, OneLineOfTheTableListsItsDevices) {
  std::vector<api::BackendEntry> all(api::backends().begin(), api::backends().end());
  const std::size_t others = api::list_devices(all).devices.size();
  all.push_back(host_entry);
  const DeviceList list = api::list_devices(all);
  ASSERT_EQ(list.devices.size(), others + 1);
  EXPECT_EQ(list.devices.back().id, "host:0");
  EXPECT_EQ(list.devices.back().local_memory, gpu_preset().local_memory);
}

TEST(HowToBackend, SelectorsFindIt) {
  const auto device = api::open_device("host:0", only_host);
  EXPECT_EQ(api::open_device("host", only_host), device);
  EXPECT_EQ(api::open_device("auto", only_host), device);
  for (const char* selector : {"host:1", "cuda:0"}) {
    try {
      (void)api::open_device(selector, only_host);
      FAIL() << selector;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::no_device);
      EXPECT_THAT(error.what(), AllOf(HasSubstr(selector), HasSubstr("host")));
    }
  }
}

TEST(HowToBackend, TransformsAreCorrect) {
  const Device device = open_host();
  for (const char* token : {"c2c:f32:240*3", "c2c:f64:37*2:inverse:inplace", "r2c:f32:64*5", "c2r:f64:60*2",
                            "dct2:f32:48*3", "c2c:f32:12x10*2", "c2c:f32:4096:inverse:scale=1/n", "c2c:f32:1153"}) {
    const Plan plan(device, Problem::parse(token));
    SCOPED_TRACE(plan.describe());
    const test::Numbers input = test::random_input(plan.problem(), 1);
    EXPECT_THAT(test::faults_of_output(plan.problem(), input, run(plan, input)), IsEmpty());
  }
}

TEST(HowToBackend, CompiledKernelsAreFoundInTheCache) {
  const char* before = getenv("PAPILIO_CACHE_DIR");
  const std::string restored = before != nullptr ? before : "";
  std::string folder = (std::filesystem::temp_directory_path() / "papilio-host-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  setenv("PAPILIO_CACHE_DIR", folder.c_str(), 1);
  const auto compilations_of_a_plan = [] {
    const int compiled = test::host::compilations();
    const Plan plan(open_host(), Problem::parse("c2c:f32:96*7"));
    return test::host::compilations() - compiled;
  };
  EXPECT_EQ(compilations_of_a_plan(), 1);
  EXPECT_EQ(compilations_of_a_plan(), 0);
  before != nullptr ? setenv("PAPILIO_CACHE_DIR", restored.c_str(), 1) : unsetenv("PAPILIO_CACHE_DIR");
  std::filesystem::remove_all(folder);
}

TEST(HowToBackend, PackedKernelsAreFoundWithoutACache) {
  std::string folder = (std::filesystem::temp_directory_path() / "papilio-host-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const char* before = getenv("PAPILIO_CACHE_DIR");
  const std::string restored = before != nullptr ? before : "";
  const std::string pack = folder + "/kernels.pack";
  setenv("PAPILIO_CACHE_DIR", (folder + "/cache").c_str(), 1);
  const auto compilations_of_a_plan = [](const Device& device) {
    const int compiled = test::host::compilations();
    const Plan plan(device, Problem::parse("c2c:f32:96*5"));
    return test::host::compilations() - compiled;
  };
  {
    const Device device = open_host();
    EXPECT_EQ(compilations_of_a_plan(device), 1);
    std::ofstream(pack, std::ios::binary) << api::kernel_pack(device, {});
  }
  setenv("PAPILIO_CACHE_DIR", "/proc/nowhere", 1);  // where nothing can be written
  EXPECT_EQ(compilations_of_a_plan(open_host()), 1);
  setenv("PAPILIO_KERNEL_PACK", pack.c_str(), 1);
  EXPECT_EQ(compilations_of_a_plan(open_host()), 0);
  EXPECT_EQ(cache_state(open_host()).pack, pack);
  EXPECT_THAT(cache_state(open_host()).refused, IsEmpty());
  std::ofstream(pack, std::ios::binary) << runtime::KernelPack::bytes_of({});  // as of another version
  EXPECT_EQ(compilations_of_a_plan(open_host()), 1);
  EXPECT_THAT(cache_state(open_host()).refused,
              testing::ElementsAre(HasSubstr(pack + ": no kernel of it fits host:0")));
  unsetenv("PAPILIO_KERNEL_PACK");
  before != nullptr ? setenv("PAPILIO_CACHE_DIR", restored.c_str(), 1) : unsetenv("PAPILIO_CACHE_DIR");
  std::filesystem::remove_all(folder);
}

TEST(HowToBackend, OtherDialectsAreRefused) {
  const auto device = api::open_device("host", only_host);
  const auto code_of = [&](const Source& source) {
    try {
      device->compile(source, "k");
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode{0};
  };
  EXPECT_EQ(code_of({Dialect::opencl, "__kernel void k() {}"}), ErrorCode::internal);
  EXPECT_EQ(code_of({Dialect::ptx, "nonsense"}), ErrorCode::build_failed);
}

}  // namespace
}  // namespace papilio
