// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <papilio/error.hpp>

#include "lab/graph/drawing.hpp"
#include "lab/study/chart.hpp"
#include "lab/study/chart2d.hpp"

namespace papilio::tool {
namespace {

Error no_drawing(const std::filesystem::path& path, const char* remedy) {
  return Error::unsupported(path.string(), "this build of papilio draws no pictures: it was made without cairo",
                            remedy);
}

}  // namespace

void draw_graph(const std::filesystem::path& path, const FlowGraph&) {
  throw no_drawing(path, "use a build with PAPILIO_PICTURES=ON");
}

void draw_studies(const std::filesystem::path& path, const std::vector<Study>&) {
  throw no_drawing(path, "write --csv or --json");
}

void draw_study_2d(const std::filesystem::path& path, const Study2d&) {
  throw no_drawing(path, "write --csv or --json");
}

}  // namespace papilio::tool
