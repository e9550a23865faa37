// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// PlanWisdom: which transforms go to Papilio and which to the genuine FFTW, as measured; its text is that of FFTW's
// wisdom, with the genuine library's own wisdom inside:
//
//   (fftw-3.3.10-papilio fftw_wisdom #x1
//     (papilio_route 0 #xWHO #xHASH #xHASH)
//     (fftw-3.3.10-sse2-avx fftw_wisdom ...)
//     (papilio_sum #xHASH #xHASH)
//   )
//
// The sum is that of the text before it: a text that was damaged on its way is refused as a whole.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace papilio::fftw3 {

/// The library that computes a transform. `alone`: Papilio, because nothing could be compared when it was planned.
enum class Who { genuine, papilio, alone };

struct WisdomRoute {
  std::uint64_t hash = 0;  ///< of the transform's text
  Who who = Who::genuine;
};

struct WisdomText {
  std::vector<WisdomRoute> routes;
  std::string inner;  ///< the genuine library's wisdom; may be empty
};
/// Reads what PlanWisdom::text() wrote; none for other texts.
std::optional<WisdomText> read_wisdom(std::string_view text);

/// The caller holds the planner's lock.
class PlanWisdom {
 public:
  void learn(std::string_view transform, Who who);
  [[nodiscard]] std::optional<Who> recall(std::string_view transform) const;
  void forget() { routes_.clear(); }

  /// Returns one expression in parentheses, with `inner` (may be empty) inside.
  [[nodiscard]] std::string text(const std::string& inner) const;
  void add(const std::vector<WisdomRoute>& routes);

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
