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

class Library : public runtime::DriverLibrary<LoaderSymbols> {
 public:
  /// Opens the first of `names` that loads, and makes an instance; never throws for a missing library or driver.
  explicit Library(std::span<const std::string> names);

  [[nodiscard]] VkInstance instance() const { return instance_; }
  [[nodiscard]] const Symbols& vk() const { return vk_; }
  /// The functions of another instance; the name of one that is missing, or null.
  const char* load(VkInstance instance, Symbols& table) const;

 private:
  void make_instance();

  VkInstance instance_ = nullptr;
  Symbols vk_;
};

/// The library of this process, opened at the first call and never closed, because drivers keep threads and exit
/// handlers that must not outlive their code. Immutable once made.
const Library& default_library();

}  // namespace papilio::backend::vulkan
