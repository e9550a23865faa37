// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/token_reader.hpp"

#include <limits>
#include <utility>

#include "core/nearest.hpp"
#include "core/storage.hpp"

namespace papilio {
namespace {

/// Names that other libraries have for kinds and precisions.
constexpr std::pair<std::string_view, std::string_view> foreign_names[] = {
    {"fft", "c2c"},    {"rfft", "r2c"},   {"irfft", "c2r"},     {"hartley", "dht"},    {"float", "f32"},
    {"single", "f32"}, {"double", "f64"}, {"complex64", "f32"}, {"complex128", "f64"}, {"half", "f16"}};

std::string_view meant_name(std::string_view name, std::string_view known) {
  for (const auto& [foreign, own] : foreign_names) {
    if (name == foreign && known.find(own) != std::string_view::npos) return own;
  }
  return nearest_name(name, known);
}

}  // namespace

std::string TokenNumbers::options() const {
  if (half()) return {};
  std::string result;
  if (!is_native(in, precision)) result += fmt::format(":in={}", name_of(storages, in));
  if (!is_native(out, precision)) result += fmt::format(":out={}", name_of(storages, out));
  return result;
}

std::string Piece::quoted() const {
  constexpr std::size_t limit = 40;
  return fmt::format("\"{}{}\"", text.substr(0, limit), text.size() > limit ? "..." : "");
}

void TokenReader::fail(std::size_t position, const std::string& why, const std::string& remedy) const {
  throw TokenError(std::string(token_), position, why, remedy);
}

void TokenReader::fail_unknown(const Piece& piece, const char* what, std::string_view known) const {
  const std::string_view name = piece.text.substr(0, piece.text.find('='));
  const std::string_view meant = meant_name(name, known);
  const std::string guess =
      meant.empty() ? "" : fmt::format("did you mean {}{}? ", meant, piece.text.substr(name.size()));
  fail(piece.position, fmt::format("unknown {} {}", what, piece.quoted()),
       fmt::format("{}known {}s: {}", guess, what, known));
}

std::optional<Piece> TokenReader::next() {
  if (ended_) return std::nullopt;
  const std::size_t colon = rest_.text.find(':');
  const Piece piece = rest_.until(colon);
  ended_ = colon == std::string_view::npos;
  rest_ = rest_.from(ended_ ? rest_.text.size() : colon + 1);
  return piece;
}

Piece TokenReader::required(const char* name) {
  const std::optional<Piece> piece = next();
  if (!piece || piece->text.empty()) {
    fail(piece ? piece->position : token_.size(), fmt::format("the {} is missing", name), std::string(remedy_));
  }
  return *piece;
}

TokenNumbers TokenReader::numbers(const Piece& piece) const {
  if (const auto half = value_of(half_precisions, piece.text)) return {Precision::f32, *half, *half};
  if (const auto precision = value_of(precisions, piece.text)) return {*precision};
  fail_unknown(piece, "precision", fmt::format("{}, {}", names(precisions), names(half_precisions)));
}

void TokenReader::claim(Piece& earlier, const Piece& option) const {
  if (!earlier.text.empty()) {
    const bool same = earlier.text == option.text;
    fail(option.position,
         same ? "repeated option " + option.quoted() : option.quoted() + " contradicts " + earlier.quoted(),
         "keep one of the two");
  }
  earlier = option;
}

std::vector<Piece> TokenReader::pieces(Piece rest, char separator) {
  std::vector<Piece> result;
  while (true) {
    const std::size_t end = rest.text.find(separator);
    result.push_back(rest.until(end));
    if (end == std::string_view::npos) return result;
    rest = rest.from(end + 1);
  }
}

std::vector<Range> TokenReader::range_list(const Piece& value) const {
  std::vector<Range> values;
  for (const Piece& piece : pieces(value, 'x')) values.push_back(range(piece));
  return values;
}

Range TokenReader::range(const Piece& piece) const {
  if (piece.text == "-") return {};
  const std::size_t comma = piece.text.find(',');
  if (comma == std::string_view::npos || piece.text.front() != '[' || piece.text.back() != ')') {
    fail(piece.position, fmt::format("{} is not a range", piece.quoted()), "write [BEGIN,END), or - for none");
  }
  const Piece last = piece.until(piece.text.size() - 1).from(comma + 1);
  const Range values{integer(piece.until(comma).from(1), "begin"), integer(last, "end")};
  if (values.empty()) {
    fail(piece.position, fmt::format("the range {} is empty", piece.quoted()), "write begin < end, or - for none");
  }
  return values;
}

Range TokenReader::outside(const Piece& kept, std::int64_t indices) const {
  if (kept.text == "-") return {};
  const bool count = !kept.text.starts_with('[');
  const Range range_kept = count ? Range{0, positive(kept, "count")} : range(kept);
  if (range_kept.end > indices) {
    fail(kept.position, fmt::format("{} is more than the axis has", kept.quoted()),
         fmt::format("keep at most {}", indices));
  }
  if (range_kept.begin > 0 && range_kept.end < indices) {
    fail(kept.position, fmt::format("{} leaves out both ends of the axis", kept.quoted()),
         fmt::format("begin at 0 or end at {}", indices));
  }
  if (range_kept.size() == indices) return {};
  return range_kept.begin > 0 ? Range{0, range_kept.begin} : Range{range_kept.end, indices};
}

std::vector<std::int64_t> TokenReader::list(Piece rest, char separator, const char* what) const {
  std::vector<std::int64_t> values;
  for (const Piece& piece : pieces(rest, separator)) values.push_back(positive(piece, what));
  return values;
}

std::vector<std::int64_t> TokenReader::stride_list(Piece rest, const char* what) const {
  std::vector<std::int64_t> values;
  for (const Piece& piece : pieces(rest, ',')) values.push_back(signed_integer(piece, what));
  return values;
}

std::int64_t TokenReader::distance(const Piece& piece, const char* what) const {
  const std::int64_t value = signed_integer(piece, what);
  if (value != 0) return value;
  fail(piece.position, fmt::format("the {} is 0", what),
       "leave it out for packed arrays; arrays that are all the same are an axis of stride 0 that is not transformed");
}

std::vector<int> TokenReader::axis_list(Piece rest, std::size_t rank) const {
  std::vector<int> axes;
  while (true) {
    const std::size_t end = rest.text.find(',');
    const Piece piece = rest.until(end);
    const std::int64_t axis = digits(piece, "axis");
    if (axis >= static_cast<std::int64_t>(rank)) {
      fail(piece.position, fmt::format("there is no axis {}", axis),
           fmt::format("axes are counted from 0, the outermost, to {}", rank - 1));
    }
    if (!axes.empty() && axis <= axes.back()) {
      fail(piece.position, "the axes do not ascend", "name each axis once, in ascending order");
    }
    axes.push_back(static_cast<int>(axis));
    if (end == std::string_view::npos) return axes;
    rest = rest.from(end + 1);
  }
}

std::int64_t TokenReader::integer(const Piece& piece, const char* what) const {
  const std::size_t caret = piece.text.find('^');
  const std::int64_t value = digits(piece.until(caret), what);
  if (caret == std::string_view::npos) return value;
  const std::int64_t exponent = digits(piece.from(caret + 1), "exponent");
  if (value <= 1) return exponent == 0 ? 1 : value;  // the loop below would run `exponent` times without overflowing
  std::int64_t power = 1;
  for (std::int64_t i = 0; i < exponent; ++i) {
    if (__builtin_mul_overflow(power, value, &power)) fail_too_large(piece, what);
  }
  return power;
}

std::int64_t TokenReader::signed_integer(const Piece& piece, const char* what) const {
  if (piece.text == "-9223372036854775808") return std::numeric_limits<std::int64_t>::min();
  return piece.text.starts_with('-') ? -integer(piece.from(1), what) : integer(piece, what);
}

std::int64_t TokenReader::positive(const Piece& piece, const char* what) const {
  const std::int64_t value = integer(piece, what);
  if (value == 0) fail(piece.position, fmt::format("the {} is 0", what), "use 1 at least");
  return value;
}

std::int64_t TokenReader::digits(const Piece& piece, const char* what) const {
  if (piece.text.empty()) {
    fail(piece.position, fmt::format("the {} is missing", what), "write digits, or a power such as 2^20");
  }
  std::int64_t value = 0;
  for (std::size_t i = 0; i < piece.text.size(); ++i) {
    const char c = piece.text[i];
    if (c < '0' || c > '9') {
      fail(piece.position + i, fmt::format("'{}' is not a digit of the {}", c, what),
           "write digits, or a power such as 2^20");
    }
    if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, c - '0', &value)) {
      fail_too_large(piece, what);
    }
  }
  return value;
}

void TokenReader::fail_too_large(const Piece& piece, std::string_view what) const {
  const std::string remedy = what == "length" ? "use 2^27 at most for an axis that is transformed"
                             : what == "batch"
                                 ? "all arrays together have less than 2^63 bytes"
                                 : fmt::format("use {} at most", std::numeric_limits<std::int64_t>::max());
  fail(piece.position, fmt::format("{} is too large for the {}", piece.quoted(), what), remedy);
}

}  // namespace papilio
