// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Reads the problem token; <papilio/problem.hpp> gives its grammar. token_text.cpp writes it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <papilio/error.hpp>
#include <papilio/problem.hpp>

#include "core/chirps.hpp"
#include "core/compact.hpp"
#include "core/ends.hpp"
#include "core/layout.hpp"
#include "core/problem_names.hpp"
#include "core/token_reader.hpp"

namespace papilio {
namespace {

/// The sides that an option is about.
enum class OptionSides { both, input, output };
constexpr std::array<Named<OptionSides>, 3> planar_sides{
    {{"planar", OptionSides::both}, {"iplanar", OptionSides::input}, {"oplanar", OptionSides::output}}};
constexpr std::array<Named<OptionSides>, 3> compact_sides{
    {{"compact", OptionSides::both}, {"icompact", OptionSides::input}, {"ocompact", OptionSides::output}}};

constexpr std::string_view all_options =
    "forward, inverse, inplace, outofplace, scale=none, scale=1/n, scale=1/sqrt(n), norm=backward, norm=ortho, "
    "norm=forward, factor=, axes=, istrides=, ostrides=, idist=, odist=, ioffset=, ooffset=, in=, out=, scratch=, "
    "planar, iplanar, oplanar, zero=, skip=, compact, icompact, ocompact, modes=, pad=, crop=, band=, spiral=, "
    "detrend=, window=, taps=, phase=, ishift=, oshift=, omap=";

class TokenParser : private TokenReader {
 public:
  explicit TokenParser(std::string_view token)
      : TokenReader(token, "write KIND:PRECISION:LENGTH*BATCH, for example c2c:f32:4096*512") {}

  Problem parse() {
    if (!begins_with_shape()) {
      problem_.kind = named(kinds, required("kind"), "kind");
      parse_precision(required("precision"));
    }
    parse_shape(required("shape"));
    problem_.direction = own_direction(problem_.kind);
    while (std::optional<Piece> option = next()) parse_option(*option);
    if (norm_) problem_.scale = scale_of(*norm_, problem_.direction);
    prune();
    return problem_;
  }

 private:
  // The properties that options set; each may be set once.
  enum OptionGroup : std::size_t {
    direction,
    placement,
    scale,
    factor,
    axes,
    input_strides,
    output_strides,
    input_distance,
    output_distance,
    input_offset,
    output_offset,
    input_storage,
    output_storage,
    scratch_storage,
    planes,
    zero_ranges,
    skip_ranges,
    mode_counts,
    packing,
    sample_points,
    detrend,
    window,
    window_taps,
    window_phase,
    input_shift,
    output_shift,
    output_map,
    group_count
  };

  void parse_precision(const Piece& piece) {
    const TokenNumbers said = numbers(piece);
    problem_.precision = said.precision;
    problem_.in_storage = said.in;
    problem_.out_storage = said.out;
  }

  void parse_shape(const Piece& shape) {
    const std::size_t star = shape.text.find('*');
    problem_.lengths = list(shape.until(star), 'x', "length");
    if (star != std::string_view::npos) problem_.batch = positive(shape.from(star + 1), "batch");
  }

  double number(const Piece& piece, const char* what) const {
    double value = 0;
    const char* const end = piece.text.data() + piece.text.size();
    const auto [stop, error] = std::from_chars(piece.text.data(), end, value);
    if (error != std::errc() || stop != end || !std::isfinite(value)) {
      fail(piece.position, fmt::format("the {} {} is not a finite number", what, piece.quoted()),
           "write it as 0.5 or 1e-3");
    }
    return value;
  }

  /// An option with a value: the text before the value, what it sets, and how.
  struct Setter {
    std::string_view prefix;
    OptionGroup group;
    void (TokenParser::*set)(const Piece& value);
  };
  static constexpr std::size_t setter_count = 27;
  static const std::array<Setter, setter_count> setters;

