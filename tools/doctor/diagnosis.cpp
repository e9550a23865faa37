// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/doctor/diagnosis.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/presentable.hpp"
#include "core/units_text.hpp"

namespace papilio::tool {
namespace {

using nlohmann::ordered_json;

std::string size_text(std::int64_t bytes) {
  const auto mib = static_cast<double>(bytes) / (1 << 20);
  return mib >= 1024 ? fmt::format("{:.1f} GiB", mib / 1024) : fmt::format("{:.1f} MiB", mib);
}

std::string shown(const std::string& text) { return presentable(without_home(text)); }

std::string as_lines(const SystemFacts& system) {
  std::string text =
      fmt::format("system       {}, {}\n", shown(system.name.empty() ? "unknown" : system.name), shown(system.kernel));
  text += fmt::format("processor    {}, {} processors, {} of memory\n",
                      shown(system.processor.empty() ? "unknown" : system.processor), system.processors,
                      size_text(system.memory));
  return text;
}

std::string as_lines(const BackendFindings& backend, const Paint& paint) {
  std::string text = fmt::format("driver       {}: ", backend.name);
  if (!backend.failure.empty()) return text + fmt::format("{} {}\n", paint.wrong("FAILED:"), shown(backend.failure));
  const std::size_t count = backend.devices.size();
  text += count == 0 ? "no device\n" : fmt::format("{} device{}\n", count, count == 1 ? "" : "s");
  for (const std::string& note : backend.notes) text += fmt::format("  note       {}\n", shown(note));
  return text;
}

std::string as_lines(const DeviceFindings& findings, const Paint& paint) {
  const FoundDevice& device = findings.device;
  std::string text = fmt::format("device       {}: {}, {}, {}, {}, {}; {}, driver {}\n", device.id, shown(device.name),
                                 device.kind, units_text(device.compute_units), size_text(device.global_memory),
                                 device.f64 ? "f32 and f64" : "f32", shown(device.platform), shown(device.driver));
  if (!findings.failure.empty()) {
    return text + fmt::format("  check      {} {}\n", paint.wrong("FAILED:"), shown(findings.failure));
  }
  if (!findings.passed_over.empty())
    return text + fmt::format("  check      passed over: {}\n", shown(findings.passed_over));
  for (const CheckedTransform& one : findings.transforms) {
    text += fmt::format("  check      {}: {}, error {:.1e}, bound {:.1e}\n", one.token,
                        one.pass() ? paint.right("right") : paint.wrong("FAILED"), one.error, one.bound);
  }
  text += fmt::format("  callbacks  {}\n",
                      findings.callbacks.empty() ? "work: source text is compiled" : shown(findings.callbacks));
  text += fmt::format("  fma        rounds {}\n",
                      findings.exact_fma ? "once" : "twice, or is not tested: f32x2 and f64x2 split factors instead");
  return text + fmt::format("  time       {:.1f} s, compiling included\n", findings.seconds);
}

std::string as_lines(const CacheFacts& cache) {
  if (cache.folder.empty()) return fmt::format("cache        {}\n", cache.state);
  std::string text = fmt::format("cache        {}: {}, {} kernels, {} of {}\n", shown(cache.folder), cache.state,
                                 cache.entries, size_text(cache.bytes), size_text(cache.limit));
  if (!cache.read_only.empty()) text += fmt::format("  read-only  {}\n", shown(cache.read_only));
  if (!cache.pack.empty()) text += fmt::format("  pack       {}\n", shown(cache.pack));
  for (const std::string& note : cache.notes) text += fmt::format("  note       {}\n", shown(note));
  return text;
}

std::string as_lines(const WisdomFacts& wisdom) {
  if (wisdom.file.empty()) return "wisdom       off\n";
  std::string text = fmt::format("wisdom       {}: {}\n", shown(wisdom.file),
                                 wisdom.exists ? fmt::format("{} lines", wisdom.lines) : "no such file");
  for (const std::string& line : wisdom.refused) text += fmt::format("  refused    {}\n", shown(line));
  return text;
}

std::string as_lines(const std::vector<InstalledPart>& installed) {
  std::string text = "installed\n";
  std::vector<std::string> missing;
  for (const InstalledPart& part : installed) {
    if (part.path.empty()) {
      missing.push_back(part.name);
    } else {
      text += fmt::format("  {:<9}  {}\n", part.name, shown(part.path));
    }
  }
  if (missing.empty()) return text;
  return text +
         fmt::format("  not found  {}; docs/packages.md says which install contains them\n", fmt::join(missing, ", "));
}

ordered_json json_of(const BackendFindings& backend) {
  ordered_json ids = ordered_json::array();
  for (const FoundDevice& device : backend.devices) ids.push_back(device.id);
  return {{"name", backend.name}, {"devices", ids}, {"notes", backend.notes}, {"failure", backend.failure}};
}

ordered_json json_of(const DeviceFindings& findings) {
  const FoundDevice& device = findings.device;
  ordered_json transforms = ordered_json::array();
  for (const CheckedTransform& one : findings.transforms) {
    transforms.push_back({{"problem", one.token}, {"error", one.error}, {"bound", one.bound}, {"pass", one.pass()}});
  }
  return {{"id", device.id},
          {"name", device.name},
          {"kind", device.kind},
          {"platform", device.platform},
          {"driver", device.driver},
          {"compute_units", device.compute_units},
          {"global_memory", device.global_memory},
          {"f64", device.f64},
          {"pass", findings.passed_over.empty() ? ordered_json(findings.pass()) : ordered_json()},
          {"passed_over", findings.passed_over},
          {"failure", findings.failure},
          {"checks", transforms},
          {"callbacks", findings.failure.empty() && findings.passed_over.empty() && findings.callbacks.empty()},
          {"exact_fma", findings.exact_fma},
          {"seconds", findings.seconds}};
}

/// The home folder goes from every text in it.
void hide_home(ordered_json& value) {
  if (value.is_string()) value = without_home(value.get<std::string>());
  if (value.is_structured()) {
    for (ordered_json& part : value) hide_home(part);
  }
}

}  // namespace

std::vector<std::string> Diagnosis::failed() const {
  std::vector<std::string> names;
  for (const BackendFindings& backend : backends) {
    if (!backend.failure.empty()) names.push_back("the driver of " + backend.name);
  }
  for (const DeviceFindings& one : devices) {
    if (!one.pass()) names.push_back(one.device.id);
  }
  return names;
}

std::ptrdiff_t Diagnosis::checked() const {
  return std::ranges::count_if(devices, [](const DeviceFindings& one) { return one.passed_over.empty(); });
}

std::string Diagnosis::verdict() const {
  const std::vector<std::string> bad = failed();
  if (!bad.empty()) {
    return fmt::format("wrong: {} failed; update or remove the driver, and report this with what stands above",
                       fmt::join(bad, ", "));
  }
  if (checked() == 0) {
    return "no device: install the driver of one, or pocl-opencl-icd for the processor itself";
  }
  const char* const cache_note =
      cache.usable ? "" : "; but kernels are not kept, so that every start compiles them (see cache)";
  return fmt::format("fine: {} device{} right{}", checked(), checked() == 1 ? " computes" : "s compute", cache_note);
}

std::string as_text(const Diagnosis& diagnosis, const Paint& paint) {
  const BuildFacts& build = diagnosis.build;
  std::string text = fmt::format("papilio      {}, commit {}, {}\n", build.version,
                                 build.commit.empty() ? "unknown" : build.commit, build.compiler);
  if (!diagnosis.installed.empty()) text += as_lines(diagnosis.installed);
  text += as_lines(diagnosis.system);
  for (const BackendFindings& backend : diagnosis.backends) text += as_lines(backend, paint);
  for (const DeviceFindings& device : diagnosis.devices) text += as_lines(device, paint);
  text += as_lines(diagnosis.cache) + as_lines(diagnosis.wisdom);
  for (const auto& [name, value] : diagnosis.environment) {
    text += fmt::format("environment  {}={}\n", presentable(name), shown(value));
  }
  const std::string verdict = diagnosis.verdict();
  return text + fmt::format("verdict      {}\n", diagnosis.fine() ? paint.right(verdict) : paint.wrong(verdict));
}

std::string as_json(const Diagnosis& diagnosis) {
  ordered_json backends = ordered_json::array();
  for (const BackendFindings& backend : diagnosis.backends) backends.push_back(json_of(backend));
  ordered_json devices = ordered_json::array();
  for (const DeviceFindings& device : diagnosis.devices) devices.push_back(json_of(device));
  ordered_json installed = ordered_json::object();
  for (const InstalledPart& part : diagnosis.installed) {
    installed[part.name] = part.path.empty() ? ordered_json() : ordered_json(part.path);
  }
  ordered_json environment = ordered_json::object();
  for (const auto& [name, value] : diagnosis.environment) environment[name] = value;
  const CacheFacts& cache = diagnosis.cache;
  const WisdomFacts& wisdom = diagnosis.wisdom;
  ordered_json root = {
      {"version", diagnosis.build.version},
      {"commit", diagnosis.build.commit},
      {"compiler", diagnosis.build.compiler},
      {"installed", installed},
      {"system",
       {{"name", diagnosis.system.name},
        {"kernel", diagnosis.system.kernel},
        {"processor", diagnosis.system.processor},
        {"processors", diagnosis.system.processors},
        {"memory", diagnosis.system.memory}}},
      {"backends", backends},
      {"devices", devices},
      {"cache",
       {{"folder", cache.folder},
        {"state", cache.state},
        {"usable", cache.usable},
        {"entries", cache.entries},
        {"bytes", cache.bytes},
        {"limit", cache.limit},
        {"read_only", cache.read_only},
        {"pack", cache.pack},
        {"notes", cache.notes}}},
      {"wisdom",
       {{"file", wisdom.file}, {"exists", wisdom.exists}, {"lines", wisdom.lines}, {"refused", wisdom.refused}}},
      {"environment", environment},
      {"verdict", diagnosis.verdict()},
      {"fine", diagnosis.fine()},
  };
  hide_home(root);
  return root.dump(2, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace papilio::tool
