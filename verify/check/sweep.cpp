// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/check/sweep.hpp"

#include <fmt/format.h>

#include <charconv>
#include <functional>
#include <papilio/error.hpp>
#include <string>

namespace papilio::verify {
namespace {

constexpr const char* example = "write FIRST..LAST or FIRST..LAST+STEP, for example 1..2048";

using Take = std::function<void(const std::string& token)>;

class Sweep {
 public:
  /// The lengths, or the batches, begin at `begin`.
  Sweep(std::string_view token, std::size_t begin)
      : token_(token), begin_(begin), end_(std::min(token.find_first_of("*:", begin), token.size())) {}

  /// One for each combination, as soon as it is made: a million of them may take much memory, and the first one shows
  /// what is wrong with all. Without lists, the token as it is.
  void for_each(const Take& take) {
    const std::string_view lengths = token_.substr(begin_, end_ - begin_);
    if (lengths.find("..") == std::string_view::npos && lengths.find(',') == std::string_view::npos) {
      take(std::string(token_));
      return;
    }
    std::int64_t combinations = 1;
    for (std::size_t from = begin_; from <= end_;) {
      const std::size_t to = std::min(token_.find('x', from), end_);
      combinations *= add_axis(from, to);
      if (combinations > most_problems) {
        fail(begin_, fmt::format("the sweep has more than {} problems", most_problems), "split it");
      }
      from = to + 1;
    }
    expand(0, {}, take);
  }

 private:
  [[noreturn]] void fail(std::size_t position, const std::string& why, const std::string& remedy) const {
    throw TokenError(std::string(token_), position, why, remedy);
  }

  /// The number of the axis' lengths.
  std::int64_t add_axis(std::size_t from, std::size_t end) {
    axes_.emplace_back();
    while (true) {
      const std::size_t to = std::min(token_.find(',', from), end);
      add_item(from, to);
      if (to == end) return static_cast<std::int64_t>(axes_.back().size());
      from = to + 1;
    }
  }

  void add_item(std::size_t from, std::size_t to) {
    const std::string_view item = token_.substr(from, to - from);
    const std::size_t dots = item.find("..");
    if (dots == std::string_view::npos) {
      add(number(from, to));
      return;
    }
    const std::size_t plus = std::min(item.find('+', dots), item.size());
    const std::int64_t first = number(from, from + dots);
    const std::int64_t last = number(from + dots + 2, from + plus);
    const std::int64_t step = plus == item.size() ? 1 : number(from + plus + 1, to);
    if (last < first) fail(from + dots + 2, "the range ends before it begins", example);
    if (step < 1) fail(from + plus + 1, "the step is 0", example);
    if ((last - first) / step >= most_problems) {
      fail(from, fmt::format("the range has more than {} lengths", most_problems), "use a step: FIRST..LAST+STEP");
    }
    for (std::int64_t length = first; length <= last; length += step) add(length);
  }

  void add(std::int64_t length) {
    if (static_cast<std::int64_t>(axes_.back().size()) >= most_problems) {
      fail(begin_, fmt::format("the sweep has more than {} lengths", most_problems), "split it");
    }
    axes_.back().push_back(length);
  }

  /// All tokens whose lengths begin with `lengths`, those of the axes before `axis`.
  void expand(std::size_t axis, const std::string& lengths, const Take& take) const {
    if (axis == axes_.size()) {
      take(fmt::format("{}{}{}", token_.substr(0, begin_), lengths, token_.substr(end_)));
      return;
    }
    for (const std::int64_t length : axes_[axis]) {
      expand(axis + 1, fmt::format("{}{}{}", lengths, axis == 0 ? "" : "x", length), take);
    }
  }

  /// digits [ "^" digits ]; ranges of more than a length's digits are refused, so that sums here cannot overflow.
  [[nodiscard]] std::int64_t number(std::size_t from, std::size_t to) const {
    const std::size_t caret = std::min(token_.substr(0, to).find('^', from), to);
    const std::int64_t base = digits(from, caret);
    if (caret == to) return base;
    std::int64_t value = 1;
    for (std::int64_t left = digits(caret + 1, to); left > 0 && base > 1; --left) {
      value *= base;
      if (value > largest) fail(from, "the number is too large", example);
    }
    return base > 1 ? value : base;
  }