  void parse_option(const Piece& option) {
    if (const auto found_direction = value_of(directions, option.text)) {
      claim(direction, option);
      problem_.direction = *found_direction;
      return;
    }
    if (const auto found_placement = value_of(placements, option.text)) {
      claim(placement, option);
      problem_.placement = *found_placement;
      return;
    }
    if (const auto found_planes = value_of(planar_sides, option.text)) {
      claim(planes, option);
      set_planes(*found_planes, option);
      return;
    }
    if (const auto found_compact = value_of(compact_sides, option.text)) {
      claim(packing, option);
      if (*found_compact != OptionSides::output) problem_.in_packing = Packing::compact;
      if (*found_compact != OptionSides::input) problem_.out_packing = Packing::compact;
      return;
    }
    for (const Setter& setter : setters) {
      if (!option.text.starts_with(setter.prefix)) continue;
      claim(setter.group, option);
      return (this->*setter.set)(option.from(setter.prefix.size()));
    }
    if (option.text.empty())
      fail(option.position, "an option is missing", fmt::format("known options: {}", all_options));
    if (option.text.starts_with("batch=")) {
      fail(option.position, "a batch is not an option",
           fmt::format("write it after the lengths, *{}", option.text.substr(6)));
    }
    fail_unknown(option, "option", all_options);
  }

  void set_axes(const Piece& value) { problem_.axes = axis_list(value, problem_.lengths.size()); }
  /// "1/n", or of single axes "1/n@0,1/sqrt(n)@2"
  void set_scale(const Piece& value) {
    if (value.text.find('@') == std::string_view::npos) {
      problem_.scale = named(scales, value, "scale");
      return;
    }
    problem_.axis_scales.assign(problem_.lengths.size(), Scale::none);
    std::vector<bool> said(problem_.lengths.size());
    for (const Piece& piece : pieces(value, ',')) {
      const int axis = axis_behind_at(piece).value_or(-1);
      if (axis < 0)
        fail(piece.position, fmt::format("scale {} names no axis", piece.quoted()), "write 1/n@0,1/sqrt(n)@1");
      if (said[axis]) fail(piece.position, "an axis has one scale", "write 1/n@0,1/sqrt(n)@1");
      said[axis] = true;
      problem_.axis_scales[axis] = named(scales, piece.until(piece.text.find('@')), "scale");
    }
  }
  void set_norm(const Piece& value) { norm_ = named(norms, value, "norm"); }
  void set_factor(const Piece& value) { problem_.factor = number(value, "factor"); }
  void set_input_strides(const Piece& value) { problem_.in_strides = strides(value, "input stride"); }
  void set_output_strides(const Piece& value) { problem_.out_strides = strides(value, "output stride"); }
  void set_input_distance(const Piece& value) { problem_.in_distance = distance(value, "input distance"); }
  void set_output_distance(const Piece& value) { problem_.out_distance = distance(value, "output distance"); }
  void set_input_offset(const Piece& value) { problem_.in_offset = integer(value, "input offset"); }
  void set_output_offset(const Piece& value) { problem_.out_offset = integer(value, "output offset"); }
  void set_input_storage(const Piece& value) { problem_.in_storage = named(storages, value, "storage"); }
  void set_scratch_storage(const Piece& value) { problem_.scratch_storage = named(storages, value, "storage"); }
  void set_zero(const Piece& value) { problem_.zero = ranges(value); }
  void set_skip(const Piece& value) { problem_.skip = ranges(value); }
  void set_pad(const Piece& value) { pad_ = value; }
  void set_crop(const Piece& value) { crop_ = value; }
  void set_modes(const Piece& value) { modes_ = value; }
  void set_band(const Piece& value) {
    std::vector<Piece> parts = pieces(value, ',');
    FrequencyBand band;
    band.endpoint = parts.back().text == "endpoint";
    if (band.endpoint) parts.pop_back();
    if (parts.size() < 2 || parts.size() > 3) fail_contour(value, "the band", "band=LOW,HIGH or band=LOW,HIGH,RATE");
    band.low = number(parts[0], "frequency");
    band.high = number(parts[1], "frequency");
    if (parts.size() == 3) band.rate = number(parts[2], "rate");
    problem_.contour = band;
  }
  void set_spiral(const Piece& value) {
    const std::vector<Piece> parts = pieces(value, ',');
    if (parts.size() != 2 && parts.size() != 4)
      fail_contour(value, "the spiral", "spiral=WRE,WIM or spiral=WRE,WIM,ARE,AIM");
    const auto at = [&](std::size_t i) { return std::complex(number(parts[i], "part"), number(parts[i + 1], "part")); };
    problem_.contour = Spiral{at(0), parts.size() == 4 ? at(2) : 1};
  }
  [[noreturn]] void fail_contour(const Piece& value, const char* what, const char* form) const {
    fail(value.position, fmt::format("{} {} has another form", what, value.quoted()), fmt::format("write {}", form));
  }
  void set_output_storage(const Piece& value) { problem_.out_storage = named(storages, value, "storage"); }

