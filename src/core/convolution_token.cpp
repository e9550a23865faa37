// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Reads and writes the token of a convolution; <papilio/convolution_problem.hpp> gives its grammar.
#include <fmt/ranges.h>

#include <papilio/convolution_problem.hpp>

#include "core/storage.hpp"
#include "core/token_reader.hpp"

namespace papilio {
namespace {

constexpr std::array<Named<Operation>, 3> operations{
    {{"conv", Operation::convolve}, {"corr", Operation::correlate}, {"operator", Operation::operate}}};
constexpr std::array<Named<Field>, 2> fields{{{"real", Field::real}, {"complex", Field::complex}}};
constexpr std::array<Named<ConvolutionMode>, 4> modes{{{"full", ConvolutionMode::full},
                                                       {"same", ConvolutionMode::same},
                                                       {"valid", ConvolutionMode::valid},
                                                       {"circular", ConvolutionMode::circular}}};

constexpr std::array<Named<Placement>, 2> placements{
    {{"outofplace", Placement::out_of_place}, {"inplace", Placement::in_place}}};

/// The sides of a convolution, each with its letter in the token.
struct LetteredSide {
  char letter;
  ArrayLayout ConvolutionProblem::*layout;
  const char* name;
};
constexpr std::array<LetteredSide, 3> sides{{{'i', &ConvolutionProblem::in, "input"},
                                             {'o', &ConvolutionProblem::out, "output"},
                                             {'k', &ConvolutionProblem::kernel, "kernel"}}};

class ConvolutionParser : private TokenReader {
 public:
  explicit ConvolutionParser(std::string_view token)
      : TokenReader(
            token,
            "write OPERATION:PRECISION:LENGTH*COUNT:kernel=LENGTH, for example conv:f32:4096*512:kernel=129, or "
            "operator:PRECISION:LENGTH*COUNT") {}

  ConvolutionProblem parse() {
    problem_.operation = named(operations, required("operation"), "operation");
    const TokenNumbers said = numbers(required("precision"));
    problem_.precision = said.precision;
    problem_.in_storage = said.in;
    problem_.out_storage = said.out;
    parse_shape(required("shape"), problem_.lengths, problem_.batch);
    operates() ? parse_operator() : parse_convolution();
    return problem_;
  }

 private:
  [[nodiscard]] bool operates() const { return problem_.operation == Operation::operate; }

  /// The kernel and the mode follow from the shape.
  void parse_operator() {
    problem_.mode = ConvolutionMode::circular;
    problem_.kernel_lengths.assign(problem_.lengths.size(), 1);
    while (const std::optional<Piece> option = next()) parse_option(*option);
    for (const int axis : problem_.convolved_axes()) problem_.kernel_lengths[axis] = problem_.lengths[axis];
  }

  void parse_convolution() {
    const Piece kernel = required("kernel");
    if (!kernel.text.starts_with("kernel=")) {
      fail(kernel.position, kernel.quoted() + " is not a kernel", "write kernel=LENGTH after the signal's shape");
    }
    parse_shape(kernel.from(7), problem_.kernel_lengths, problem_.kernels);
    if (problem_.kernel_lengths.size() != problem_.lengths.size()) {
      fail(kernel.position,
           fmt::format("{} kernel lengths for {} of the signal", problem_.kernel_lengths.size(),
                       problem_.lengths.size()),
           "give as many");
    }
    while (const std::optional<Piece> option = next()) parse_option(*option);
  }

  void parse_shape(const Piece& shape, std::vector<std::int64_t>& lengths, std::int64_t& count) const {
    const std::size_t star = shape.text.find('*');
    lengths = list(shape.until(star), 'x', "length");
    if (star != std::string_view::npos) count = positive(shape.from(star + 1), "count");
  }

  void parse_option(const Piece& option) {
    if (const auto mode = value_of(modes, option.text); mode && !operates()) {
      claim(mode_, option);
      problem_.mode = *mode;
    } else if (const auto field = value_of(fields, option.text)) {
      claim(field_, option);
      problem_.field = *field;
    } else if (const auto placement = value_of(placements, option.text)) {
      claim(placement_, option);
      problem_.placement = *placement;
    } else if (option.text.starts_with("in=")) {
      claim(in_, option);
      problem_.in_storage = named(storages, option.from(3), "storage");
    } else if (option.text.starts_with("out=")) {
      claim(out_, option);
      problem_.out_storage = named(storages, option.from(4), "storage");
    } else if (option.text.starts_with("axes=")) {
      claim(axes_, option);
      problem_.axes = axis_list(option.from(5), problem_.lengths.size());
    } else if (option.text.starts_with("spectra=") && operates()) {
      claim(spectra_, option);
      problem_.kernels = positive(option.from(8), "number of spectra");
    } else if (option.text.starts_with("channels=") && !operates()) {
      claim(channels_, option);
      set_channels(option.from(9));
    } else if (!parse_layout(option)) {
      const std::string own = operates() ? "spectra=N" : names(modes) + ", channels=IxO";
      const std::string known = fmt::format(
          "{}, {}, inplace, outofplace, in=STORAGE, out=STORAGE, axes=A,B, and planar, strides=S,T, dist=N, offset=N "
          "with i, o or k before them",
          own, names(fields));
      if (option.text.empty()) fail(option.position, "an option is missing", fmt::format("known options: {}", known));
      fail_unknown(option, "option", known);
    }
  }

