// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/experiments/choices.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <papilio/error.hpp>

#include "codelet/codelet.hpp"
#include "core/number_theory.hpp"
#include "core/storage.hpp"

namespace papilio::experiments {
namespace {

constexpr std::int64_t max_elements = std::int64_t{1} << 29;  // indices of real numbers are i32
constexpr int usual_threads = 64;
constexpr int max_default_threads = 256;
constexpr std::int64_t usual_tile = 8;

bool recurs(const TransformChoices& choices) {
  return choices.twiddles == TwiddleSource::recurrence || choices.twiddles == TwiddleSource::recurrence_pairs;
}

std::string text_of(const std::vector<int>& radices) { return fmt::format("{}", fmt::join(radices, "x")); }

void check_problem(const TransformChoices& choices) {
  std::int64_t product = 1;
  for (const std::vector<int>& pass : choices.passes) {
    for (const int radix : pass) {
      if (radix < 2 || radix > codelet::max_radix) {
        throw Error::unsupported(fmt::format("radix {}", radix),
                                 fmt::format("butterflies have 2 to {} points", codelet::max_radix),
                                 "write it as a product of smaller radices");
      }
      product = std::min(product * radix, 2 * max_elements);
    }
  }
  if (product != choices.n) {
    throw Error::invalid_argument("radices",
                                  fmt::format("their product is {}, and the length is {}", product, choices.n),
                                  "choose factors of the length");
  }
  if (choices.n * choices.batch > max_elements) {
    throw Error::unsupported(fmt::format("{} x {} points", choices.n, choices.batch),
                             fmt::format("an experiment has at most {}", max_elements), "choose a smaller batch");
  }
}

void check_exclusions(const TransformChoices& choices) {
  if (recurs(choices) && choices.exchange == ExchangeMemory::local) {
    throw Error::unsupported(fmt::format("--twiddles {} with --exchange local", to_string(choices.twiddles)),
                             "work-items of a local exchange have one butterfly each, and nothing to recur over",
                             "use --exchange global");
  }
  if (recurs(choices) && choices.off.any()) {
    throw Error::unsupported("recurrences with parts switched off", "they have kernels of their own",
                             "use --twiddles read");
  }
  if ((choices.in_pixel > 0 || choices.out_pixel > 0) && (recurs(choices) || choices.off.any())) {
    throw Error::unsupported("images with recurrences or parts switched off", "their kernels have buffers",
                             "use buffers");
  }
  if (choices.twiddles == TwiddleSource::quadrant && choices.n % 4 != 0) {
    throw Error::unsupported(fmt::format("--twiddles quadrant for {} points", choices.n),
                             "a quadrant is a quarter of the roots, and 4 does not divide the length",
                             "use --twiddles read");
  }
  if (choices.off.exchange) {
    for (const std::vector<int>& pass : choices.passes) {
      if (!std::ranges::all_of(pass, [&](int radix) { return radix == pass.front(); })) {
        throw Error::unsupported(
            fmt::format("no exchange within {}", text_of(pass)),
            "work-items can go on with their own results only if all radices of a kernel are equal",
            "choose radices such as 16x16");
      }
    }
  }
}

/// Kernels of one stage each where the exchange is through global memory.
std::vector<std::vector<int>> kernels_of(const TransformChoices& choices) {
  if (choices.exchange == ExchangeMemory::local) return choices.passes;
  std::vector<std::vector<int>> kernels;
  for (const std::vector<int>& pass : choices.passes) {
    for (const int radix : pass) kernels.push_back({radix});
  }
  return kernels;
}

/// The largest divisor that is at most `most` and a multiple of `step`; 1 if there is none.
std::int64_t divisor_up_to(std::int64_t n, std::int64_t most, std::int64_t step = 1) {
  std::int64_t best = 1;
  for (std::int64_t d = step; d <= std::min(n, most); d += step) {
    if (n % d == 0) best = d;
  }
  return best;
}

std::int64_t local_bytes(const TransformChoices& choices, const StudyPass& pass) {
  if (pass.radices.size() < 2 || choices.off.exchange) return 0;
  const std::int64_t buffers = pass.radices.size() == 2 ? 1 : 2;
  return buffers * pass.length() * pass.tile * element_bytes(choices.precision);
}

void choose_tile(const TransformChoices& choices, const DeviceCaps& caps, StudyPass& pass) {
  const std::int64_t columns = choices.n / pass.length() * choices.batch;
  const std::string what = fmt::format("a tile of {} DFTs of {} points", choices.tile, pass.length());
  if (choices.tile > 0) {
    if (columns % choices.tile != 0) {
      throw Error::unsupported(what, fmt::format("the pass has {}, which it does not divide", columns),
                               "choose a divisor");
    }
    pass.tile = choices.tile;
  } else if (pass.radices.size() == 1) {
    pass.tile =
        divisor_up_to(columns, choices.threads > 0 ? choices.threads : std::min(usual_threads, caps.max_threads),
                      pass.paired ? 2 : 1);
  } else {
    pass.tile = pass.length() == choices.n ? 1 : divisor_up_to(columns, usual_tile);
    while (pass.tile > 1 && local_bytes(choices, pass) > caps.local_memory)
      pass.tile = divisor_up_to(columns, pass.tile - 1);
  }
  if (local_bytes(choices, pass) > caps.local_memory) {
    throw Error::unsupported(fmt::format("a kernel of {} with a tile of {}", text_of(pass.radices), pass.tile),
                             fmt::format("it exchanges through {} bytes of local memory, and the device has {}",
                                         local_bytes(choices, pass), caps.local_memory),
                             "choose a smaller tile, a --split into shorter kernels, or --exchange global");
  }
}

void choose_threads(const TransformChoices& choices, const DeviceCaps& caps, StudyPass& pass) {
  const std::int64_t points = pass.length() * pass.tile;
  const std::int64_t widest = points / *std::ranges::min_element(pass.radices);
  const std::int64_t narrowest = points / *std::ranges::max_element(pass.radices);
  if (choices.threads > caps.max_threads) {
    throw Error::unsupported(fmt::format("{} work-items", choices.threads),
                             fmt::format("a work-group of this device has at most {}", caps.max_threads),
                             "choose fewer --threads");
  }
  if (choices.threads > widest) {
    throw Error::unsupported(
        fmt::format("{} work-items for {}", choices.threads, text_of(pass.radices)),
        fmt::format("a work-group has at most {} butterflies at a time, so that others would idle", widest),
        "choose fewer --threads, or a larger --tile");
  }
  const std::int64_t chosen = std::min<std::int64_t>({narrowest, caps.max_threads, max_default_threads});
  pass.threads = choices.threads > 0 ? choices.threads : static_cast<int>(chosen);
}

/// Two numbers are a pixel, so both have to be results of one work-item: butterflies whose numbers follow each other.
void check_pairs(const StudyPass& pass) {
  if (!pass.paired) return;
  const std::int64_t before = pass.length() / pass.radices.back();
  const bool neighbours =
      pass.tile == 1 ? before % 2 == 0 && pass.inner == 1 : pass.tile % 2 == 0 && pass.inner % 2 == 0;
  if (neighbours) return;
  throw Error::unsupported(fmt::format("images written by a kernel of {}", text_of(pass.radices)),
                           "a pixel has two numbers, and no work-item has butterflies whose results are neighbours",
                           "choose a smaller --radix, or buffers");
}

/// Work-items that go along the twiddles; without twiddles every butterfly has a work-item.
void choose_run(const TransformChoices& choices, StudyPass& pass) {
  if (!recurs(choices) || !pass.twiddled(choices.decimation)) return;
  pass.recurring = true;
  const std::int64_t butterflies = choices.n / pass.length();
  const std::int64_t along = choices.decimation == Decimation::time ? pass.inner : pass.outer;
  pass.run = divisor_up_to(along, std::max<std::int64_t>(1, butterflies / recurrence_lanes));
  const std::int64_t items = butterflies / pass.run * choices.batch;
  if (choices.threads > 0 && items % choices.threads != 0) {
    throw Error::unsupported(fmt::format("{} work-items", choices.threads),
                             fmt::format("the {} runs of a recurrence do not fill such work-groups", items),
                             "choose a divisor for --threads");
  }
  pass.threads = choices.threads > 0 ? choices.threads : static_cast<int>(divisor_up_to(items, 16));
}

}  // namespace

std::int64_t StudyPass::length() const {
  return std::accumulate(radices.begin(), radices.end(), std::int64_t{1}, std::multiplies<>());
}

std::vector<StudyPass> passes_of(const TransformChoices& choices, const DeviceCaps& caps) {
  check_problem(choices);
  check_exclusions(choices);
  std::vector<StudyPass> passes;
  std::int64_t inner = 1;
  for (const std::vector<int>& radices : kernels_of(choices)) {
    StudyPass& pass = passes.emplace_back();
    pass.radices = radices;
    pass.inner = inner;
    inner *= pass.length();
    pass.outer = choices.n / inner;
    pass.in = pass.inner > 1 ? choices.between : choices.outside;
    pass.out = pass.outer > 1 ? choices.between : choices.outside;
    pass.paired = choices.out_pixel == 4 && pass.outer == 1;
    choose_tile(choices, caps, pass);
    choose_threads(choices, caps, pass);
    check_pairs(pass);
    choose_run(choices, pass);
  }
  if (choices.between != Storage::native && passes.size() == 1) {
    throw Error::unsupported("--storage-between f16", "one kernel does all, and nothing lies in memory between",
                             "choose a --split or --exchange global");
  }
  return passes;
}

std::string_view to_string(TwiddleSource source) {
  switch (source) {
    case TwiddleSource::read:
      return "read";
    case TwiddleSource::quadrant:
      return "quadrant";
    case TwiddleSource::computed:
      return "computed";
    case TwiddleSource::products:
      return "products";
    case TwiddleSource::recurrence:
      return "recurrence";
    case TwiddleSource::recurrence_pairs:
      return "recurrence-pairs";
  }
  return "?";
}

std::string_view to_string(ExchangeMemory memory) { return memory == ExchangeMemory::local ? "local" : "global"; }

std::string_view to_string(Decimation decimation) { return decimation == Decimation::time ? "time" : "frequency"; }

}  // namespace papilio::experiments