  void set_input_shift(const Piece& value) { problem_.in_shift = axis_list(value, problem_.lengths.size()); }
  void set_output_shift(const Piece& value) { problem_.out_shift = axis_list(value, problem_.lengths.size()); }

  void set_output_map(const Piece& value) { problem_.out_map = named(map_names, value, "map"); }

  /// "mean@0"
  void set_detrend(const Piece& value) {
    if (const std::optional<int> axis = axis_behind_at(value)) problem_.detrend_axis = *axis;
    problem_.detrend = named(detrend_names, value.until(value.text.find('@')), "detrend");
  }

  /// The axis of "mean@0".
  std::optional<int> axis_behind_at(const Piece& value) const {
    const std::size_t at = value.text.find('@');
    if (at == std::string_view::npos) return std::nullopt;
    const std::vector<int> axis = axis_list(value.from(at + 1), problem_.lengths.size());
    if (axis.size() > 1) fail(value.position, "there is one axis", "write one axis after @");
    return axis.front();
  }

  /// "kaiser(8.6)/symmetric@0"
  void set_window(const Piece& value) {
    constexpr std::string_view symmetric = "/symmetric";
    if (const std::optional<int> axis = axis_behind_at(value)) problem_.window.axis = *axis;
    Piece name = value.until(value.text.find('@'));
    if (name.text.ends_with(symmetric)) {
      problem_.window.form = WindowForm::symmetric;
      name = name.until(name.text.size() - symmetric.size());
    }
    const std::size_t bracket = name.text.find('(');
    problem_.window.kind = named(window_names, name.until(bracket), "window");
    const bool kaiser = problem_.window.kind == WindowFunction::kaiser;
    if (kaiser != (bracket != std::string_view::npos) || (kaiser && !name.text.ends_with(')')))
      fail(name.position, fmt::format("{} is no window", name.quoted()),
           "write kaiser(BETA), and others without brackets");
    if (kaiser) problem_.window.beta = number(name.until(name.text.size() - 1).from(bracket + 1), "beta");
  }

  void set_taps(const Piece& value) { problem_.window.taps = positive(value, "taps"); }
  void set_phase(const Piece& value) {
    if (value.text != "signal") fail(value.position, fmt::format("{} is no phase", value.quoted()), "write signal");
    problem_.window.phase = WindowPhase::signal;
  }

  void set_planes(OptionSides which, const Piece& option) {
    const bool input = which != OptionSides::output && !problem_.real_input();
    const bool output = which != OptionSides::input && !problem_.real_results();
    if (!input && !output) fail(option.position, "no complex side to be planar", "leave it out");
    if (input) problem_.in_layout = ComplexLayout::planar;
    if (output) problem_.out_layout = ComplexLayout::planar;
  }

  std::vector<std::int64_t> strides(const Piece& value, const char* what) const {
    std::vector<std::int64_t> values = stride_list(value, what);
    if (values.size() != problem_.lengths.size()) {
      fail(value.position, fmt::format("{} {}s for {} lengths", values.size(), what, problem_.lengths.size()),
           "give one for each length");
    }
    return values;
  }

  std::vector<Range> ranges(const Piece& value) const {
    std::vector<Range> values = range_list(value);
    require_one_a_length(value, values.size(), "range");
    return values;
  }

  /// Ranges that pad= and crop= leave out of a side with so many indices.
  std::vector<Range> ranges_outside(const Piece& value, const std::vector<std::int64_t>& indices) const {
    const std::vector<Piece> counts = pieces(value, 'x');
    std::vector<Range> values;
    for (std::size_t i = 0; i < std::min(counts.size(), indices.size()); ++i)
      values.push_back(outside(counts[i], indices[i]));
    require_one_a_length(value, counts.size(), "count");
    return values;
  }

