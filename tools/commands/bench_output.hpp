// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Where the results of `papilio bench` go: the screen, JSON, CSV, charts, a baseline, an archive.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/archive.hpp"
#include "bench/report/table.hpp"
#include "bench/result.hpp"
#include "files/identity.hpp"
#include "files/output_file.hpp"

namespace papilio::tool {

struct BenchOutputOptions {
  std::string json;
  std::string csv;
  std::string charts;
  std::string baseline;
  std::string save_baseline;
  std::string archive;
  bool markdown = false;
  bool with_reference = false;

  [[nodiscard]] bench::TableStyle style() const {
    return markdown ? bench::TableStyle::markdown : bench::TableStyle::aligned;
  }
  /// Throws Error(invalid_argument) if two outputs would mix, or an output is one of `inputs`, which are read.
  void check(const files::Paths& inputs) const;
};

/// A file, standard output for "-", in place of the text, or nothing.
class BenchOutput {
 public:
  explicit BenchOutput(const std::string& path) : is_stdout_(path == "-") {
    if (!path.empty() && !is_stdout_) file_.emplace(path);
  }
  [[nodiscard]] bool is_stdout() const { return is_stdout_; }

  /// Flushes, so that the output can be watched. A file gets its name only in commit().
  void write(const std::string& text);
  void commit() {
    if (file_) file_->commit();
  }

 private:
  bool is_stdout_;
  std::optional<files::OutputFile> file_;
};

/// Every file that results go to, opened before the minutes that the run takes.
struct BenchOutputs {
  explicit BenchOutputs(const BenchOutputOptions& options);

  /// reports: one for each device. JSON, a baseline and an archive hold one alone.
  void finish(const BenchOutputOptions& options, const std::vector<bench::Report>& reports);

  BenchOutput json;
  BenchOutput csv;
  BenchOutput screen;
  std::optional<files::OutputFile> baseline;
  std::optional<bench::Archive> archive;
};

}  // namespace papilio::tool
