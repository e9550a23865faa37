// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "session.hpp"

#include <algorithm>
#include <cstdlib>

namespace papilio::mex {
namespace {

constexpr std::size_t kept_plans = 16;

}  // namespace

std::unique_ptr<Session> Session::current_;

Session& Session::get() {
  if (!current_) current_.reset(new Session);
  return *current_;
}

void Session::close() { current_.reset(); }

std::string Session::device_selector() {
  const char* chosen = std::getenv("PAPILIO_MEX_DEVICE");
  return chosen != nullptr && *chosen != '\0' ? chosen : "auto";
}

Session::Session() : device_(device_selector()) {}

const Plan& Session::plan(const Problem& problem) {
  const auto known = std::ranges::find_if(plans_, [&](const Plan& plan) { return plan.problem() == problem; });
  if (known != plans_.end()) {
    plans_.splice(plans_.begin(), plans_, known);
  } else {
    plans_.emplace_front(device_, problem);
    if (plans_.size() > kept_plans) plans_.pop_back();
  }
  return plans_.front();
}

}  // namespace papilio::mex
