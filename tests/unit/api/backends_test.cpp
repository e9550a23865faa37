// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The order in which "auto" tries devices, with backends whose devices all refuse: the error then names each in turn.
#include "api/backends.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <papilio/error.hpp>
#include <string>
#include <vector>

#include "runtime/device.hpp"

namespace papilio::api {
namespace {

using testing::ElementsAre;

DeviceInfo device(const char* id, Backend backend, DeviceKind kind) {
  DeviceInfo info;
  info.id = id;
  info.backend = backend;
  info.kind = kind;
  info.name = "one GPU";
  return info;
}

/// The same GPU by three drivers, an integrated one that its driver lists first, and the CPU by two.
const std::vector<BackendEntry> backends_here = {
    {"cuda",
     [] {
       return DeviceList{{device("cuda:0", Backend::cuda, DeviceKind::gpu)}, {}};
     },
     nullptr},
    {"vulkan",
     [] {
       return DeviceList{
           {device("vulkan:0", Backend::vulkan, DeviceKind::cpu), device("vulkan:1", Backend::vulkan, DeviceKind::gpu),
            device("vulkan:2", Backend::vulkan, DeviceKind::gpu)},
           {}};
     },
     nullptr, [] { return std::vector<std::string>{"vulkan:1"}; }},
    {"opencl",
     [] {
       return DeviceList{
           {device("opencl:0", Backend::opencl, DeviceKind::other),
            device("opencl:1", Backend::opencl, DeviceKind::cpu), device("opencl:2", Backend::opencl, DeviceKind::gpu)},
           {}};
     },
     nullptr}};

std::vector<BackendEntry> refusing() {
  std::vector<BackendEntry> result = backends_here;
  for (BackendEntry& backend : result) {
    backend.open = [](std::string_view id) -> std::shared_ptr<runtime::Device> {
      throw Error::device_failed("<" + std::string(id) + ">", "it refuses", "");
    };
  }
  return result;
}

/// The devices that were tried, in order.
std::vector<std::string> tried(std::string_view selector) {
  try {
    open_device(selector, refusing());
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::no_device);
    std::vector<std::string> ids;
    const std::string text = error.what();
    for (std::size_t begin = text.find('<'); begin != std::string::npos; begin = text.find('<', begin + 1))
      ids.push_back(text.substr(begin + 1, text.find('>', begin) - begin - 1));
    return ids;
  }
  return {};
}

TEST(Backends, AutoPrefersGpusAndCudaVulkanOpenClAmongThem) {
  EXPECT_THAT(tried("auto"),
              ElementsAre("cuda:0", "vulkan:2", "vulkan:1", "opencl:2", "opencl:1", "vulkan:0", "opencl:0"));
}

TEST(Backends, AVariableChoosesTheDeviceOfAuto) {
  ASSERT_EQ(::setenv("PAPILIO_DEVICE", "vulkan", 1), 0);
  EXPECT_THAT(tried("auto"), ElementsAre("vulkan:2", "vulkan:1", "vulkan:0"));
  EXPECT_THAT(tried("cuda"), ElementsAre("cuda:0"));
  ASSERT_EQ(::setenv("PAPILIO_DEVICE", "gpu", 1), 0);
  try {
    open_device("auto", refusing());
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::no_device);
    EXPECT_THAT(error.what(), testing::StartsWith("PAPILIO_DEVICE=gpu: "));
  }
  ASSERT_EQ(::setenv("PAPILIO_DEVICE", "auto", 1), 0);
  EXPECT_EQ(tried("auto").front(), "cuda:0");
  ASSERT_EQ(::unsetenv("PAPILIO_DEVICE"), 0);
}

TEST(Backends, ABackendsNameTriesItsDevicesOnly) {
  EXPECT_THAT(tried("vulkan"), ElementsAre("vulkan:2", "vulkan:1", "vulkan:0"));
}

TEST(Backends, AGpuIsListedOnceForEachOfItsDrivers) {
  std::vector<std::string> ids;
  for (const DeviceInfo& info : list_devices(backends_here).devices) ids.push_back(info.id);
  EXPECT_THAT(ids, ElementsAre("cuda:0", "vulkan:0", "vulkan:1", "vulkan:2", "opencl:0", "opencl:1", "opencl:2"));
}

}  // namespace
}  // namespace papilio::api