  [[nodiscard]] std::int64_t digits(std::size_t from, std::size_t to) const {
    const char* const begin = token_.data() + from;
    const char* const end = token_.data() + to;
    std::int64_t value = 0;
    const auto [stop, code] = std::from_chars(begin, end, value);
    if (from >= to || stop != end || *begin == '-') {
      fail(from >= to || *begin == '-' ? from : from + static_cast<std::size_t>(stop - begin), "a number is expected",
           example);
    }
    if (code != std::errc() || value > largest) fail(from, "the number is too large", example);
    return value;
  }

  static constexpr std::int64_t largest = std::int64_t{1} << 31;

  std::string_view token_;
  std::size_t begin_ = 0;  ///< of all lengths in the token
  std::size_t end_ = 0;
  std::vector<std::vector<std::int64_t>> axes_;  ///< the lengths of each
};

/// Behind the second colon, or at the beginning of a token without kind and precision; the end of any other one that
/// has no second colon.
std::size_t begin_of_shape(std::string_view token) {
  if (!token.empty() && token[0] >= '0' && token[0] <= '9') return 0;
  const std::size_t precision = token.find(':');
  const std::size_t shape = precision == std::string_view::npos ? precision : token.find(':', precision + 1);
  return shape == std::string_view::npos ? token.size() : shape + 1;
}

/// Behind the "*" of the shape that begins at `shape`; the end of a token that has none.
std::size_t begin_of_batch(std::string_view token, std::size_t shape) {
  const std::size_t star = token.find_first_of("*:", shape);
  return star == std::string_view::npos || token[star] == ':' ? token.size() : star + 1;
}

std::size_t begin_of_kernel(std::string_view token) {
  constexpr std::string_view kernel = ":kernel=";
  const std::size_t at = token.find(kernel);
  return at == std::string_view::npos ? token.size() : at + kernel.size();
}

/// Throws TokenError unless a sweep that has `count` problems already may have one more.
void require_fewer(std::size_t count, std::string_view token, std::size_t position) {
  if (static_cast<std::int64_t>(count) < most_problems) return;
  throw TokenError(std::string(token), position, fmt::format("the sweep has more than {} problems", most_problems),
                   "split it");
}

/// One for each combination of lengths and batches.
void for_each_token(std::string_view token, const Take& take) {
  Sweep(token, begin_of_shape(token)).for_each([&](const std::string& one) {
    Sweep(one, begin_of_batch(one, begin_of_shape(one))).for_each(take);
  });
}

}  // namespace

std::vector<Problem> expand(std::string_view token) {
  std::vector<Problem> problems;
  for_each_token(token, [&](const std::string& one) {
    require_fewer(problems.size(), token, begin_of_shape(token));
    problems.push_back(Problem::parse(one));
  });
  return problems;
}

std::vector<ConvolutionProblem> expand_convolution(std::string_view token) {
  std::vector<ConvolutionProblem> problems;
  for_each_token(token, [&](const std::string& signal) {
    Sweep(signal, begin_of_kernel(signal)).for_each([&](const std::string& one) {
      require_fewer(problems.size(), token, begin_of_kernel(token));
      problems.push_back(ConvolutionProblem::parse(one));
    });
  });
  return problems;
}

std::vector<CheckProblem> expand_any(std::string_view token) {
  std::vector<CheckProblem> problems;
  const auto all = [&](const auto& expanded) { problems.assign(expanded.begin(), expanded.end()); };
  if (is_ragged(token)) {  // its lengths are one problem
    problems.emplace_back(RaggedProblem::parse(token));
  } else if (is_nonuniform(token)) {
    for_each_token(token, [&](const std::string& one) {
      require_fewer(problems.size(), token, begin_of_shape(token));
      problems.emplace_back(PlacedNufft::parse(one));
    });
  } else if (is_convolution(token)) {
    all(expand_convolution(token));
  } else {
    all(expand(token));
  }
  return problems;
}

}  // namespace papilio::verify
