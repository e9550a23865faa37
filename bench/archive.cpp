// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/archive.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <filesystem>
#include <papilio/error.hpp>

#include "files/identity.hpp"

namespace papilio::bench {
namespace {

namespace fs = std::filesystem;

/// ISO 8601, without the colons that some file systems refuse.
std::string date_text(std::time_t now) {
  const std::tm utc = fmt::gmtime(now);
  return fmt::format("{:04}-{:02}-{:02}T{:02}{:02}{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday, utc.tm_hour,
                     utc.tm_min, utc.tm_sec);
}

fs::path made(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder, error)) {
    throw Error::io(fmt::format("folder '{}'", folder), "it cannot be made", "choose another --archive folder");
  }
  return folder;
}

/// False where the name is taken.
bool put(const fs::path& path, const std::string& text) {
  files::OutputFile file(path);
  file.write(text);
  return file.commit_new();
}

}  // namespace

Archive::Archive(const std::string& folder, std::time_t now)
    : folder_(folder), date_(date_text(now)), latest_(made(folder) / "latest.md") {}

std::string Archive::keep(const std::string& json, const ReportText& text) {
  for (int number = 1;; ++number) {
    const std::string name = number == 1 ? date_ : fmt::format("{}-{}", date_, number);
    const fs::path data = fs::path(folder_) / (name + ".json");
    const fs::path report = fs::path(folder_) / (name + ".md");
    // The run that created the data file owns the name.
    if (files::identity_of(data) || files::identity_of(report) || !put(data, json)) continue;
    const std::string content = text(name + ".json");
    if (!put(report, content)) {
      throw Error::io(report.string(), "another program has created it meanwhile", "keep other files elsewhere");
    }
    latest_.write(content);
    latest_.commit();
    return report.string();
  }
}

}  // namespace papilio::bench
