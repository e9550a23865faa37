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
  papilio::fftw3::Wisdom wisdom;
  std::string inner;
  if (!wisdom.take(expression + "\n", inner) && !wisdom.take(text, inner)) return 0;
  const std::string written = wisdom.text(inner);
  papilio::fftw3::Wisdom again;
  std::string same;
  require(again.take(written, same));
  require(same == inner);
  require(again.text(same) == written);
  return 0;
}
