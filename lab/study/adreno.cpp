// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/study/adreno.hpp"

#include <functional>

namespace papilio::tool {
namespace {

using experiments::Choices2d;
using experiments::ExchangeMemory;
using experiments::MatrixNumbers;
using experiments::MemoryObject;

bool same(const Choices2d& a, const Choices2d& b) {
  return a.scratch == b.scratch && a.object == b.object && a.numbers == b.numbers && a.tile == b.tile &&
         a.threads == b.threads && a.row_radices == b.row_radices && a.column_radices == b.column_radices;
}

struct ComparedTime {
  const Study2dResult* better = nullptr;
  const Study2dResult* worse = nullptr;
};

/// The first row that `change` turns into another measured row.
ComparedTime find(const Study2d& study, const std::function<bool(Choices2d&)>& change) {
  for (const Study2dResult& worse : study.results) {
    if (!worse.measured() || !worse.choices) continue;
    Choices2d wanted = *worse.choices;
    if (!change(wanted)) continue;
    for (const Study2dResult& better : study.results) {
      if (better.measured() && better.choices && same(*better.choices, wanted)) return {&better, &worse};
    }
  }
  return {};
}

bool to_local(Choices2d& choices) {
  const bool global = choices.scratch == ExchangeMemory::global;
  choices.scratch = ExchangeMemory::local;
  return global;
}

bool to_images(Choices2d& choices) {
  const bool buffers = choices.object == MemoryObject::buffers;
  choices.object = MemoryObject::images;
  return buffers;
}

bool to_f16(Choices2d& choices, MatrixNumbers numbers) {
  const bool f32 = choices.numbers == MatrixNumbers::f32;
  choices.numbers = numbers;
  return f32;
}

using StepSeconds = double (*)(const Study2dResult&);
double row_seconds(const Study2dResult& result) { return result.steps[0].median + result.steps[2].median; }
double transpose_seconds(const Study2dResult& result) { return result.steps[1].median + result.steps[3].median; }
double whole_seconds(const Study2dResult& result) { return result.whole.median; }

AdrenoFinding finding(AdrenoFinding described, const ComparedTime& compared, StepSeconds seconds) {
  if (compared.better == nullptr) return described;
  described.here = seconds(*compared.worse) / seconds(*compared.better) - 1;
  described.rows = compared.better->label + " / " + compared.worse->label;
  return described;
}

}  // namespace

std::vector<AdrenoFinding> adreno_findings(const Study2d& study) {
  const ComparedTime local = find(study, to_local);
  const ComparedTime images = find(study, to_images);
  const ComparedTime storage =
      find(study, [](Choices2d& choices) { return to_f16(choices, MatrixNumbers::f16_storage); });
  const ComparedTime arithmetic = find(study, [](Choices2d& choices) { return to_f16(choices, MatrixNumbers::f16); });
  const auto row = [](const char* choice, const char* part, const char* original) {
    return AdrenoFinding{choice, part, original, {}, {}};
  };
  return {finding(row("local scratch instead of global", "row FFTs", "about 50%"), local, row_seconds),
          finding(row("images instead of buffers", "row FFTs", "10%"), images, row_seconds),
          finding(row("images instead of buffers", "transposes", "50%"), images, transpose_seconds),
          finding(row("images instead of buffers", "whole", "20%"), images, whole_seconds),
          finding(row("f16 in memory instead of f32", "whole", "-"), storage, whole_seconds),
          finding(row("f16 throughout instead of f32", "whole", "up to 30%"), arithmetic, whole_seconds)};
}

std::vector<AdrenoPower> adreno_power() {
  return {{604, 62, 89, 550, 627}, {500, 42, 60, 379, 434}, {315, 28, 40, 343, 398}, {214, 26, 39, 331, 387}};
}

std::optional<double> power_of_local_to_global(const Study2d& study) {
  const ComparedTime compared = find(study, to_local);
  if (compared.better == nullptr || !compared.better->energy || !compared.worse->energy) return std::nullopt;
  return compared.better->energy->watts / compared.worse->energy->watts;
}

}  // namespace papilio::tool
