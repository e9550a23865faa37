// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <papilio/error.hpp>

#include "tools/study/chart.hpp"
#include "tools/study/chart2d.hpp"

namespace papilio::tool {
namespace {

Error no_chart(const std::filesystem::path& path) {
  return Error::unsupported(path.string(), "this build of papilio draws no charts: it was made without cairo",
                            "write --csv or --json");
}

}  // namespace

void draw_studies(const std::filesystem::path& path, const std::vector<Study>&) { throw no_chart(path); }

void draw_study_2d(const std::filesystem::path& path, const Study2d&) { throw no_chart(path); }

}  // namespace papilio::tool
