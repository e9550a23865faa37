// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/check_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>

namespace papilio::tool {
namespace {

/// JSON has none: null.
constexpr double infinite = std::numeric_limits<double>::infinity();

}  // namespace

std::string as_line(const verify::CheckOutcome& outcome, std::size_t width, const Paint& paint) {
  const std::string token = verify::token_of(outcome.problem);
  if (outcome.error) return fmt::format("{:<{}}  {} {}", token, width, paint.wrong("ERROR"), outcome.error->what());
  const verify::CheckResult& result = outcome.result;
  std::string line = fmt::format("{:<{}}  l2 {:.2e}  max {:.2e}  rms {:.3g} ppm  bound {:.2e}  {}", token, width,
                                 result.relative_l2, result.max_error, result.ppm_rms, result.bound,
                                 result.pass() ? paint.right("PASS") : paint.wrong("FAIL:") + " ");
  line += fmt::format("{}", fmt::join(result.faults, "; "));
  if (result.compared < result.transforms) {
    line += fmt::format(" ({} of {} {} compared)", result.compared, result.transforms,
                        std::holds_alternative<Problem>(outcome.problem) ? "transforms" : "signals");
  }
  return line;
}

nlohmann::ordered_json as_json(const verify::CheckOutcome& outcome) {
  nlohmann::ordered_json root = {{"token", verify::token_of(outcome.problem)}, {"pass", outcome.pass()}};
  if (outcome.error) {
    root["error"] = {{"code", static_cast<int>(outcome.error->code())}, {"message", outcome.error->what()}};
  } else {
    root["relative_l2"] = outcome.result.relative_l2;
    root["max_error"] = outcome.result.max_error;
    root["ppm_rms"] = outcome.result.ppm_rms;
    root["bound"] = outcome.result.bound;
    root["transforms"] = outcome.result.transforms;
    root["compared"] = outcome.result.compared;
    root["faults"] = outcome.result.faults;
  }
  root["seconds"] = outcome.seconds;
  return root;
}

CheckSummary::CheckSummary(const nlohmann::ordered_json& json)
    : passed_(json.at("passed")),
      failed_(json.at("failed")),
      errors_(json.at("errors")),
      worst_(json.at("worst_ratio").is_null() ? infinite : json.at("worst_ratio").get<double>()),
      worst_token_(json.at("worst_token")),
      first_failed_(json.at("first_failed")) {}

void CheckSummary::add(const verify::CheckOutcome& outcome) {
  const std::string token = verify::token_of(outcome.problem);
  if (outcome.error) {
    if (!first_error_) first_error_ = outcome.error;
    ++errors_;
    return;
  }
  ++(outcome.pass() ? passed_ : failed_);
  if (!outcome.pass() && first_failed_.empty()) first_failed_ = token;
  if (!(outcome.result.bound > 0)) return;  // it ended before it was compared
  const double quotient = outcome.result.relative_l2 / outcome.result.bound;
  const double ratio = std::isnan(quotient) ? infinite : quotient;
  if (worst_token_.empty() || ratio > worst_) {
    worst_ = ratio;
    worst_token_ = token;
  }
}

std::string CheckSummary::as_line() const {
  std::string line = fmt::format("{} problem{}: {} passed, {} failed, {} could not be checked", checked(),
                                 checked() == 1 ? "" : "s", passed_, failed_, errors_);
  if (!worst_token_.empty()) {
    line += fmt::format("; the largest error is {:.2f} of its bound, {}", worst_, worst_token_);
  }
  return line;
}

nlohmann::ordered_json CheckSummary::as_json() const {
  return {{"problems", checked()},
          {"passed", passed_},
          {"failed", failed_},
          {"errors", errors_},
          {"worst_ratio", worst_},
          {"worst_token", worst_token_},
          {"first_failed", first_failed_}};
}

void CheckSummary::throw_if_failed() const {
  if (failed_ > 0) {
    throw Error(ErrorCode::check_failed, "check", fmt::format("{} of {} failed", failed_, checked()),
                fmt::format("run `papilio check {}` alone, and report its output", first_failed_));
  }
  if (!first_error_) return;
  if (checked() == 1) throw Error(*first_error_);
  throw Error(first_error_->code(), "check", fmt::format("{} of {} could not be checked", errors_, checked()),
              fmt::format("the first: {}", first_error_->what()));
}

}  // namespace papilio::tool
