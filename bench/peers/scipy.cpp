// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// scipy.signal.oaconvolve, and scipy.fft with a product for circular convolutions: what users of Python convolve with.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <papilio/error.hpp>
#include <vector>

#include "bench/input.hpp"
#include "bench/peers/peers.hpp"
#include "bench/peers/python.hpp"
#include "bench/traffic.hpp"

namespace papilio::bench {
namespace {

/// Why it cannot do a convolution; std::nullopt if it can.
std::optional<std::string> obstacle(const ConvolutionProblem& problem) {
  const bool native = problem.in_storage == Storage::native && problem.out_storage == Storage::native;
  const ArrayLayout packed;
  if (!native) return "its numbers are f32 or f64";
  if (problem.has_channels()) return "it has no sum over channels";
  if (problem.placement == Placement::in_place) return "it has no work in place";
  if (problem.in != packed || problem.out != packed || problem.kernel != packed) return "its arrays are packed here";
  for (std::size_t axis = 0; problem.mode == ConvolutionMode::circular && axis < problem.lengths.size(); ++axis) {
    if (problem.kernel_lengths[axis] > problem.lengths[axis]) return "it would cut the kernel, which goes around";
  }
  return std::nullopt;
}

/// `count` packed arrays of these lengths.
std::string array_of(const ConvolutionProblem& problem, const void* address, std::int64_t count,
                     const std::vector<std::int64_t>& lengths) {
  std::vector<std::int64_t> shape = {count};
  shape.insert(shape.end(), lengths.begin(), lengths.end());
  std::vector<std::int64_t> strides(shape.size(), 1);
  for (std::size_t i = shape.size() - 1; i-- > 0;) strides[i] = strides[i + 1] * shape[i + 1];
  return array_text(address, problem.field == Field::complex ? 'c' : 'f', problem.element_bytes(), shape, strides);
}

/// The statements that define run(), of the arrays i, k and o.
std::string function_of(const ConvolutionProblem& problem, int threads) {
  std::vector<int> axes;  // of arrays with a batch in front
  std::vector<std::int64_t> lengths;
  for (const int axis : problem.convolved_axes()) {
    axes.push_back(axis + 1);
    lengths.push_back(problem.lengths[static_cast<std::size_t>(axis)]);
  }
  const bool correlates = problem.operation == Operation::correlate;
  const std::string of = fmt::format("axes=({},)", fmt::join(axes, ","));
  std::string text;
  std::string result;
  if (problem.mode == ConvolutionMode::circular) {
    const char* const kind = problem.field == Field::complex ? "" : "r";
    const std::string shape = fmt::format("({},)", fmt::join(lengths, ","));
    text = fmt::format("h = scipy.fft.{}fftn(k, {}, {})\n", kind, shape, of);
    if (correlates) text += "h = h.conj()\n";
    result = fmt::format("scipy.fft.i{0}fftn(scipy.fft.{0}fftn(i, {1}, {2}) * h, {1}, {2})", kind, shape, of);
  } else {
    if (correlates) text = fmt::format("k = numpy.flip(k, ({},)).conj()\n", fmt::join(axes, ","));
    const char* const mode = problem.mode == ConvolutionMode::full   ? "full"
                             : problem.mode == ConvolutionMode::same ? "same"
                                                                     : "valid";
    result = fmt::format("scipy.signal.oaconvolve(i, k, '{}', {})", mode, of);
  }
  return fmt::format("{}def run():\n with scipy.fft.set_workers({}): o[...] = {}\n", text, threads, result);
}

class ScipyPeer final : public PythonPeer {
 public:
  // The first call of a plan finds whatever the arena holds, and would warn of it.
  ScipyPeer(HostArena& arena, int threads)
      : PythonPeer(arena, threads, "scipy", "SciPy",
                   "import scipy, scipy.fft, scipy.signal\nversion = scipy.__version__\nnumpy.seterr(all='ignore')\n") {
  }

  std::optional<PeerRefusal> plan(const Problem& /*problem*/) override {
    return PeerRefusal{PeerOutcome::unsupported, "it is measured with convolutions alone"};
  }
  std::optional<PeerRefusal> plan(const ConvolutionProblem& problem) override {
    if (auto why = obstacle(problem)) return PeerRefusal{PeerOutcome::unsupported, *why};
    kernels_ = kernels_of(problem);
    return define(fmt::format("i = {}\nk = {}\no = {}\n{}",
                              array_of(problem, memory().input(), problem.batch, problem.lengths),
                              array_of(problem, kernels_.data(), problem.kernels, problem.kernel_lengths),
                              array_of(problem, memory().output(), problem.batch, problem.output_lengths()),
                              function_of(problem, threads())));
  }

 private:
  std::vector<std::byte> kernels_;
};

}  // namespace

std::unique_ptr<Peer> make_scipy_peer(HostArena& arena, int threads) {
  return std::make_unique<ScipyPeer>(arena, threads);
}

}  // namespace papilio::bench
