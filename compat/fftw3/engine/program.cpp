// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <algorithm>
#include <functional>
#include <papilio/plan.hpp>
#include <span>
#include <utility>

namespace papilio::fftw3 {
namespace {

/// Element 0 of a place. The imaginary part is null for one array of complex numbers, and for real ones.
struct PlaneView {
  std::byte* data = nullptr;
  std::byte* imaginary = nullptr;
};

struct ByteRange {
  const std::byte* begin = nullptr;
  const std::byte* end = nullptr;
};

bool meet(const ByteRange& a, const ByteRange& b) {
  const std::less<const std::byte*> before;
  return before(a.begin, b.end) && before(b.begin, a.end);
}

/// The memory of one array of a side.
ByteRange range_of(const Transform& transform, TransformSide side, const void* array) {
  const IndexExtent extent = transform.extent(side);
  const std::int64_t bytes = transform.element_bytes(side);
  const auto* zero = static_cast<const std::byte*>(array);
  return {zero + extent.lowest * bytes, zero + (extent.highest + 1) * bytes};
}

/// Packed copies of the input and of the output. Their memory is kept between executions.
struct PackedCopies {
  std::unique_ptr<std::byte[]> in_copy;
  std::unique_ptr<std::byte[]> out_copy;
  std::vector<int> exponents;  ///< CopyFormat::exponents of copies of long doubles
};

bool is_copy(StepPlace place) { return place == StepPlace::in_copy || place == StepPlace::out_copy; }

/// How the arrays of an execution lie.
Aliasing aliasing_of(const Transform& transform, const PlanArrays& arrays) {
  const auto side_meets = [&](TransformSide side, const void* a, TransformSide other, const void* b) {
    return a != nullptr && b != nullptr && meet(range_of(transform, side, a), range_of(transform, other, b));
  };
  if (side_meets(TransformSide::in, arrays.in, TransformSide::in, arrays.in_imaginary)) return Aliasing::staged;
  if (side_meets(TransformSide::out, arrays.out, TransformSide::out, arrays.out_imaginary)) return Aliasing::staged;
  if (arrays.in == arrays.out && arrays.in_imaginary == arrays.out_imaginary) return Aliasing::in_place;
  for (const void* in : {arrays.in, arrays.in_imaginary}) {
    for (const void* out : {arrays.out, arrays.out_imaginary}) {
      if (side_meets(TransformSide::in, in, TransformSide::out, out)) return Aliasing::overlap;
    }
  }
  return Aliasing::apart;
}

/// True if some memory between the first and the last element of a side is no element.
bool has_gaps(const Transform& transform, TransformSide side) {
  std::int64_t elements = 1;
  for (const Dim& dim : transform.howmany) elements *= dim.n;
  for (std::size_t i = 0; i < transform.dims.size(); ++i) elements *= transform.length(i, side);
  return elements != transform.extent(side).elements();
}

}  // namespace

/// Steps with their plans.
class DeviceProgram::Compiled {
 public:
  Compiled(DeviceEngine& engine, const Transform& transform, Aliasing aliasing);
  void execute(const PlanArrays& arrays);
  [[nodiscard]] std::string describe() const;

 private:
  [[nodiscard]] PlaneView view(StepPlace place, const PlanArrays& arrays, const PackedCopies& scratch) const;
  void run(const FftStep& step, const Plan& plan, const PlanArrays& arrays, const PackedCopies& scratch) const;
  void run(const CopyStep& step, const PlanArrays& arrays, PackedCopies& scratch) const;
  void run(const PairStep& step, const PlanArrays& arrays, const PackedCopies& scratch) const;
  [[nodiscard]] bool complex_place(StepPlace place) const;
  PackedCopies take_scratch();
  void give_back(PackedCopies scratch);

