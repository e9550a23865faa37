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
struct View {
  std::byte* data = nullptr;
  std::byte* imaginary = nullptr;
};

struct Range {
  const std::byte* begin = nullptr;
  const std::byte* end = nullptr;
};

bool meet(const Range& a, const Range& b) {
  const std::less<const std::byte*> before;
  return before(a.begin, b.end) && before(b.begin, a.end);
}

/// The memory of one array of a side.
Range range_of(const Transform& transform, Side side, const void* array) {
  const Extent extent = transform.extent(side);
  const std::int64_t bytes = transform.element_bytes(side);
  const auto* zero = static_cast<const std::byte*>(array);
  return {zero + extent.lowest * bytes, zero + (extent.highest + 1) * bytes};
}

/// Packed copies of the input and of the output. Their memory is kept between executions.
struct Scratch {
  std::unique_ptr<std::byte[]> in_copy;
  std::unique_ptr<std::byte[]> out_copy;
  Buffer device;  ///< what Papilio's plans need
};

}  // namespace

Meeting meeting_of(const Transform& transform, const Arrays& arrays) {
  if (arrays.in == arrays.out && arrays.in_imaginary == arrays.out_imaginary) return Meeting::in_place;
  for (const void* in : {arrays.in, arrays.in_imaginary}) {
    for (const void* out : {arrays.out, arrays.out_imaginary}) {
      if (in == nullptr || out == nullptr) continue;
      if (meet(range_of(transform, Side::in, in), range_of(transform, Side::out, out))) return Meeting::overlap;
    }
  }
  return Meeting::apart;
}

/// Steps with their plans.
class Program::Compiled {
 public:
  Compiled(Engine& engine, const Transform& transform, Meeting meeting);
  void execute(const Arrays& arrays);
  [[nodiscard]] std::string describe() const;

 private:
  /// One side of a problem in the program's memory.
  struct SideMemory {
    std::int64_t lowest = 0;
    std::int64_t elements = 0;
    std::int64_t element_bytes = 0;
    bool planar = false;
  };
  struct SideBuffers {
    Buffer data;
    Buffer imaginary;
  };
  [[nodiscard]] SideBuffers wrap(const View& view, const SideMemory& memory) const;
  [[nodiscard]] View view(Place place, const Arrays& arrays, const Scratch& scratch) const;
  void run(const FftStep& step, const Plan& plan, const Arrays& arrays, const Scratch& scratch) const;
  void run_in_memory(const FftStep& step, const Plan& plan, const View& from, const View& to,
                     const Scratch& scratch) const;
  void run_copied(const FftStep& step, const Plan& plan, const View& from, const View& to) const;
  void run(const CopyStep& step, const Arrays& arrays, const Scratch& scratch) const;
  void run(const PairStep& step, const Arrays& arrays, const Scratch& scratch) const;
  [[nodiscard]] bool complex_place(Place place) const;
  Scratch take_scratch();
  void give_back(Scratch scratch);

  Engine& engine_;
  const Transform& transform_;
  Steps steps_;
  std::vector<Plan> plans_;  ///< one a step; none for other steps
  std::size_t device_scratch_ = 0;
  std::mutex mutex_;
  std::vector<Scratch> idle_;
};

Program::Compiled::Compiled(Engine& engine, const Transform& transform, Meeting meeting)
    : engine_(engine),
      transform_(transform),
      steps_(make_steps(transform, meeting, engine.in_memory() ? Staging::none : Staging::split_sides)) {
  for (const Step& step : steps_.steps) {
    const auto* fft = std::get_if<FftStep>(&step);
    plans_.push_back(fft != nullptr ? Plan(engine.device(), fft->problem) : Plan{});
    if (fft != nullptr) device_scratch_ = std::max(device_scratch_, plans_.back().scratch_bytes());
  }
}

bool Program::Compiled::complex_place(Place place) const {
  const bool input = place == Place::in || place == Place::in_copy;
  return !transform_.real(input ? Side::in : Side::out);
}

View Program::Compiled::view(Place place, const Arrays& arrays, const Scratch& scratch) const {
  const auto bytes = [](void* data) { return static_cast<std::byte*>(data); };
  switch (place) {
    case Place::in:
      return {bytes(arrays.in), bytes(arrays.in_imaginary)};
    case Place::out:
      return {bytes(arrays.out), bytes(arrays.out_imaginary)};
    case Place::in_copy:
      return {scratch.in_copy.get(), nullptr};
    case Place::out_copy:
      break;
  }
  return {scratch.out_copy.get(), nullptr};
}

Program::Compiled::SideBuffers Program::Compiled::wrap(const View& view, const SideMemory& memory) const {
  const auto wrap_plane = [&](std::byte* zero) {
    const std::int64_t bytes = memory.planar ? memory.element_bytes / 2 : memory.element_bytes;
    return engine_.wrap(zero + memory.lowest * bytes, static_cast<std::size_t>(memory.elements * bytes));
  };
  SideBuffers result{wrap_plane(view.data), {}};
  if (memory.planar) result.imaginary = wrap_plane(view.imaginary);
  return result;
}

