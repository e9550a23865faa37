// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/study/shipped.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "lab/tables/gpu_fft_passes.hpp"

namespace papilio::tool {
namespace {

using experiments::Decimation;
using experiments::ExchangeMemory;
using experiments::TwiddleSource;

/// About 2^20 points in all, so that short transforms keep a device busy.
std::string token_for(int log2_n) { return fmt::format("c2c:f32:{}*{}", 1 << log2_n, 1 << std::max(0, 20 - log2_n)); }

std::vector<StudyPart> radix248() {
  StudyChoices choices;
  choices.radices = {"2", "4x4x4x4x4x4", "8", "16"};
  choices.exchanges = {ExchangeMemory::local, ExchangeMemory::global};
  choices.decimations = {Decimation::time, Decimation::frequency};
  choices.twiddles = {TwiddleSource::read, TwiddleSource::computed};
  return {{token_for(12), choices}};
}

std::string exponents_of(int log2_n) { return fmt::format("{}", fmt::join(gpu_fft_passes(log2_n), "+")); }

std::vector<StudyPart> gpu_fft_structures() {
  std::vector<StudyPart> parts;
  for (int log2_n = gpu_fft_least; log2_n <= gpu_fft_most; ++log2_n) {
    StudyChoices choices;
    choices.splits = {exponents_of(log2_n)};
    if (log2_n == 18) choices.splits.emplace_back("5+5+4+4");
    choices.exchanges = {ExchangeMemory::global};
    choices.decimations = {Decimation::time};
    choices.twiddles = {TwiddleSource::recurrence_pairs, TwiddleSource::recurrence, TwiddleSource::read};
    parts.push_back({token_for(log2_n), choices});
  }
  return parts;
}

std::optional<double> error_of(const std::vector<Study>& studies, const std::string& token, const std::string& label) {
  for (const Study& study : studies) {
    if (study.token != token) continue;
    for (const StudyResult& result : study.results) {
      if (result.label == label) return result.error_ppm;
    }
  }
  return std::nullopt;
}

std::vector<std::string> structure_findings(const std::vector<Study>& studies) {
  const std::string token = token_for(18);
  std::vector<std::string> findings;
  for (const char* const source : {"recurrence", "recurrence-pairs", "read"}) {
    const auto mixed = error_of(studies, token, fmt::format("5+4+4+5 {}", source));
    const auto sorted = error_of(studies, token, fmt::format("5+5+4+4 {}", source));
    if (!mixed || !sorted) continue;
    // Errors so close change places with the data.
    const bool alike = std::abs(*mixed - *sorted) < 0.01 * *sorted;
    findings.push_back(
        fmt::format("2^18, twiddles {}: 5+4+4+5 has {:.4g} ppm, 5+5+4+4 has {:.4g}: GPU_FFT's finding "
                    "that 5+4+4+5 is the more accurate one is {}.",
                    source, *mixed, *sorted,
                    alike              ? "refuted here: there is no difference"
                    : *mixed < *sorted ? "confirmed here"
                                       : "refuted here"));
  }
  return findings;
}

std::vector<StudyPart> twiddles() {
  std::vector<StudyPart> parts;
  for (int log2_n = 8; log2_n <= 20; log2_n += 4) {
    StudyChoices choices;
    choices.splits = {exponents_of(log2_n)};
    choices.exchanges = {ExchangeMemory::global};
    choices.decimations = {Decimation::time};
    choices.twiddles = {TwiddleSource::read,     TwiddleSource::quadrant,   TwiddleSource::computed,
                        TwiddleSource::products, TwiddleSource::recurrence, TwiddleSource::recurrence_pairs};
    parts.push_back({token_for(log2_n), choices});
  }
  return parts;
}

std::vector<std::string> twiddle_findings(const std::vector<Study>& studies) {
  const std::string& token = studies.back().token;
  const auto plain = error_of(studies, token, "recurrence");
  const auto pairs = error_of(studies, token, "recurrence-pairs");
  const auto read = error_of(studies, token, "read");
  if (!plain || !pairs || !read) return {};
  return {
      fmt::format("{}: the recurrence in f32 has {:.3g} times the rms error of the one in float pairs, which has "
                  "{:.3g} times that of a table.",
                  token, *plain / *pairs, *pairs / *read)};
}

std::vector<StudyPart> work_group() {
  std::vector<StudyPart> parts;
  for (const int radix : {2, 4, 8, 16}) {
    StudyChoices choices;
    choices.radices = {fmt::format("{}", radix)};
    if (radix == 8) choices.radices = {"8x8x4"};
    choices.tiles = {1};
    choices.splits = {"256"};
    for (int threads = 256 / std::max(radix, 2); threads >= 8; threads /= 2) choices.threads.push_back(threads);
    if (radix == 8) choices.threads = {32, 16, 8};
    parts.push_back({"c2c:f32:256*4096", choices});
  }
  return parts;
}

std::vector<std::string> fastest_findings(const std::vector<Study>& studies) {
  std::vector<std::string> findings;
  for (const Study& study : studies) {
    const StudyResult* best = nullptr;
    for (const StudyResult& result : study.results) {
      if (!result.measured() || !result.operations) continue;  // unknown for Papilio's own plan
      if (best == nullptr || result.seconds.median < best->seconds.median) best = &result;
    }
    if (best == nullptr) continue;
    findings.push_back(
        fmt::format("Fastest of {}: {}, {:.4g} ms.", best->kernels, best->label, 1e3 * best->seconds.median));
  }
  return findings;
}

}  // namespace

std::span<const ShippedStudy> shipped_studies() {
  static const ShippedStudy all[] = {
      {"radix248", "4096 points: radix 2, 4, 8, 16; local or global memory; in time or frequency; read or computed",
       radix248, fastest_findings},
      {"gpu-fft-structures", "2^8 … 2^22 by GPU_FFT's passes and twiddles; 5+4+4+5 against 5+5+4+4 at 2^18",
       gpu_fft_structures, structure_findings},
      {"twiddles", "2^8 … 2^20: error and time of six ways to obtain a twiddle", twiddles, twiddle_findings},
      {"work-group", "256 points in one work-group: DFTs of 2, 4, 8 and 16 points per work-item, group size swept",
       work_group, fastest_findings},
  };
  return all;
}

const ShippedStudy* find_study(std::string_view name) {
  const auto all = shipped_studies();
  const auto found = std::ranges::find(all, name, &ShippedStudy::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace papilio::tool