  const Transform& transform_;
  ProgramSteps steps_;
  std::vector<Plan> plans_;  ///< one a step; none for other steps
  std::mutex mutex_;
  std::vector<PackedCopies> idle_;
};

DeviceProgram::Compiled::Compiled(DeviceEngine& engine, const Transform& transform, Aliasing aliasing)
    : transform_(transform), steps_(make_steps(transform, aliasing)) {
  for (const ProgramStep& step : steps_.steps) {
    const auto* fft = std::get_if<FftStep>(&step);
    plans_.push_back(fft != nullptr ? Plan(engine.device(), fft->problem) : Plan{});
  }
}

bool DeviceProgram::Compiled::complex_place(StepPlace place) const {
  const bool input = place == StepPlace::in || place == StepPlace::in_copy;
  return !transform_.real(input ? TransformSide::in : TransformSide::out);
}

PlaneView DeviceProgram::Compiled::view(StepPlace place, const PlanArrays& arrays, const PackedCopies& scratch) const {
  const auto bytes = [](void* data) { return static_cast<std::byte*>(data); };
  switch (place) {
    case StepPlace::in:
      return {bytes(arrays.in), bytes(arrays.in_imaginary)};
    case StepPlace::out:
      return {bytes(arrays.out), bytes(arrays.out_imaginary)};
    case StepPlace::in_copy:
      return {scratch.in_copy.get(), nullptr};
    case StepPlace::out_copy:
      break;
  }
  return {scratch.out_copy.get(), nullptr};
}

void DeviceProgram::Compiled::run(const FftStep& step, const Plan& plan, const PlanArrays& arrays,
                                  const PackedCopies& scratch) const {
  const Problem& problem = plan.problem();
  const PlaneView from = view(step.from, arrays, scratch);
  const PlaneView to = view(step.to, arrays, scratch);
  const auto plane_bytes = [](const PlaneView& side, std::int64_t element_bytes) {
    return side.imaginary != nullptr ? element_bytes / 2 : element_bytes;
  };
  const std::int64_t in_element = plane_bytes(from, problem.input_element_bytes());
  const std::int64_t out_element = plane_bytes(to, problem.output_element_bytes());
  const std::int64_t in_bytes = problem.input_elements() * in_element;
  std::int64_t out_bytes = problem.output_elements() * out_element;
  const auto plane = [](std::byte* zero, std::int64_t lowest, std::int64_t bytes) {
    return zero != nullptr ? std::span(zero + lowest, static_cast<std::size_t>(bytes)) : std::span<std::byte>();
  };
  HostOperands operands;
  if (problem.placement == Placement::in_place) {
    out_bytes = std::max(in_bytes, out_bytes);
  } else {
    operands.in = plane(from.data, step.from_lowest * in_element, in_bytes);
    operands.in_imaginary = plane(from.imaginary, step.from_lowest * in_element, in_bytes);
  }
  operands.out = plane(to.data, step.to_lowest * out_element, out_bytes);
  operands.out_imaginary = plane(to.imaginary, step.to_lowest * out_element, out_bytes);
  plan.execute(operands);
}

void DeviceProgram::Compiled::run(const CopyStep& step, const PlanArrays& arrays, PackedCopies& scratch) const {
  const auto real_bytes = static_cast<std::ptrdiff_t>(transform_.real_bytes());
  const auto planes = [&](StepPlace place) {  // as planes of real numbers, and how far apart their elements are
    PlaneView result = view(place, arrays, scratch);
    const bool interleaved = complex_place(place) && result.imaginary == nullptr;
    if (interleaved) result.imaginary = result.data + real_bytes;
    return std::pair{result, interleaved ? 2 : 1};
  };
  const auto [from, from_factor] = planes(step.from);
  const auto [to, to_factor] = planes(step.to);
  std::vector<Dim> dims = step.dims;
  for (Dim& dim : dims) {
    dim.is *= from_factor;
    dim.os *= to_factor;
  }
  const void* const imaginary = step.parts == CopiedParts::both ? from.imaginary : nullptr;
  CopyFormat format{.precision = transform_.precision, .batch_axes = step.batch_axes};
  if (transform_.is_long() && is_copy(step.from) != is_copy(step.to)) {
    format.conversion = is_copy(step.to) ? NumberConversion::split : NumberConversion::join;
    if (is_copy(step.to)) scratch.exponents = exponents_of(dims, step.batch_axes, from.data, imaginary);
    format.exponents = scratch.exponents;
  }
  copy_numbers(format, dims, from.data, to.data);
  if (step.parts != CopiedParts::real) copy_numbers(format, dims, imaginary, to.imaginary);
}

void DeviceProgram::Compiled::run(const PairStep& step, const PlanArrays& arrays, const PackedCopies& scratch) const {
  pair_numbers(transform_.precision, step.lines, step.pairing, view(step.place, arrays, scratch).data);
}

PackedCopies DeviceProgram::Compiled::take_scratch() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      PackedCopies result = std::move(idle_.back());
      idle_.pop_back();
      return result;
    }
  }
  const auto numbers = [&](std::int64_t count) {
    const auto bytes = static_cast<std::size_t>(count * transform_.real_bytes());
    return count > 0 ? std::make_unique_for_overwrite<std::byte[]>(bytes) : nullptr;
  };
  return {numbers(steps_.in_copy_numbers), numbers(steps_.out_copy_numbers), {}};
}

