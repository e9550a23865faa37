// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The results of checks for people and for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tools/terminal/paint.hpp"
#include "verify/check/run_checks.hpp"

namespace papilio::tool {

/// One line, without the end of line. Tokens are padded to `width`.
std::string as_line(const verify::CheckOutcome& outcome, std::size_t width, const Paint& paint = {});
nlohmann::ordered_json as_json(const verify::CheckOutcome& outcome);

/// The totals of a sweep.
class CheckSummary {
 public:
  CheckSummary() = default;
  /// One that as_json() made. Throws what nlohmann's library throws for any other object.
  explicit CheckSummary(const nlohmann::ordered_json& json);

  void add(const verify::CheckOutcome& outcome);

  [[nodiscard]] std::int64_t checked() const { return passed_ + failed_ + errors_; }
  /// "2048 problems: 2048 passed, 0 failed, 0 could not be checked; the largest error is 0.53 of its bound, TOKEN"
  [[nodiscard]] std::string as_line() const;
  [[nodiscard]] nlohmann::ordered_json as_json() const;
  /// Nothing when all passed; Error(check_failed) when one failed; else the first error, or how many there were.
  void throw_if_failed() const;

 private:
  std::int64_t passed_ = 0;
  std::int64_t failed_ = 0;
  std::int64_t errors_ = 0;
  double worst_ = 0;  ///< error / bound
  std::string worst_token_;
  std::string first_failed_;
  std::optional<Error> first_error_;
};

}  // namespace papilio::tool
