// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/measure/wisdom.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <papilio/error.hpp>

#include "api/access.hpp"
#include "api/kernel_pack.hpp"
#include "runtime/binary.hpp"
#include "runtime/compile_cache.hpp"
#include "runtime/kernel_pack.hpp"

namespace papilio::api {
namespace {

std::pair<std::string, std::string> key_of(const plan::TunedPlan& plan) { return {plan.device, plan.problem}; }

/// An exhaustive search found what a short one may have missed.
bool gives_way(const plan::TunedPlan& known, const plan::TunedPlan& other) {
  return other.exhaustive || !known.exhaustive;
}

std::string text_of(const WisdomLines& lines) {
  std::string text = fmt::format("{}\n", wisdom_heading);
  for (const auto& [key, plan] : lines) text += to_text(plan) + "\n";
  return text;
}

/// A token has the hash of a window's numbers: a line with one serves the process that has the numbers.
bool has_numbers(const plan::TunedPlan& plan) { return plan.problem.find(":window=values(") != std::string::npos; }

/// Lines for single kernels belong to src/plan/tuned and are not wisdom.
std::vector<std::string> refusals(const plan::ReadText& read, std::string_view origin) {
  std::vector<std::string> result;
  for (const plan::RefusedLine& line : read.refused) result.push_back(line.why);
  if (!read.text.shapes.empty() || !read.text.pairs.empty()) {
    result.push_back(fmt::format("{}: {} lines of kernels; wisdom has lines of problems", origin,
                                 read.text.shapes.size() + read.text.pairs.size()));
  }
  return result;
}

}  // namespace

std::string wisdom_identity(const DeviceInfo& info, const DeviceCaps& caps) {
  std::string identity = fmt::format("{}:{}:{}", to_string(info.backend), info.name, caps.compute_units);
  for (char& c : identity) {
    if (c <= ' ' || c > '~' || c == '#') c = '_';
  }
  return identity;
}

std::string merged_wisdom(std::string_view text, std::span<const plan::TunedPlan> lines) {
  const plan::ReadText read = plan::read_tuned_text(text, "wisdom");
  WisdomLines merged;
  for (const plan::TunedPlan& plan : read.text.plans) merged.insert_or_assign(key_of(plan), plan);
  for (const plan::TunedPlan& plan : lines) {
    if (has_numbers(plan)) continue;
    const auto [place, fresh] = merged.try_emplace(key_of(plan), plan);
    if (!fresh && gives_way(place->second, plan)) place->second = plan;
  }
  std::string result = text_of(merged);
  for (const plan::RefusedLine& line : read.refused) result += fmt::format("{}\n", line.line);
  return result;
}

Wisdom& Wisdom::of_process() {
  static auto* const wisdom = new Wisdom;  // never destroyed: plans may be made while static objects are
  return *wisdom;
}

void Wisdom::read_pack() {
  std::filesystem::path pack = runtime::CacheConfig::from_environment().pack;
  const runtime::FileStamp stamp = runtime::stamp_of(pack);
  if (pack == pack_ && stamp == pack_stamp_) return;
  pack_ = std::move(pack);
  pack_stamp_ = stamp;
  of_pack_.clear();
  ++generation_;
  const auto text = runtime::KernelPack(pack_).find(std::string(wisdom_of_pack));
  if (!text) return;
  for (const plan::TunedPlan& plan : plan::read_tuned_text(runtime::as_text(*text), pack_.string()).text.plans)
    of_pack_.insert_or_assign(key_of(plan), plan);
}

void Wisdom::refresh() {
  looked_ = Clock::now();
  read_pack();
  std::filesystem::path path = wisdom_path();
  const runtime::FileStamp stamp = runtime::stamp_of(path);
  if (path == path_ && stamp == stamp_) return;
  path_ = std::move(path);
  stamp_ = stamp;
  ++generation_;
  of_file_.clear();
  refused_.clear();
  const WisdomContents contents = read_wisdom_file(path_);
  if (!contents.refused.empty()) refused_.push_back(contents.refused);
  const plan::ReadText read = plan::read_tuned_text(contents.text, path_.string());
  for (const plan::TunedPlan& plan : read.text.plans) of_file_.insert_or_assign(key_of(plan), plan);
  constexpr std::size_t most = 10;  // a file of another kind would fill the screen
  std::vector<std::string> whys = refusals(read, path_.string());
  if (whys.size() > most) {
    const std::size_t others = whys.size() - most;
    whys.resize(most);
    whys.push_back(fmt::format("{}: {} more lines; remove them, or the file", path_.string(), others));
  }
  std::ranges::move(whys, std::back_inserter(refused_));
}

std::optional<plan::TunedPlan> Wisdom::find(const std::string& device, const std::string& problem) {
  const std::lock_guard lock(mutex_);
  refresh();
  for (const WisdomLines* lines : {&own_, &of_file_, &of_pack_}) {
    if (const auto found = lines->find({device, problem}); found != lines->end()) return found->second;
  }
  return std::nullopt;
}

void Wisdom::add(std::span<const plan::TunedPlan> lines, WisdomScope scope) {
  {
    const std::lock_guard lock(mutex_);
    for (const plan::TunedPlan& plan : lines) own_.insert_or_assign(key_of(plan), plan);
    ++generation_;
  }
  if (scope == WisdomScope::file)
    rewrite_wisdom_file(wisdom_path(), [&](std::string_view text) { return merged_wisdom(text, lines); });
}

void Wisdom::forget(WisdomScope scope) {
  if (scope == WisdomScope::file && runtime::stamp_of(wisdom_path()).bytes >= 0)
    rewrite_wisdom_file(wisdom_path(), [](std::string_view) { return text_of({}); });
  const std::lock_guard lock(mutex_);
  refresh();  // what the file has now counts as seen
  own_.clear();
  of_file_.clear();
  of_pack_.clear();
  ++generation_;
}

WisdomLines Wisdom::all() {
  const std::lock_guard lock(mutex_);
  refresh();
  WisdomLines all = own_;
  all.insert(of_file_.begin(), of_file_.end());
  all.insert(of_pack_.begin(), of_pack_.end());
  return all;
}

std::vector<plan::TunedPlan> Wisdom::lines() {
  std::vector<plan::TunedPlan> lines;
  for (auto& [key, plan] : all()) lines.push_back(plan);
  return lines;
}

WisdomState Wisdom::state() {
  const std::size_t count = all().size();
  const std::lock_guard lock(mutex_);
  return {path_.string(), count, refused_};
}

std::uint64_t Wisdom::generation() {
  const std::lock_guard lock(mutex_);
  refresh();
  return generation_;
}

std::uint64_t Wisdom::recent_generation() {
  const std::lock_guard lock(mutex_);
  if (Clock::now() - looked_ > std::chrono::seconds(1)) refresh();
  return generation_;
}

}  // namespace papilio::api

namespace papilio {

std::string wisdom_identity(const Device& device) {
  if (!device) throw Error::invalid_argument("what wisdom calls a device", "the handle is empty", "open a device");
  return api::wisdom_identity(device.info(), api::unwrap(device).caps());
}

std::string export_wisdom() { return api::merged_wisdom({}, api::Wisdom::of_process().lines()); }

WisdomImport import_wisdom(std::string_view text, WisdomScope scope) {
  const plan::ReadText read = plan::read_tuned_text(text, "wisdom");
  api::Wisdom::of_process().add(read.text.plans, scope);
  return {read.text.plans.size(), api::refusals(read, "wisdom")};
}

void forget_wisdom(WisdomScope scope) { api::Wisdom::of_process().forget(scope); }

WisdomState wisdom_state() { return api::Wisdom::of_process().state(); }

}  // namespace papilio
