// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/tuned/tuned_text.hpp"

#include <fmt/ranges.h>

#include <charconv>

#include "core/token_reader.hpp"
#include "plan/choice.hpp"

namespace papilio::plan {
namespace {

constexpr std::array<Named<KernelRole>, 31> roles{{{"whole", KernelRole::whole},
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
                                                   {"filter", KernelRole::filter},
                                                   {"c2r-first", KernelRole::c2r_first},
                                                   {"r2c-last", KernelRole::r2c_last},
                                                   {"nd", KernelRole::nd},
                                                   {"nd-r2c", KernelRole::nd_r2c},
                                                   {"nd-c2r", KernelRole::nd_c2r},
                                                   {"nd-strided", KernelRole::nd_strided},
                                                   {"slab", KernelRole::slab},
                                                   {"slab-r2c", KernelRole::slab_r2c},
                                                   {"slab-c2r", KernelRole::slab_c2r},
                                                   {"function", KernelRole::function}}};

/// The product of numbers; 0 if it does not fit 64 bits.
template <class Range>
std::int64_t product_that_fits(const Range& factors) {
  std::int64_t product = 1;
  for (const std::int64_t factor : factors) {
    if (__builtin_mul_overflow(product, factor, &product)) return 0;
  }
  return product;
}

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
    const Piece lengths = required("length");
    key.axis_lengths = list(lengths, 'x', "length");
    key.length = product_that_fits(key.axis_lengths);
    if (key.length == 0) fail(lengths.position, lengths.quoted() + " is too large", "write lengths from 1");
    if (key.axis_lengths.size() == 1) key.axis_lengths.clear();
    while (const std::optional<Piece> piece = next()) {
      if (key.cached || key.alone || (piece->text != "cached" && piece->text != "alone"))
        fail(piece->position, "unknown option " + piece->quoted(), "cached or alone");
      (piece->text == "cached" ? key.cached : key.alone) = true;
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

/// Throws the error of a line, to be completed with the file and the line's number.
[[noreturn]] void fail(const std::string& what, const std::string& why, const std::string& remedy) {
  throw Error::invalid_argument(what, why, remedy);
}

/// 0 for what is no number.
double number_of(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

double figure_of(std::string_view text) {
  const double figure = number_of(text);
  if (!(figure > 0 && figure < 100))
    fail(fmt::format("efficiency \"{}\"", text), "it is no number between 0 and 100", "write such as 0.93");
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
  const std::int64_t points = product_that_fits(shape.chosen.radices);
  if (points != shape.key.length) {
    fail(fmt::format("shape \"{}\"", token),
         fmt::format("its radices make {} points, its key says {}", points, shape.key.length), "correct either");
  }
  return shape;
}

constexpr std::string_view time_unit = "us";
constexpr std::string_view exhaustive = "exhaustive";
constexpr std::string_view distributed_sign = "@ranks=";

TunedPlan plan_of(const std::vector<std::string_view>& words) {
  TunedPlan plan{std::string(words[0]), std::string(words[1]), std::string(words[2]), 0, words.size() > 4};
  if (words.size() > 5 || (plan.exhaustive && words[4] != exhaustive)) {
    fail(fmt::format("column \"{}\"", words.back()), "it is unknown",
         "write DEVICE PROBLEM SHAPES MICROSECONDSus [exhaustive]");
  }
  // Distributed plans: libpapilio-mpi reads what follows the sign, and the choice in place of shapes.
  const std::size_t sign = plan.problem.find(distributed_sign);
  const std::string problem = plan.problem.substr(0, sign);
  const std::string canonical = Problem::parse(problem).normalised().token();
  if (canonical != problem)
    fail(fmt::format("problem \"{}\"", problem), "it is not in its shortest form", "write " + canonical);
  if (sign == std::string::npos) (void)parse_shape_tokens(plan.shapes, 1);
  plan.microseconds = number_of(words[3].substr(0, words[3].size() - time_unit.size()));
  // The end is one of the numbers: to_text() rounds to four digits, and what it has written must be read again.
  if (!(plan.microseconds > 0 && plan.microseconds <= 1e12))
    fail(fmt::format("time \"{}\"", words[3]), "it is no positive number of microseconds", "write such as 12.5us");
  return plan;
}

void parse_line(const std::vector<std::string_view>& words, TunedText& result) {
  if (words.size() > 3 && words[3].ends_with(time_unit)) {
    result.plans.push_back(plan_of(words));
    return;
  }
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

/// handle(line, its number) for every line.
template <typename Handle>
void for_each_line(std::string_view text, Handle handle) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    handle(text.substr(0, end), number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void append(std::string_view text, std::string_view origin, TunedText& result) {
  for_each_line(text, [&](std::string_view line, std::size_t number) {
    const std::vector<std::string_view> words = words_of(line);
    if (words.empty()) return;
    try {
      parse_line(words, result);
    } catch (const Error& error) {
      throw Error::io(fmt::format("{}:{}", origin, number), error.what());
    }
  });
}

/// One short line of what may be any bytes.
std::string printable(std::string text) {
  constexpr std::size_t most = 200;
  for (char& c : text) {
    if (c < ' ' || c > '~') c = '?';
  }
  if (text.size() > most) text = text.substr(0, most) + "...";
  return text;
}

}  // namespace

std::string to_text(const TunedKey& key) {
  const std::string length =
      key.axis_lengths.empty() ? std::to_string(key.length) : fmt::format("{}", fmt::join(key.axis_lengths, "x"));
  const std::string_view precision = key.narrow ? "f16" : to_string(Storage::native, key.precision);
  const char* data = key.alone ? ":alone" : key.cached ? ":cached" : "";
  return fmt::format("{}:{}:{}{}", name_of(roles, key.role), precision, length, data);
}

std::string to_text(const TunedPlan& plan) {
  return fmt::format("{} {} {} {:.4g}{}{}{}", plan.device, plan.problem, plan.shapes, plan.microseconds, time_unit,
                     plan.exhaustive ? " " : "", plan.exhaustive ? exhaustive : "");
}

ReadText read_tuned_text(std::string_view text, std::string_view origin) {
  constexpr std::size_t longest_line = 16384;
  ReadText result;
  for_each_line(text, [&](std::string_view line, std::size_t number) {
    std::string why;
    try {
      const std::vector<std::string_view> words = words_of(line);
      if (words.empty()) return;
      if (line.size() > longest_line) fail("a line", fmt::format("it has {} bytes", line.size()), "remove it");
      parse_line(words, result.text);
      return;
    } catch (const Error& error) {
      why = error.what();
    }
    result.refused.push_back({line, printable(fmt::format("{}:{}: {}", origin, number, why))});
  });
  return result;
}

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
