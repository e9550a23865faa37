// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Any bytes as wisdom of the drop-in for FFTW.
#include "checks.hpp"
#include "compat/fftw3/library.hpp"
#include "compat/fftw3/wisdom.hpp"

namespace papilio::fftw3 {

/// That of libfftw3; its own definition stands among the exported functions.
const Library& library() {
  static const Library value{Precision::f64, "fftw_", "", "", "", "fftw-3.3.10-papilio"};
  return value;
}

}  // namespace papilio::fftw3

using papilio::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = papilio::fuzz::text_of(data, size);
  std::size_t at = 0;
  const auto next = [&] { return at < text.size() ? static_cast<unsigned char>(text[at++]) : -1; };
  const std::string expression = papilio::fftw3::read_expression(next);
  require(expression.empty() || (expression.front() == '(' && expression.back() == ')'));
  using papilio::fftw3::read_wisdom;
  papilio::fftw3::PlanWisdom wisdom;
  const auto expression_of = [](std::string written) {
    require(written.back() == '\n');
    written.pop_back();
    return written;
  };
  // The bytes as a text of their own, and inside one with the right sum.
  auto read = read_wisdom(expression);
  if (!read) read = read_wisdom(expression_of(wisdom.text(std::string(text))));
  if (!read) return 0;
  wisdom.add(read->routes);
  const std::string written = wisdom.text(read->inner);
  const auto same = read_wisdom(expression_of(written));
  require(same && same->inner == read->inner);
  papilio::fftw3::PlanWisdom again;
  again.add(same->routes);
  require(again.text(same->inner) == written);
  return 0;
}
