// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/backends.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <papilio/error.hpp>
#include <string>
#include <vector>

#include "api/self_test.hpp"
#include "backend/cuda/backend.hpp"
#include "backend/opencl/backend.hpp"
#include "backend/vulkan/backend.hpp"
#include "core/nearest.hpp"
#include "runtime/compile_cache.hpp"
#include "runtime/environment.hpp"

namespace papilio::api {
namespace {

constexpr BackendEntry all_backends[] = {
    {"cuda", backend::cuda::list_devices, backend::cuda::open_device},
    {"vulkan", backend::vulkan::list_devices, backend::vulkan::open_device, backend::vulkan::integrated_gpus},
    {"opencl", backend::opencl::list_devices, backend::opencl::open_device},
};

/// The order in which "auto" tries devices: GPUs first, CUDA, Vulkan and OpenCL among them, of Vulkan's those with
/// memory of their own. OpenCL's kernels for CPUs are faster than those of Vulkan, which are written for GPUs.
int rank_of(const DeviceInfo& info, bool integrated) {
  if (info.kind == DeviceKind::other) return 5;
  if (info.kind == DeviceKind::gpu) return info.backend == Backend::opencl ? 2 : integrated ? 1 : 0;
  return info.backend == Backend::vulkan ? 4 : 3;
}

/// Opens the device, and tests it if its driver needs a test.
std::shared_ptr<runtime::Device> open_tested(const BackendEntry& backend, std::string_view id) {
  std::shared_ptr<runtime::Device> device = backend.open(id);
  require_correct(device);
  return device;
}

/// A note without its advice, which follows the first semicolon outside parentheses.
std::string cause_in(const std::string& note) {
  std::size_t end = 0;
  for (int depth = 0; end < note.size() && (depth > 0 || note[end] != ';'); ++end)
    depth += note[end] == '(' ? 1 : note[end] == ')' ? -1 : 0;
  const std::string cause = note.substr(0, end);
  return cause.substr(0, cause.find(" (cannot open shared object file: No such file or directory"));
}

/// Why several backends have no device. Errors have 400 characters for it.
Error no_device(std::string_view selector, const std::vector<std::string>& notes) {
  constexpr std::size_t most = 360;
  std::string why;
  std::size_t told = 0;
  for (; told < notes.size(); ++told) {
    const std::string cause = cause_in(notes[told]);
    if (why.size() + cause.size() > most) break;
    why += (why.empty() ? "" : ", ") + cause;
  }
  if (told < notes.size()) why += fmt::format("{}{} more", why.empty() ? "" : " and ", notes.size() - told);
  return Error::no_device(fmt::format("device '{}'", selector), why,
                          "install pocl-opencl-icd to use the processor, or the driver of your GPU; `papilio devices` "
                          "says more");
}

/// The best device that opens: a GPU may refuse (exclusive mode, no memory left).
std::shared_ptr<runtime::Device> open_best(std::string_view selector, std::span<const BackendEntry> among) {
  struct Candidate {
    int rank;
    std::string id;
    const BackendEntry* backend;
  };
  std::vector<Candidate> candidates;
  std::vector<std::string> notes;
  for (const BackendEntry& backend : among) {
    const DeviceList list = backend.list();
    notes.insert(notes.end(), list.notes.begin(), list.notes.end());
    const std::vector<std::string> integrated =
        backend.integrated != nullptr ? backend.integrated() : std::vector<std::string>();
    for (const DeviceInfo& info : list.devices) {
      const bool shares = std::ranges::find(integrated, info.id) != integrated.end();
      candidates.push_back({rank_of(info, shares), info.id, &backend});
    }
  }
  std::ranges::stable_sort(candidates, {}, &Candidate::rank);
  for (const Candidate& candidate : candidates) {
    try {
      return open_tested(*candidate.backend, candidate.id);
    } catch (const Error& error) {
      notes.emplace_back(error.what());
    }
  }
  if (among.size() > 1) throw no_device(selector, notes);
  throw Error::no_device(fmt::format("device '{}'", selector), fmt::format("{}", fmt::join(notes, "; ")));
}

/// `what` begins the message of an error: where the selector comes from.
std::shared_ptr<runtime::Device> open_selected(std::string_view selector, const std::string& what,
                                               std::span<const BackendEntry> among) {
  std::string names;
  std::vector<std::string_view> known{"auto"};
  for (const BackendEntry& backend : among) {
    if (selector == backend.name) return open_best(selector, {&backend, 1});
    if (selector.starts_with(fmt::format("{}:", backend.name))) return open_tested(backend, selector);
    names += fmt::format(" '{}',", backend.name);
    known.push_back(backend.name);
  }
  const std::string_view meant = nearest_name(selector.substr(0, selector.find(':')), known);
  const std::string guess = meant.empty() ? "" : fmt::format("did you mean '{}'? ", meant);
  throw Error::no_device(what, "this build has no backend of this name",
                         fmt::format("{}use 'auto' for the first GPU, else a CPU;{} or an id such as '{}:0'", guess,
                                     names, among.front().name));
}

}  // namespace

std::span<const BackendEntry> backends() { return all_backends; }

DeviceList list_devices(std::span<const BackendEntry> among) {
  DeviceList all;
  for (const BackendEntry& backend : among) {
    DeviceList list = backend.list();
    std::ranges::move(list.devices, std::back_inserter(all.devices));
    std::ranges::move(list.notes, std::back_inserter(all.notes));
  }
  std::ranges::move(runtime::CacheConfig::from_environment().notes, std::back_inserter(all.notes));
  return all;
}

std::shared_ptr<runtime::Device> open_device(std::string_view selector, std::span<const BackendEntry> among) {
  if (selector != "auto") return open_selected(selector, fmt::format("device '{}'", selector), among);
  const char* const variable = runtime::environment_variable("PAPILIO_DEVICE");
  const std::string_view chosen = variable == nullptr ? "" : variable;
  if (chosen.empty() || chosen == "auto") return open_best(selector, among);
  return open_selected(chosen, fmt::format("PAPILIO_DEVICE={}", chosen), among);
}

}  // namespace papilio::api
