// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One transform over several devices: what `papilio scale` and `papilio bench --devices` share.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "tools/scale/work.hpp"

namespace papilio::tool {

struct ScaleCommand {
  std::vector<std::string> tokens;
  std::vector<std::string> devices;
  std::vector<int> chunks = {0};  ///< 0: chosen
  ScaleLink link = ScaleLink::automatic;
  ScaleOptions options;
  bool check = false;
  bool plan = false;
  bool no_single = false;
  std::string json;  ///< a file for an object a line, "-" for standard output in place of the table, or none
};

CLI::Option* add_devices_option(CLI::App& command, ScaleCommand& options);
/// Adds the options about distributions, exchanges and time.
std::vector<CLI::Option*> add_scale_options(CLI::App& command, ScaleCommand& options);
/// Throws Error(check_failed) if bits differ.
void run_scale(const ScaleCommand& command);

}  // namespace papilio::tool