void DeviceProgram::Compiled::give_back(PackedCopies scratch) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(scratch));
}

void DeviceProgram::Compiled::execute(const PlanArrays& arrays) {
  PackedCopies scratch = take_scratch();
  for (std::size_t i = 0; i < steps_.steps.size(); ++i) {
    const ProgramStep& step = steps_.steps[i];
    if (const auto* fft = std::get_if<FftStep>(&step)) run(*fft, plans_[i], arrays, scratch);
    if (const auto* copy = std::get_if<CopyStep>(&step)) run(*copy, arrays, scratch);
    if (const auto* pairs = std::get_if<PairStep>(&step)) run(*pairs, arrays, scratch);
  }
  give_back(std::move(scratch));
}

std::string DeviceProgram::Compiled::describe() const {
  std::string text;
  for (std::size_t i = 0; i < steps_.steps.size(); ++i) {
    if (!text.empty()) text += '\n';
    if (std::holds_alternative<FftStep>(steps_.steps[i])) text += plans_[i].describe();
    if (std::holds_alternative<CopyStep>(steps_.steps[i])) text += "(copy)";
    if (std::holds_alternative<PairStep>(steps_.steps[i])) text += "(halfcomplex-pairs)";
  }
  return text;
}

DeviceProgram::DeviceProgram(DeviceEngine& engine, Transform transform)
    : engine_(engine),
      transform_(std::move(transform)),
      gaps_(!transform_.nothing && has_gaps(transform_, TransformSide::out)),
      gaps_in_place_(gaps_ && has_gaps(transform_, TransformSide::in)) {}
DeviceProgram::~DeviceProgram() = default;

DeviceProgram::Compiled& DeviceProgram::compiled(Aliasing aliasing) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Compiled>& slot = compiled_[static_cast<std::size_t>(aliasing)];
  if (!slot) slot = std::make_unique<Compiled>(engine_, transform_, aliasing);
  return *slot;
}

bool DeviceProgram::copies_gaps(const PlanArrays& arrays) const {
  if (!(arrays.in_place() ? gaps_in_place_ : gaps_)) return false;
  constexpr std::uintptr_t shared_alignment = 16;  // Plan::execute() shares no arrays at other addresses
  const auto shared = [&](const void* plane) {
    const std::byte* const begin = range_of(transform_, TransformSide::out, plane).begin;
    return reinterpret_cast<std::uintptr_t>(begin) % shared_alignment == 0;
  };
  if (!engine_.in_memory() || !shared(arrays.out)) return true;
  return arrays.out_imaginary != nullptr && !shared(arrays.out_imaginary);
}

DeviceProgram::Compiled& DeviceProgram::compiled(const PlanArrays& arrays) {
  const bool staged = transform_.is_long() || copies_gaps(arrays);  // long doubles are computed in copies
  return compiled(staged ? Aliasing::staged : aliasing_of(transform_, arrays));
}

const char* DeviceProgram::try_prepare(const PlanArrays& arrays) noexcept {
  return why_not_of([&] { compiled(arrays); });
}

const char* DeviceProgram::try_execute(const PlanArrays& arrays) noexcept {
  return why_not_of([&] { compiled(arrays).execute(arrays); });
}

const char* DeviceProgram::describe() noexcept {
  std::string text;
  const char* const why = why_not_of([&] {
    const std::lock_guard lock(mutex_);
    for (const auto& compiled : compiled_) {
      if (compiled) text += (text.empty() ? "" : "\n") + compiled->describe();
    }
  });
  return why != nullptr ? why : kept(std::move(text));
}

}  // namespace papilio::fftw3