  void set_channels(const Piece& value) {
    const std::vector<std::int64_t> both = list(value, 'x', "number of channels");
    if (both.size() != 2) {
      fail(value.position, fmt::format("{} are {} numbers", value.quoted(), both.size()),
           "write channels=INPUTSxOUTPUTS, for example channels=3x8");
    }
    problem_.in_channels = both[0];
    problem_.out_channels = both[1];
  }

  /// Parses an option of one side, or "planar" for all sides.
  bool parse_layout(const Piece& option) {
    if (option.text == "planar") {
      for (std::size_t i = 0; i < sides.size(); ++i) set_planar(i, option);
      return true;
    }
    for (std::size_t i = 0; i < sides.size(); ++i) {
      if (!option.text.starts_with(sides[i].letter)) continue;
      const Piece rest = option.from(1);
      const std::string side = sides[i].name;
      ArrayLayout& layout = problem_.*sides[i].layout;
      if (rest.text == "planar") {
        set_planar(i, option);
      } else if (rest.text.starts_with("strides=")) {
        claim(strides_[i], option);
        layout.strides = stride_list(rest.from(8), (side + " stride").c_str());
      } else if (rest.text.starts_with("dist=")) {
        claim(distances_[i], option);
        layout.distance = distance(rest.from(5), (side + " distance").c_str());
      } else if (rest.text.starts_with("offset=")) {
        claim(offsets_[i], option);
        layout.offset = integer(rest.from(7), (side + " offset").c_str());
      } else {
        continue;
      }
      return true;
    }
    return false;
  }

  void set_planar(std::size_t side, const Piece& option) {
    claim(planes_[side], option);
    (problem_.*sides[side].layout).layout = ComplexLayout::planar;
  }

  Piece mode_;
  Piece field_;
  Piece placement_;
  Piece in_;
  Piece out_;
  Piece axes_;
  Piece channels_;
  Piece spectra_;
  // One for each side.
  std::array<Piece, sides.size()> strides_{};
  std::array<Piece, sides.size()> distances_{};
  std::array<Piece, sides.size()> offsets_{};
  std::array<Piece, sides.size()> planes_{};
  ConvolutionProblem problem_;
};

/// The options that are not the default.
std::string layout_text(const LetteredSide& side, const ArrayLayout& layout) {
  std::string text;
  if (!layout.strides.empty()) text += fmt::format(":{}strides={}", side.letter, fmt::join(layout.strides, ","));
  if (layout.distance != 0) text += fmt::format(":{}dist={}", side.letter, layout.distance);
  if (layout.offset != 0) text += fmt::format(":{}offset={}", side.letter, layout.offset);
  return text;
}

std::string planes_text(const ConvolutionProblem& problem) {
  std::string text;
  bool all = true;
  for (const LetteredSide& side : sides) {
    const bool planar = (problem.*side.layout).layout == ComplexLayout::planar;
    if (planar) text += fmt::format(":{}planar", side.letter);
    all &= planar;
  }
  return all ? ":planar" : text;
}

}  // namespace

ConvolutionProblem ConvolutionProblem::parse(std::string_view token) {
  const ConvolutionProblem problem = ConvolutionParser(token).parse();
  problem.validate();
  return problem.normalised();
}

std::string ConvolutionProblem::token() const {
  const auto shape = [](const std::vector<std::int64_t>& of, std::int64_t count) {
    return fmt::format("{}", fmt::join(of, "x")) + (count == 1 ? "" : fmt::format("*{}", count));
  };
  // A malformed problem has no meaningful sides; its fields are written as they are.
  const ConvolutionProblem own = kernel_lengths.size() == lengths.size() ? normalised() : *this;
  const TokenNumbers numbers{precision, own.in_storage, own.out_storage};
  const bool operates = operation == Operation::operate;
  std::string token = fmt::format("{}:{}:{}", name_of(operations, operation), numbers.name(), shape(lengths, batch));
  if (!operates) token += ":kernel=" + shape(kernel_lengths, kernels);
  if (operates && kernels != 1) token += fmt::format(":spectra={}", kernels);
  if (mode != ConvolutionMode::full && !operates) token += fmt::format(":{}", name_of(modes, mode));
  if (field != Field::real) token += fmt::format(":{}", name_of(fields, field));
  if (placement != Placement::out_of_place) token += fmt::format(":{}", name_of(placements, placement));
  if (!own.axes.empty()) token += fmt::format(":axes={}", fmt::join(own.axes, ","));
  if (has_channels()) token += fmt::format(":channels={}x{}", in_channels, out_channels);
  for (const LetteredSide& side : sides) token += layout_text(side, own.*side.layout);
  return token + numbers.options() + planes_text(*this);
}

}  // namespace papilio
