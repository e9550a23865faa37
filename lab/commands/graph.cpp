// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio graph LENGTH -o FILE: the flow graph of an FFT as a picture.
#include <fmt/format.h>

#include <bit>
#include <memory>
#include <papilio/error.hpp>

#include "core/presentable.hpp"
#include "lab/commands/commands.hpp"
#include "lab/graph/drawing.hpp"
#include "lab/graph/radix2.hpp"
#include "lab/graph/stockham.hpp"
#include "lab/tables/gpu_fft_passes.hpp"
#include "lab/tables/radices.hpp"
#include "tools/commands/one_of.hpp"
#include "tools/commands/planned.hpp"
#include "tools/plot/picture_name.hpp"

namespace papilio::tool {
namespace {

enum class GraphAlgorithm { time, frequency, plan };

struct GraphArguments {
  std::string length;
  std::string out;
  GraphAlgorithm algorithm = GraphAlgorithm::time;
  std::optional<WireOrder> order;
  std::string passes;
  PlanTarget target;
};

/// Parses 256, 2^8 or c2c:f32:256.
std::int64_t length_of(const std::string& text) {
  if (text.find(':') == std::string::npos) return parse_length(text, "length");
  const Problem problem = Problem::parse(text);
  Problem plain = Problem::c2c(problem.precision, problem.points());
  if (problem != plain.normalised()) {
    throw Error::invalid_argument(fmt::format("a graph of {}", text), "graphs are of one forward complex transform",
                                  fmt::format("ask for {}", plain.token()));
  }
  return problem.points();
}

std::vector<int> passes_of(const GraphArguments& options, std::int64_t n) {
  if (n < 2 || n > 4096 || !std::has_single_bit(static_cast<std::uint64_t>(n))) {
    throw Error::invalid_argument(fmt::format("a radix-2 graph of {} points", n),
                                  "it has 2 to 4096 points, a power of two",
                                  n <= 4096 ? "ask for --algorithm plan" : "choose a shorter one");
  }
  if (!options.passes.empty()) {
    std::vector<int> bits;
    std::int64_t product = 1;
    for (const std::int64_t factor : parse_factors(options.passes, "--passes")) {
      bits.push_back(std::countr_zero(static_cast<std::uint64_t>(factor)));
      product = std::has_single_bit(static_cast<std::uint64_t>(factor)) ? std::min(product * factor, 2 * n) : 0;
    }
    if (product == n) return bits;
    throw Error::invalid_argument("--passes " + options.passes,
                                  fmt::format("passes are powers of two whose product is {}", n),
                                  "write exponents of two: 4+4");
  }
  const int log2_n = std::countr_zero(static_cast<std::uint64_t>(n));
  if (log2_n < gpu_fft_least) return {log2_n};
  const std::span<const int> own = gpu_fft_passes(log2_n);
  return {own.begin(), own.end()};
}

/// The kernels that the device would run.
FlowGraph plan_graph(const GraphArguments& options, std::int64_t n) {
  const std::string token =
      options.length.find(':') == std::string::npos ? fmt::format("c2c:f32:{}", n) : options.length;
  const Planned planned = make_planned(token, options.target);
  std::vector<StockhamPass> passes;
  for (const plan::Pass* const pass : planned.tree.passes()) {
    const KernelSpec& spec = pass->kernel;
    if (spec.algorithm != Algorithm::stockham || spec.load != LoadOp::none || spec.store != StoreOp::none) {
      throw Error::unsupported(fmt::format("a graph of {} on {}", token, planned.device),
                               "its plan is a convolution, Rader's or Bluestein's, not butterflies alone",
                               "choose a length without large prime factors");
    }
    passes.push_back({spec.radices, spec.shape.twiddles == Twiddles::fused});
  }
  FlowGraph graph = stockham_graph(passes);
  graph.title += " (" + planned.device + ")";
  return graph;
}

void run(const GraphArguments& options) {
  const std::int64_t n = length_of(options.length);
  const bool plan = options.algorithm == GraphAlgorithm::plan;
  if (plan && (options.order || !options.passes.empty())) {
    throw Error::invalid_argument(options.order ? "--order" : "--passes", "the plan decides its order and its passes",
                                  "leave it out, or ask for --algorithm dit or dif");
  }
  if (!names_picture(options.out)) {
    throw Error::invalid_argument(options.out, "the extension names no picture format", "choose .svg, .pdf or .png");
  }
  FlowGraph graph;
  if (plan) {
    graph = plan_graph(options, n);
  } else {
    const RadixTwo algorithm = options.algorithm == GraphAlgorithm::time ? RadixTwo::time : RadixTwo::frequency;
    graph = radix2_graph(algorithm, options.order.value_or(WireOrder::classic), passes_of(options, n));
  }
  draw_graph(options.out, graph);
  fmt::print("written   {}\n", presentable(options.out));
}

}  // namespace

void add_graph(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("graph", "Draw the flow graph of an FFT");
  const auto options = std::make_shared<GraphArguments>();
  command->add_option("LENGTH", options->length, "2 … 4096: 256, 2^8 or c2c:f32:256")->required();
  command->add_option("-o,--output", options->out, "The picture: .svg, .pdf or .png")->required();
  command
      ->add_option("--algorithm", options->algorithm,
                   "dit: radix 2, decimation in time (the default); dif: in frequency; plan: the kernels of the "
                   "device")
      ->transform(one_of({name("dit", GraphAlgorithm::time), name("dif", GraphAlgorithm::frequency),
                          name("plan", GraphAlgorithm::plan)}));
  command
      ->add_option("--order", options->order,
                   "classic: every wire keeps its number (the default); practical: bits are rotated between passes, "
                   "which work on neighbouring wires")
      ->transform(one_of({name("classic", WireOrder::classic), name("practical", WireOrder::practical)}));
  command->add_option("--passes", options->passes, "Exponents of two of the passes: 4+4; by default GPU_FFT's");
  add_target_options(*command, options->target);
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
