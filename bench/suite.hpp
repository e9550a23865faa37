// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Suites: named lists of problems, as text files.
//
//   # a comment, to the end of the line
//   title=Powers of two                   title of charts and tables; by default the file's name
//   bytes=16MiB                           size of the problems below that have no batch
//   c2c:f32:1024 c2c:f32:2^20*4           problems, see problem_text.hpp
//   c2c:f64:4096 bytes=1GiB               the same for this line alone
//   end-to-end                            how the problems below are measured (measurement_mode.hpp); "plain" ends it
//   c2c:f32:4096*1,64 sequential          the same for this line alone, besides what is said for all
//
// The files in bench/suites come with the command and are found by name.
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

#include "bench/work.hpp"

namespace papilio::bench {

struct Suite {
  std::string name;
  std::string title;
  std::vector<Work> problems;
};

/// bytes: the default size of a problem; mode: added to the suite's own ways of measuring. Throws Error(invalid_token)
/// and others that name file and line.
Suite parse_suite(std::istream& text, const std::string& name, std::int64_t bytes, MeasurementMode mode = {});

/// A suite by its name or the path of its file. Throws Error(io) that lists the known names.
Suite load_suite(const std::string& name_or_path, std::int64_t bytes, MeasurementMode mode = {});

}  // namespace papilio::bench
