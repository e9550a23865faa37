// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/measurement_mode.hpp"

namespace papilio::bench {
namespace {

struct ModeName {
  const char* text;
  bool MeasurementMode::*flag;
};
constexpr ModeName all_words[] = {{"sequential", &MeasurementMode::sequential},
                                  {"round-trip", &MeasurementMode::round_trip},
                                  {"end-to-end", &MeasurementMode::end_to_end}};

}  // namespace

std::string MeasurementMode::words() const {
  std::string text;
  for (const ModeName& word : all_words) {
    if (this->*word.flag) text += (text.empty() ? "" : " ") + std::string(word.text);
  }
  return text;
}

MeasurementMode operator|(MeasurementMode a, MeasurementMode b) {
  for (const ModeName& word : all_words) a.*word.flag = a.*word.flag || b.*word.flag;
  return a;
}

std::optional<MeasurementMode> mode_of(std::string_view text) {
  for (const ModeName& word : all_words) {
    if (text != word.text) continue;
    MeasurementMode mode;
    mode.*word.flag = true;
    return mode;
  }
  return std::nullopt;
}

}  // namespace papilio::bench
