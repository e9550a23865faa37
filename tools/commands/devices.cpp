// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio devices: usable devices, and drivers that were not found.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <papilio/device.hpp>
#include <papilio/error.hpp>
#include <string>
#include <vector>

#include "api/kernel_pack.hpp"
#include "core/presentable.hpp"
#include "core/units_text.hpp"
#include "runtime/compile_cache.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/json_text.hpp"

namespace papilio::tool {
namespace {

struct DevicesOptions {
  bool json = false;
};

void warn_of(const std::string& note) {
  if (!note.empty()) std::fputs(fmt::format("papilio: {}\n", presentable(note)).c_str(), stderr);
}

std::string size_text(std::int64_t bytes) {
  constexpr std::int64_t kib = 1024;
  if (bytes >= kib * kib * kib) {
    return fmt::format("{:.1f} GiB", static_cast<double>(bytes) / static_cast<double>(kib * kib * kib));
  }
  return bytes >= kib * kib ? fmt::format("{} MiB", bytes / (kib * kib)) : fmt::format("{} KiB", bytes / kib);
}

/// The id of the device that "auto" opens; empty if there is none. Says on stderr if a kernel pack is for another one.
std::string id_of_auto() {
  try {
    const Device device("auto");
    warn_of(api::foreign_pack(device));
    return device.info().id;
  } catch (const Error&) {
    return {};
  }
}

void print_text(const DeviceList& list) {
  const std::string chosen = list.devices.empty() ? "" : id_of_auto();
  for (const DeviceInfo& device : list.devices) {
    fmt::print("{}  {}{}\n", device.id, presentable(device.name), device.id == chosen ? "  (auto)" : "");
    fmt::print("    {}, {}, {} of memory, {} of local memory, {}\n", to_string(device.kind),
               units_text(device.compute_units), size_text(device.global_memory), size_text(device.local_memory),
               device.f64 ? "f32 and f64" : "f32");
    fmt::print("    {}, driver {}\n", presentable(device.platform), presentable(device.driver));
  }
  for (const std::string& note : list.notes) {
    fmt::print("note: {}\n", presentable(note));
  }
}

void print_json(const DeviceList& list) {
  nlohmann::ordered_json root = {{"devices", nlohmann::ordered_json::array()}, {"notes", list.notes}};
  for (const DeviceInfo& device : list.devices) {
    root["devices"].push_back({{"id", device.id},
                               {"name", device.name},
                               {"backend", to_string(device.backend)},
                               {"kind", to_string(device.kind)},
                               {"platform", device.platform},
                               {"driver", device.driver},
                               {"compute_units", device.compute_units},
                               {"global_memory", device.global_memory},
                               {"local_memory", device.local_memory},
                               {"max_allocation", device.max_allocation},
                               {"f64", device.f64}});
  }
  const std::string chosen = list.devices.empty() ? "" : id_of_auto();
  root["auto"] = chosen.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(chosen);
  fmt::print("{}\n", json_text(root));
}

void run(const DevicesOptions& options) {
  const DeviceList list = list_devices();
  options.json ? print_json(list) : print_text(list);
  if (list.devices.empty()) {
    throw Error::no_device("devices", "none found", "install a driver, or pocl-opencl-icd for the processor itself");
  }
}

}  // namespace

void add_devices(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("devices", "List usable devices, and drivers that were not found");
  const auto options = std::make_shared<DevicesOptions>();
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options] { run(*options); });
}

void tell_cache_notes() {
  static std::vector<std::string> told;
  for (const std::string& note : runtime::CacheConfig::from_environment().notes) {
    if (std::ranges::find(told, note) != told.end()) continue;
    warn_of(note);
    told.push_back(note);
  }
}

}  // namespace papilio::tool
