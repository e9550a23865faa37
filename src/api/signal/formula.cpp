// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/signal/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <locale>
#include <numbers>
#include <papilio/error.hpp>
#include <sstream>
#include <string_view>

namespace papilio::api {
namespace {

/// Whole exponents multiply, so that powers of 0 and of negative numbers are exact.
LongComplex raised(LongComplex base, LongComplex exponent) {
  constexpr long double most = 64;
  const long double e = exponent.real();
  if (exponent.imag() != 0 || e != std::floor(e) || std::abs(e) > most) return std::pow(base, exponent);
  LongComplex product = 1;
  for (int i = 0; i < static_cast<int>(std::abs(e)); ++i) product *= base;
  return e < 0 ? 1.0L / product : product;
}

struct NamedFunction {
  std::string_view name;
  LongComplex (*function)(LongComplex);
};
constexpr std::array<NamedFunction, 6> functions = {{
    {"exp", [](LongComplex z) { return std::exp(z); }},
    {"sqrt", [](LongComplex z) { return std::sqrt(z); }},
    {"sin", [](LongComplex z) { return std::sin(z); }},
    {"cos", [](LongComplex z) { return std::cos(z); }},
    {"abs", [](LongComplex z) { return LongComplex(std::abs(z)); }},
    {"sign", [](LongComplex z) { return LongComplex(z.real() > 0   ? 1
                                                    : z.real() < 0 ? -1
                                                                   : 0); }},
}};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

/// Recursive descent: sum = product { (+|-) product }, product = factor { (*|/) factor }, factor = [-|+] factor |
/// atom [ ^ factor ].
class FormulaParser {
 public:
  explicit FormulaParser(Formula& formula) : formula_(formula), text_(formula.text_) {}

  void parse() {
    sum();
    if (at_ < text_.size()) fail("an operator or the end is expected");
  }

 private:
  using FormulaOp = Formula::FormulaOp;

  [[noreturn]] void fail(const std::string& why) const {
    throw Error::invalid_argument(fmt::format("the formula '{}'", text_), fmt::format("column {}: {}", at_ + 1, why),
                                  "write numbers, k, kx, ky, kz, n, nx, ny, nz, pi, i, + - * / ^, parentheses, and "
                                  "exp, sqrt, sin, cos, abs, sign");
  }

  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  bool accept(char c) {
    skip_spaces();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void push(FormulaOp kind, LongComplex number = 0, std::size_t axis = 0, Formula::FormulaFunction function = nullptr) {
    formula_.steps_.push_back({kind, number, axis, function});
  }

  void sum() {
    product();
    for (;;) {
      const bool plus = accept('+');
      if (!plus && !accept('-')) return;
      product();
      push(plus ? FormulaOp::add : FormulaOp::subtract);
    }
  }

  void product() {
    factor();
    for (;;) {
      const bool times = accept('*');
      if (!times && !accept('/')) return;
      factor();
      push(times ? FormulaOp::multiply : FormulaOp::divide);
    }
  }

  void factor() {
    constexpr int deepest = 200;
    if (++depth_ > deepest) fail(fmt::format("more than {} parentheses and signs are open", deepest));
    if (accept('-')) {
      push(FormulaOp::number, 0);
      factor();
      push(FormulaOp::subtract);
    } else if (!accept('+')) {
      atom();
      if (accept('^')) {
        factor();
        push(FormulaOp::power);
      }
    } else {
      factor();
    }
    --depth_;
  }

  void atom() {
    skip_spaces();
    if (accept('(')) {
      sum();
      if (!accept(')')) fail("a closing parenthesis is expected");
      return;
    }
    if (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) return number();
    if (at_ < text_.size() && is_letter(text_[at_])) return name();
    fail(at_ < text_.size() ? fmt::format("'{}' begins no value", text_[at_]) : "a value is expected");
  }

  void number() {
    std::size_t end = at_;
    while (end < text_.size() && (is_digit(text_[end]) || text_[end] == '.')) ++end;
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      const std::size_t sign = end + 1 < text_.size() && (text_[end + 1] == '-' || text_[end + 1] == '+') ? 2 : 1;
      if (end + sign < text_.size() && is_digit(text_[end + sign])) end += sign;
      while (end < text_.size() && is_digit(text_[end])) ++end;
    }
    std::istringstream stream(text_.substr(at_, end - at_));
    stream.imbue(std::locale::classic());
    long double value = 0;
    const bool complete = (stream >> value) && stream.peek() == std::istringstream::traits_type::eof();
    if (!complete && std::abs(value) == std::numeric_limits<long double>::max())
      fail(fmt::format("'{}' is beyond the largest number, {:.0e}", text_.substr(at_, end - at_), value));
    if (!complete) fail(fmt::format("'{}' is no number", text_.substr(at_, end - at_)));
    push(FormulaOp::number, value);
    at_ = end;
  }

