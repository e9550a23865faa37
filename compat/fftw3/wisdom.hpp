// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Wisdom: which transforms go to Papilio and which to the genuine FFTW, as measured; its text is that of FFTW's wisdom,
// with the genuine library's own wisdom inside:
//
//   (fftw-3.3.10-papilio fftw_wisdom #x1
//     (papilio_route 0 #xWHO #xHASH #xHASH)
//     (fftw-3.3.10-sse2-avx fftw_wisdom ...))
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace papilio::fftw3 {

enum class Who { genuine, papilio };

/// The caller holds the planner's lock.
class Wisdom {
 public:
  void learn(std::string_view transform, Who who);
  [[nodiscard]] std::optional<Who> recall(std::string_view transform) const;
  void forget() { routes_.clear(); }

  /// One expression in parentheses, with `inner` (may be empty) inside.
  [[nodiscard]] std::string text(const std::string& inner) const;
  /// Takes a text in; what text() got as `inner` is put there. False, with nothing changed, for other texts.
  bool take(std::string_view text, std::string& inner);

 private:
  std::map<std::uint64_t, Who> routes_;
};

/// Reads one expression in parentheses, a character at a time; read() gives a negative number at the end. Empty if
/// there is none.
template <typename Read>
std::string read_expression(Read read) {
  constexpr std::size_t longest = std::size_t{1} << 26;
  std::string text;
  int depth = 0;
  while (text.size() < longest) {
    const int c = read();
    if (c < 0 || c > 255) return {};
    if (depth == 0 && c != '(') {
      if (c != ' ' && c != '\n' && c != '\t' && c != '\r') return {};
      continue;
    }
    text += static_cast<char>(c);
    if (c == '(') ++depth;
    if (c == ')' && --depth == 0) return text;
  }
  return {};
}

}  // namespace papilio::fftw3
