// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/tuned/tuned_text.hpp"

#include <charconv>

#include "core/number_theory.hpp"
#include "core/token_reader.hpp"

namespace papilio::plan {
namespace {

constexpr std::array<Named<KernelRole>, 29> roles{{{"whole", KernelRole::whole},
                                                   {"r2c", KernelRole::r2c},
                                                   {"c2r", KernelRole::c2r},
                                                   {"dct1", KernelRole::dct1},
                                                   {"dct2", KernelRole::dct2},
                                                   {"dct3", KernelRole::dct3},
                                                   {"dct4", KernelRole::dct4},
                                                   {"rader", KernelRole::rader},
                                                   {"bluestein", KernelRole::bluestein},
                                                   {"first", KernelRole::first},
                                                   {"to-rows", KernelRole::to_rows},
                                                   {"from-rows", KernelRole::from_rows},
                                                   {"to-blocks", KernelRole::to_blocks},
                                                   {"from-blocks", KernelRole::from_blocks},
                                                   {"bluestein-first", KernelRole::bluestein_first},
                                                   {"convolution-middle", KernelRole::convolution_middle},
                                                   {"bluestein-last", KernelRole::bluestein_last},
                                                   {"later", KernelRole::later},
                                                   {"later-unaligned", KernelRole::later_unaligned},
                                                   {"later-far", KernelRole::later_far},
                                                   {"c2r-first", KernelRole::c2r_first},
                                                   {"r2c-last", KernelRole::r2c_last},
                                                   {"nd", KernelRole::nd},
                                                   {"nd-r2c", KernelRole::nd_r2c},
                                                   {"nd-c2r", KernelRole::nd_c2r},
                                                   {"nd-strided", KernelRole::nd_strided},
                                                   {"slab", KernelRole::slab},
                                                   {"slab-r2c", KernelRole::slab_r2c},
                                                   {"slab-c2r", KernelRole::slab_c2r}}};

class KeyReader : TokenReader {
 public:
  explicit KeyReader(std::string_view key) : TokenReader(key, "write ROLE:PRECISION:LENGTH") {}

  TunedKey read() {
    TunedKey key;
    key.role = named(roles, required("role"), "role");
    const Piece precision = required("precision");
    const TokenNumbers stored = numbers(precision);
    if (stored.in == Storage::bf16)
      fail(precision.position, "bf16 has no shapes of its own", "write f16, which stands for both");
    key.precision = stored.precision;
    key.narrow = stored.half();
    key.axis_lengths = list(required("length"), 'x', "length");
    key.length = product(key.axis_lengths);
    if (key.axis_lengths.size() == 1) key.axis_lengths.clear();
    while (const std::optional<Piece> piece = next()) {
      if (piece->text != "cached" || key.cached) fail(piece->position, "unknown option " + piece->quoted(), "cached");
      key.cached = true;
    }
    return key;
  }
};

/// Columns of a line, without its comment.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  line = line.substr(0, line.find('#'));
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    if (end > at) words.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

/// Where a line goes wrong: it is completed with the file and the line's number.
[[noreturn]] void fail(const std::string& what, const std::string& why, const std::string& remedy) {
  throw Error::invalid_argument(what, why, remedy);
}

double figure_of(std::string_view text) {
  double figure = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), figure);
  if (error != std::errc() || end != text.data() + text.size() || !(figure > 0 && figure < 100)) {
    fail(fmt::format("efficiency \"{}\"", text), "it is no number between 0 and 100", "write such as 0.93");
  }
  return figure;
}

TunedShape shape_of(std::string_view key, std::string_view token) {
  TunedShape shape;
  shape.key = KeyReader(key).read();
  shape.chosen = parse_shape_token(token, 1);
  const int distance = shape.chosen.shape.prefetch_distance;
  if (distance != 0 && distance != shape.chosen.shape.resident_groups) {
    fail(fmt::format("prefetch={}", distance), "lines are for any number of compute units", "write prefetch");
  }
  if (product(shape.chosen.radices) != shape.key.length) {
    fail(fmt::format("shape \"{}\"", token),
         fmt::format("its radices make {} points, its key says {}", product(shape.chosen.radices), shape.key.length),
         "correct either");
  }
  return shape;
}

void parse_line(const std::vector<std::string_view>& words, TunedText& result) {
  const std::string format = "write KEY SHAPE EFFICIENCY [slow-in-place]";
  if (words.size() < 3) fail(fmt::format("{} columns", words.size()), "three are expected", format);
  const double efficiency = figure_of(words[2]);
  const std::size_t key = words[0].find('+');
  const std::size_t token = words[1].find('+');
  if ((key == std::string_view::npos) != (token == std::string_view::npos)) {
    fail("a fused launch", "its key and its shape have two parts each", "write KEY+KEY SHAPE+SHAPE EFFICIENCY");
  }
  const bool pair = key != std::string_view::npos;
  for (const std::string_view word : std::span(words).subspan(3)) {
    if (word != "slow-in-place" || pair) fail(fmt::format("column \"{}\"", word), "it is unknown", format);
  }
  if (pair) {
    result.pairs.push_back({shape_of(words[0].substr(0, key), words[1].substr(0, token)),
                            shape_of(words[0].substr(key + 1), words[1].substr(token + 1)), efficiency});
    return;
  }
  TunedShape shape = shape_of(words[0], words[1]);
  shape.efficiency = efficiency;
  shape.slow_in_place = words.size() > 3;
  if (shape.slow_in_place && shape.key.role != KernelRole::later)
    fail("slow-in-place", "only passes of the role later may be in place", "leave it out");
  result.shapes.push_back(std::move(shape));
}

void append(std::string_view text, std::string_view origin, TunedText& result) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::vector<std::string_view> words = words_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (words.empty()) continue;
    try {
      parse_line(words, result);
    } catch (const Error& error) {
      throw Error::io(fmt::format("{}:{}", origin, number), error.what());
    }
  }
}

}  // namespace

TunedText parse_tuned_text(std::string_view text, std::string_view origin) {
  TunedText result;
  append(text, origin, result);
  return result;
}

const TunedText& shipped_shapes() {
  static const TunedText all = [] {
    TunedText result;
    for (const EmbeddedText& file : embedded_tuned_texts()) append(file.text, file.name, result);
    return result;
  }();
  return all;
}

}  // namespace papilio::plan