  void name() {
    std::size_t end = at_;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
    const std::string_view name = std::string_view(text_).substr(at_, end - at_);
    const auto* const known = std::ranges::find(functions, name, &NamedFunction::name);
    if (known != functions.end()) {
      at_ = end;
      if (!accept('(')) fail(fmt::format("an opening parenthesis is expected behind {}", name));
      sum();
      if (!accept(')')) fail("a closing parenthesis is expected");
      return push(FormulaOp::function, 0, 0, known->function);
    }
    if (!variable(name)) fail(fmt::format("'{}' is no variable and no function", name));
    at_ = end;
  }

  bool variable(std::string_view name) {
    if (name == "pi") return push(FormulaOp::number, std::numbers::pi_v<long double>), true;
    if (name == "i") return push(FormulaOp::number, LongComplex(0, 1)), true;
    if (name == "k") return push(FormulaOp::radius), true;
    if (name == "n") return push(FormulaOp::length), true;
    constexpr std::string_view axes = "xyz";
    if (name.size() != 2 || (name[0] != 'k' && name[0] != 'n')) return false;
    const std::size_t axis = axes.find(name[1]);
    if (axis == std::string_view::npos) return false;
    formula_.axes_ = std::max(formula_.axes_, axis + 1);
    push(name[0] == 'k' ? FormulaOp::frequency : FormulaOp::length, 0, axis);
    return true;
  }

  Formula& formula_;
  const std::string& text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

Formula::Formula(const std::string& text) : text_(text) { FormulaParser(*this).parse(); }

LongComplex Formula::at(std::span<const std::int64_t> k, std::span<const std::int64_t> lengths) const {
  std::vector<LongComplex> stack;
  const auto of_axis = [](std::span<const std::int64_t> numbers, std::size_t axis) {
    return LongComplex(static_cast<long double>(numbers[numbers.size() - 1 - axis]));
  };
  const auto radius = [&] {
    long double sum = 0;
    for (const std::int64_t number : k) sum += static_cast<long double>(number) * static_cast<long double>(number);
    return k.size() == 1 ? of_axis(k, 0) : LongComplex(std::sqrt(sum));
  };
  const auto combine = [&](const auto& operation) {
    const LongComplex right = stack.back();
    stack.pop_back();
    stack.back() = operation(stack.back(), right);
  };
  for (const FormulaStep& step : steps_) {
    switch (step.kind) {
      case FormulaOp::number:
        stack.push_back(step.number);
        break;
      case FormulaOp::frequency:
        stack.push_back(of_axis(k, step.axis));
        break;
      case FormulaOp::length:
        stack.push_back(of_axis(lengths, step.axis));
        break;
      case FormulaOp::radius:
        stack.push_back(radius());
        break;
      case FormulaOp::function:
        stack.back() = step.function(stack.back());
        break;
      case FormulaOp::add:
        combine([](LongComplex a, LongComplex b) { return a + b; });
        break;
      case FormulaOp::subtract:
        combine([](LongComplex a, LongComplex b) { return a - b; });
        break;
      case FormulaOp::multiply:
        combine([](LongComplex a, LongComplex b) { return a * b; });
        break;
      case FormulaOp::divide:
        combine([](LongComplex a, LongComplex b) { return a / b; });
        break;
      case FormulaOp::power:
        combine(raised);
        break;
    }
  }
  return stack.back();
}

}  // namespace papilio::api
