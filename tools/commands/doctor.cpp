// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio doctor: does Papilio work on this machine, and if not, why.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <memory>
#include <papilio/error.hpp>
#include <vector>

#include "tools/commands/commands.hpp"
#include "tools/commands/within.hpp"
#include "tools/doctor/diagnosis.hpp"
#include "tools/progress.hpp"
#include "tools/terminal/paint.hpp"

namespace papilio::tool {
namespace {

struct DoctorOptions {
  double seconds = 60;
  bool json = false;
};

constexpr const char* doctor_details =
    "Every driver is loaded, and every device checked, in a process of its own: one that crashes, or does not\n"
    "end in time, is reported as such. The report has no private data: ~ stands for the home folder. Paste all\n"
    "of it when you report a defect.\n";

Diagnosis examine(std::chrono::milliseconds limit) {
  Diagnosis diagnosis;
  diagnosis.build = build_facts();
  diagnosis.installed = installed_parts(usual_prefixes());
  diagnosis.system = system_facts();
  diagnosis.cache = cache_facts();  // before the checks fill it
  diagnosis.environment = environment_facts();
  diagnosis.backends = find_devices(limit);
  std::vector<FoundDevice> devices;
  for (const BackendFindings& backend : diagnosis.backends) {
    devices.insert(devices.end(), backend.devices.begin(), backend.devices.end());
  }
  ProgressBar bar(static_cast<std::int64_t>(devices.size()));
  for (const FoundDevice& device : devices) {
    bar.update(static_cast<std::int64_t>(diagnosis.devices.size()), device.id);
    diagnosis.devices.push_back(check_device(device, limit));
  }
  diagnosis.wisdom = wisdom_facts();  // after the last fork
  return diagnosis;
}

void run(const DoctorOptions& options) {
  const auto limit = std::chrono::milliseconds(static_cast<std::int64_t>(1000 * options.seconds));
  const Diagnosis diagnosis = examine(limit);
  fmt::print("{}", options.json ? as_json(diagnosis) + "\n" : as_text(diagnosis, Paint(StandardStream::output)));
  const std::vector<std::string> failed = diagnosis.failed();
  if (!failed.empty()) {
    throw Error(ErrorCode::check_failed, fmt::format("{}", fmt::join(failed, ", ")), "failed", "see the report above");
  }
  if (!diagnosis.fine()) {
    throw Error::no_device("doctor", "no device was found that executes transforms",
                           "install a driver, or pocl-opencl-icd for the processor itself");
  }
}

}  // namespace

void add_doctor(CLI::App& app) {
  CLI::App* const command = app.add_subcommand(
      "doctor", "Check drivers, devices, cache and environment, and list what is installed, for a bug report");
  const auto options = std::make_shared<DoctorOptions>();
  command->add_option("--time-limit", options->seconds, "Seconds for each driver, and for each device's check")
      ->check(within(0.1, 3600))
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print one JSON object");
  command->footer(doctor_details);
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