  /// Applies the options that depend on others.
  void prune() {
    if (pad_) {
      problem_.zero = ranges_outside(*pad_, input_indices(problem_));
      problem_.in_packing = Packing::compact;
    }
    if (crop_) {
      problem_.skip = ranges_outside(*crop_, output_indices(problem_));
      problem_.out_packing = Packing::compact;
    }
    if (modes_) {
      const bool input = has_modes_in_input(problem_);
      const std::vector<std::int64_t> indices = input ? input_indices(problem_) : output_indices(problem_);
      claim(input ? zero_ranges : skip_ranges, claimed_[mode_counts]);
      std::vector<std::int64_t> counts;
      for (const Piece& piece : pieces(*modes_, 'x')) {
        const bool all = piece.text == "-" && counts.size() < indices.size();
        counts.push_back(all ? indices[counts.size()] : positive(piece, "number of modes"));
      }
      require_one_a_length(*modes_, counts.size(), "mode count");
      (input ? problem_.zero : problem_.skip) = ranges_of_modes(problem_, counts);
      (input ? problem_.in_packing : problem_.out_packing) = Packing::compact;
    }
    if (const Piece& compact = claimed_[packing]; !compact.text.empty()) require_ranges(compact);
  }

  /// `compact` needs ranges of one side, icompact and ocompact those of their own.
  void require_ranges(const Piece& compact) const {
    const std::optional<OptionSides> sides = value_of(compact_sides, compact.text);
    if (problem_.zero.empty() && problem_.skip.empty())
      fail(compact.position, "there is no range to leave out", "add zero= or skip=");
    if (sides == OptionSides::input && problem_.zero.empty())
      fail(compact.position, "there is no range of the input to leave out", "add zero=, or write ocompact");
    if (sides == OptionSides::output && problem_.skip.empty())
      fail(compact.position, "there is no range of the output to leave out", "add skip=, or write icompact");
  }

  void require_one_a_length(const Piece& value, std::size_t count, const char* what) const {
    if (count == problem_.lengths.size()) return;
    fail(value.position, fmt::format("{} {}s for {} lengths", count, what, problem_.lengths.size()),
         "give one for each length, with an x between them and - for none");
  }

  void claim(OptionGroup group, const Piece& option) { TokenReader::claim(claimed_[group], option); }

  std::array<Piece, group_count> claimed_{};
  std::optional<Norm> norm_;
  std::optional<Piece> pad_;
  std::optional<Piece> crop_;
  std::optional<Piece> modes_;
  Problem problem_;
};

constexpr std::array<TokenParser::Setter, TokenParser::setter_count> TokenParser::setters{
    {{"scale=", scale, &TokenParser::set_scale},
     {"norm=", scale, &TokenParser::set_norm},
     {"factor=", factor, &TokenParser::set_factor},
     {"axes=", axes, &TokenParser::set_axes},
     {"istrides=", input_strides, &TokenParser::set_input_strides},
     {"ostrides=", output_strides, &TokenParser::set_output_strides},
     {"idist=", input_distance, &TokenParser::set_input_distance},
     {"odist=", output_distance, &TokenParser::set_output_distance},
     {"ioffset=", input_offset, &TokenParser::set_input_offset},
     {"ooffset=", output_offset, &TokenParser::set_output_offset},
     {"in=", input_storage, &TokenParser::set_input_storage},
     {"out=", output_storage, &TokenParser::set_output_storage},
     {"scratch=", scratch_storage, &TokenParser::set_scratch_storage},
     {"zero=", zero_ranges, &TokenParser::set_zero},
     {"skip=", skip_ranges, &TokenParser::set_skip},
     {"pad=", zero_ranges, &TokenParser::set_pad},
     {"crop=", skip_ranges, &TokenParser::set_crop},
     {"modes=", mode_counts, &TokenParser::set_modes},
     {"band=", sample_points, &TokenParser::set_band},
     {"spiral=", sample_points, &TokenParser::set_spiral},
     {"detrend=", detrend, &TokenParser::set_detrend},
     {"window=", window, &TokenParser::set_window},
     {"taps=", window_taps, &TokenParser::set_taps},
     {"phase=", window_phase, &TokenParser::set_phase},
     {"ishift=", input_shift, &TokenParser::set_input_shift},
     {"oshift=", output_shift, &TokenParser::set_output_shift},
     {"omap=", output_map, &TokenParser::set_output_map}}};

}  // namespace

Problem Problem::parse(std::string_view token) {
  const Problem problem = TokenParser(token).parse();
  problem.validate();
  return problem.normalised();
}

}  // namespace papilio
