// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/overlap_save.hpp>
#include <vector>

#include "api/access.hpp"
#include "api/element_type.hpp"
#include "core/storage.hpp"
#include "plan/segments.hpp"
#include "runtime/device.hpp"

namespace papilio {

template <class T>
struct OverlapSave<T>::Impl {
  Convolution convolution;
  Filter filter;
  std::size_t history = 0;  ///< samples before a segment's first result: K-1
  std::size_t segment = 0;
  std::size_t block = 0;
  std::vector<T> pending;  ///< the history, and samples whose results are not there yet
  std::vector<T> input;
  std::vector<T> output;
  std::vector<T> ready;
  std::size_t pulled = 0;  ///< of ready

  Impl(const Convolution& on, std::span<const T> kernel) : convolution(on), filter(on.filter(kernel)) {
    history = kernel.size() - 1;
    segment = static_cast<std::size_t>(convolution.problem().lengths.front());
    input.resize(static_cast<std::size_t>(convolution.problem().signal_elements()));
    output.resize(static_cast<std::size_t>(convolution.problem().output_elements()));
    block = output.size();
    pending.resize(history);
  }

  /// Computes the results of the first `count` samples after the history, at most a block.
  void compute(std::size_t count) {
    const std::size_t step = segment - history;
    for (std::size_t b = 0; b * step < block; ++b) {
      const std::size_t from = std::min(b * step, pending.size());
      const std::size_t size = std::min(segment, pending.size() - from);
      const auto to = input.begin() + static_cast<std::ptrdiff_t>(b * segment);
      std::copy_n(pending.begin() + static_cast<std::ptrdiff_t>(from), size, to);
      std::fill_n(to + static_cast<std::ptrdiff_t>(size), segment - size, T{});
    }
    convolution.execute(filter, input, output);
    ready.erase(ready.begin(), ready.begin() + static_cast<std::ptrdiff_t>(pulled));
    pulled = 0;
    ready.insert(ready.end(), output.begin(), output.begin() + static_cast<std::ptrdiff_t>(count));
    pending.erase(pending.begin(), pending.begin() + static_cast<std::ptrdiff_t>(count));
  }
};

namespace {

template <class T>
Convolution convolution_of(const Device& device, std::span<const T> kernel, Operation operation, std::int64_t block) {
  api::require_device(device, "OverlapSave");
  if (kernel.empty()) throw Error::invalid_argument("OverlapSave", "the kernel has no elements", "give one at least");
  constexpr std::int64_t most = std::int64_t{1} << 27;
  if (block < 0 || block > most) {
    throw Error::invalid_argument(fmt::format("OverlapSave with a block of {} samples", block), "blocks have 1 to 2^27",
                                  "give 0 for what is fast");
  }
  ConvolutionProblem like;
  like.operation = operation;
  like.precision = api::ElementType<T>::precision;
  like.field = api::ElementType<T>::field;
  like.kernel_lengths = {static_cast<std::int64_t>(kernel.size())};
  return Convolution(device, plan::plan_segments(like, block, api::unwrap(device).caps()).problem);
}

const Convolution& checked(const Convolution& convolution) {
  const ConvolutionProblem& problem = convolution.problem();
  const auto native = [&](Storage storage) { return is_native(storage, problem.precision); };
  const bool packed = problem.in == ArrayLayout{} && problem.out == ArrayLayout{} && problem.kernel == ArrayLayout{};
  if (problem.mode == ConvolutionMode::valid && problem.lengths.size() == 1 && problem.kernels == 1 &&
      !problem.has_channels() && packed && problem.placement == Placement::out_of_place && native(problem.in_storage) &&
      native(problem.out_storage)) {
    return convolution;
  }
  throw Error::invalid_argument(
      "OverlapSave on " + problem.token(),
      "it takes valid ones of one axis and one kernel, packed, stored as they are computed with",
      "give a device instead of a convolution: it makes the right one");
}

}  // namespace

template <class T>
OverlapSave<T>::OverlapSave(const Device& device, std::span<const T> kernel, Operation operation, std::int64_t block)
    : impl_(std::make_unique<Impl>(convolution_of(device, kernel, operation, block), kernel)) {}
template <class T>
OverlapSave<T>::OverlapSave(const Convolution& convolution, std::span<const T> kernel)
    : impl_(std::make_unique<Impl>(checked(convolution), kernel)) {}
template <class T>
OverlapSave<T>::~OverlapSave() = default;
template <class T>
OverlapSave<T>::OverlapSave(OverlapSave&&) noexcept = default;
template <class T>
OverlapSave<T>& OverlapSave<T>::operator=(OverlapSave&&) noexcept = default;

template <class T>
void OverlapSave<T>::push(std::span<const T> samples) {
  while (!samples.empty()) {
    const std::size_t room = impl_->history + impl_->block - impl_->pending.size();
    const std::span<const T> part = samples.first(std::min(room, samples.size()));
    impl_->pending.insert(impl_->pending.end(), part.begin(), part.end());
    if (part.size() == room) impl_->compute(impl_->block);
    samples = samples.subspan(part.size());
  }
}

template <class T>
void OverlapSave<T>::flush() {
  const std::size_t waiting = impl_->pending.size() - impl_->history;
  if (waiting > 0) impl_->compute(waiting);
}

template <class T>
void OverlapSave<T>::finish() {
  push(std::vector<T>(impl_->history));
  flush();
  std::fill(impl_->pending.begin(), impl_->pending.end(), T{});
}

template <class T>
std::size_t OverlapSave<T>::available() const {
  return impl_->ready.size() - impl_->pulled;
}

template <class T>
std::size_t OverlapSave<T>::pull(std::span<T> to) {
  const std::size_t count = std::min(to.size(), available());
  std::copy_n(impl_->ready.begin() + static_cast<std::ptrdiff_t>(impl_->pulled), count, to.begin());
  impl_->pulled += count;
  return count;
}

template <class T>
std::int64_t OverlapSave<T>::block() const {
  return static_cast<std::int64_t>(impl_->block);
}

template <class T>
const Convolution& OverlapSave<T>::convolution() const {
  return impl_->convolution;
}

template class OverlapSave<float>;
template class OverlapSave<double>;
template class OverlapSave<std::complex<float>>;
template class OverlapSave<std::complex<double>>;

}  // namespace papilio
