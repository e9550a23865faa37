// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The Vulkan loader of this machine and an instance of it, if there are any.
//
//   PAPILIO_VULKAN_LIBRARY=FILE   is opened instead of libvulkan.so.1
#pragma once

#include <span>
#include <string>

#include "backend/vulkan/symbols.hpp"
#include "runtime/driver_library.hpp"

namespace papilio::backend::vulkan {

class VulkanLibrary : public runtime::DriverLibrary<LoaderSymbols> {
 public:
  /// Opens the first of `names` that loads, and makes an instance; never throws for a missing library or driver.
  explicit VulkanLibrary(std::span<const std::string> names);

  [[nodiscard]] VkInstance instance() const { return instance_; }
  [[nodiscard]] const VulkanSymbols& vk() const { return vk_; }
  /// The functions of another instance; the name of one that is missing, or null.
  const char* load(VkInstance instance, VulkanSymbols& table) const;

 private:
  void make_instance();

  VkInstance instance_ = nullptr;
  VulkanSymbols vk_;
};

/// The library of this process, opened at the first call and never closed, because drivers keep threads and exit
/// handlers that must not outlive their code. Immutable once made.
const VulkanLibrary& default_library();

}  // namespace papilio::backend::vulkan