void Program::Compiled::run_in_memory(const FftStep& step, const Plan& plan, const View& from, const View& to,
                                      const Scratch& scratch) const {
  const Problem& problem = plan.problem();
  const bool in_place = problem.placement == Placement::in_place;
  SideMemory in{step.from_lowest, problem.input_elements(), problem.input_element_bytes(),
                !problem.real_input() && problem.in_layout == ComplexLayout::planar};
  const SideMemory out{step.to_lowest, problem.output_elements(), problem.output_element_bytes(),
                       !problem.real_output() && problem.out_layout == ComplexLayout::planar};
  if (in_place) {
    const std::int64_t bytes = std::max(in.elements * in.element_bytes, out.elements * out.element_bytes);
    in.elements = (bytes + in.element_bytes - 1) / in.element_bytes;
  }
  const SideBuffers input = wrap(from, in);
  const SideBuffers output = in_place ? input : wrap(to, out);
  Operands operands{.in = input.data, .out = output.data, .scratch = scratch.device};
  operands.in_imaginary = input.imaginary;
  operands.out_imaginary = output.imaginary;
  const Engine::Lease lease(engine_);
  plan.execute(lease.stream(), operands);
  lease.stream().synchronize();
}

void Program::Compiled::run_copied(const FftStep& step, const Plan& plan, const View& from, const View& to) const {
  const Problem& problem = plan.problem();
  const auto bytes_of = [](std::int64_t elements, std::int64_t bytes) {
    return static_cast<std::size_t>(elements * bytes);
  };
  std::byte* const in = from.data + step.from_lowest * problem.input_element_bytes();
  std::byte* const out = to.data + step.to_lowest * problem.output_element_bytes();
  const std::size_t in_bytes = bytes_of(problem.input_elements(), problem.input_element_bytes());
  const std::size_t out_bytes = bytes_of(problem.output_elements(), problem.output_element_bytes());
  if (problem.placement == Placement::in_place) {
    plan.execute(HostSpan(std::span<std::byte>(in, std::max(in_bytes, out_bytes))));
  } else {
    plan.execute(ConstHostSpan(std::span<const std::byte>(in, in_bytes)),
                 HostSpan(std::span<std::byte>(out, out_bytes)));
  }
}

void Program::Compiled::run(const FftStep& step, const Plan& plan, const Arrays& arrays, const Scratch& scratch) const {
  const View from = view(step.from, arrays, scratch);
  const View to = view(step.to, arrays, scratch);
  if (engine_.in_memory()) {
    run_in_memory(step, plan, from, to, scratch);
  } else {
    run_copied(step, plan, from, to);
  }
}

void Program::Compiled::run(const CopyStep& step, const Arrays& arrays, const Scratch& scratch) const {
  const auto real_bytes = static_cast<std::ptrdiff_t>(transform_.real_bytes());
  const auto planes = [&](Place place) {  // as planes of real numbers, and how far apart their elements are
    View result = view(place, arrays, scratch);
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
  copy_numbers(transform_.precision, dims, from.data, to.data);
  if (step.parts == Parts::real) return;
  copy_numbers(transform_.precision, dims, step.parts == Parts::both ? from.imaginary : nullptr, to.imaginary);
}

void Program::Compiled::run(const PairStep& step, const Arrays& arrays, const Scratch& scratch) const {
  pair_numbers(transform_.precision, step.lines, step.pairing, view(step.place, arrays, scratch).data);
}

Scratch Program::Compiled::take_scratch() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      Scratch result = std::move(idle_.back());
      idle_.pop_back();
      return result;
    }
  }
  const auto numbers = [&](std::int64_t count) {
    const auto bytes = static_cast<std::size_t>(count * transform_.real_bytes());
    return count > 0 ? std::make_unique_for_overwrite<std::byte[]>(bytes) : nullptr;
  };
  Scratch result{numbers(steps_.in_copy_numbers), numbers(steps_.out_copy_numbers), {}};
  if (device_scratch_ > 0 && engine_.in_memory()) result.device = Buffer(engine_.device(), device_scratch_);
  return result;
}

void Program::Compiled::give_back(Scratch scratch) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(scratch));
}

void Program::Compiled::execute(const Arrays& arrays) {
  Scratch scratch = take_scratch();
  for (std::size_t i = 0; i < steps_.steps.size(); ++i) {
    const Step& step = steps_.steps[i];
    if (const auto* fft = std::get_if<FftStep>(&step)) run(*fft, plans_[i], arrays, scratch);
    if (const auto* copy = std::get_if<CopyStep>(&step)) run(*copy, arrays, scratch);
    if (const auto* pairs = std::get_if<PairStep>(&step)) run(*pairs, arrays, scratch);
  }
  give_back(std::move(scratch));
}

std::string Program::Compiled::describe() const {
  std::string text;
  for (std::size_t i = 0; i < steps_.steps.size(); ++i) {
    if (!text.empty()) text += '\n';
    if (std::holds_alternative<FftStep>(steps_.steps[i])) text += plans_[i].describe();
    if (std::holds_alternative<CopyStep>(steps_.steps[i])) text += "(copy)";
    if (std::holds_alternative<PairStep>(steps_.steps[i])) text += "(halfcomplex-pairs)";
  }
  return text;
}

Program::Program(Engine& engine, Transform transform) : engine_(engine), transform_(std::move(transform)) {}
Program::~Program() = default;

Program::Compiled& Program::compiled(Meeting meeting) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Compiled>& slot = compiled_[static_cast<std::size_t>(meeting)];
  if (!slot) slot = std::make_unique<Compiled>(engine_, transform_, meeting);
  return *slot;
}

void Program::prepare(Meeting meeting) { compiled(meeting); }

void Program::execute(const Arrays& arrays) { compiled(meeting_of(transform_, arrays)).execute(arrays); }

std::string Program::describe() {
  const std::lock_guard lock(mutex_);
  std::string text;
  for (const auto& compiled : compiled_) {
    if (compiled) text += (text.empty() ? "" : "\n") + compiled->describe();
  }
  return text;
}

}  // namespace papilio::fftw3
