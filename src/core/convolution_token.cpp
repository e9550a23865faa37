// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The token of a convolution, read and written; <papilio/convolution_problem.hpp> gives its grammar.
#include <fmt/ranges.h>

#include <papilio/convolution_problem.hpp>

#include "core/storage.hpp"
#include "core/token_reader.hpp"

namespace papilio {
namespace {

constexpr std::array<Named<Operation>, 2> operations{{{"conv", Operation::convolve}, {"corr", Operation::correlate}}};
constexpr std::array<Named<Field>, 2> fields{{{"real", Field::real}, {"complex", Field::complex}}};
constexpr std::array<Named<ConvolutionMode>, 4> modes{{{"full", ConvolutionMode::full},
                                                       {"same", ConvolutionMode::same},
                                                       {"valid", ConvolutionMode::valid},
                                                       {"circular", ConvolutionMode::circular}}};

class ConvolutionParser : private TokenReader {
 public:
  explicit ConvolutionParser(std::string_view token)
      : TokenReader(token,
                    "write OPERATION:PRECISION:LENGTH*COUNT:kernel=LENGTH, for example conv:f32:4096*512:kernel=129") {}

  ConvolutionProblem parse() {
    problem_.operation = named(operations, required("operation"), "operation");
    const TokenNumbers said = numbers(required("precision"));
    problem_.precision = said.precision;
    problem_.in_storage = said.in;
    problem_.out_storage = said.out;
    parse_shape(required("shape"), problem_.lengths, problem_.batch);
    const Piece kernel = required("kernel");
    if (!kernel.text.starts_with("kernel=")) {
      fail(kernel.position, kernel.quoted() + " is not a kernel", "write kernel=LENGTH after the signal's shape");
    }
    parse_shape(kernel.from(7), problem_.kernel_lengths, problem_.kernels);
    if (problem_.kernel_lengths.size() != problem_.lengths.size()) {
      fail(kernel.position, fmt::format("{} kernel lengths for {} of the signal", problem_.kernel_lengths.size(),
                                        problem_.lengths.size()), "give as many");
    }
    while (const std::optional<Piece> option = next()) parse_option(*option);
    return problem_;
  }

 private:
  void parse_shape(const Piece& shape, std::vector<std::int64_t>& lengths, std::int64_t& count) const {
    const std::size_t star = shape.text.find('*');
    lengths = list(shape.until(star), 'x', "length");
    if (star != std::string_view::npos) count = positive(shape.from(star + 1), "count");
  }

  void parse_option(const Piece& option) {
    if (const auto mode = value_of(modes, option.text)) {
      claim(mode_, option);
      problem_.mode = *mode;
    } else if (const auto field = value_of(fields, option.text)) {
      claim(field_, option);
      problem_.field = *field;
    } else if (option.text.starts_with("in=")) {
      claim(in_, option);
      problem_.in_storage = named(storages, option.from(3), "storage");
    } else if (option.text.starts_with("out=")) {
      claim(out_, option);
      problem_.out_storage = named(storages, option.from(4), "storage");
    } else {
      fail(option.position, option.text.empty() ? "an option is missing" : "unknown option " + option.quoted(),
           fmt::format("known options: {}, {}, in=STORAGE, out=STORAGE", names(modes), names(fields)));
    }
  }

  Piece mode_;
  Piece field_;
  Piece in_;
  Piece out_;
  ConvolutionProblem problem_;
};

}  // namespace

ConvolutionProblem ConvolutionProblem::parse(std::string_view token) {
  ConvolutionProblem problem = ConvolutionParser(token).parse();
  for (Storage* storage : {&problem.in_storage, &problem.out_storage}) {
    if (is_native(*storage, problem.precision)) *storage = Storage::native;
  }
  problem.validate();
  return problem;
}

std::string ConvolutionProblem::token() const {
  const auto shape = [](const std::vector<std::int64_t>& of, std::int64_t count) {
    return fmt::format("{}", fmt::join(of, "x")) + (count == 1 ? "" : fmt::format("*{}", count));
  };
  const TokenNumbers numbers{precision, in_storage, out_storage};
  std::string token = fmt::format("{}:{}:{}:kernel={}", name_of(operations, operation), numbers.name(),
                                  shape(lengths, batch), shape(kernel_lengths, kernels));
  if (mode != ConvolutionMode::full) token += fmt::format(":{}", name_of(modes, mode));
  if (field != Field::real) token += fmt::format(":{}", name_of(fields, field));
  return token + numbers.options();
}

}  // namespace papilio
