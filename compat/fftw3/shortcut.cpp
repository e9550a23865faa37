// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "shortcut.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace papilio::fftw3 {
namespace {

// A genuine fftw_plan points to an inner plan, a problem and the sign. The inner plan begins with a table of functions.
struct PlanWords {
  void* inner;
  void* problem;
  void* sign;
};

/// Words of a table and of an inner plan that are listened at.
constexpr std::size_t words = 16;
using Words = std::array<void*, words>;

struct Call {
  std::size_t word = 0;
  std::array<void*, 5> arguments = {};
};
Call heard;

/// The call of a listening function while act() runs.
template <typename Act>
Call hear(Act act) {
  heard = {};
  act();
  return heard;
}

template <typename Function>
void* address(Function* function) {
  return reinterpret_cast<void*>(function);
}

/// The functions of both, each of which says which word it stands at.
template <std::size_t... Word>
Words that_hear_run(std::index_sequence<Word...>) {
  return {address(+[](void* self, void* problem) { heard = {Word, {self, problem}}; })...};
}
template <std::size_t... Word>
Words that_hear_two(std::index_sequence<Word...>) {
  return {address(+[](void* self, void* a, void* b) { heard = {Word, {self, a, b}}; })...};
}
template <std::size_t... Word>
Words that_hear_four(std::index_sequence<Word...>) {
  return {address(+[](void* self, void* a, void* b, void* c, void* d) { heard = {Word, {self, a, b, c, d}}; })...};
}

/// A plan with the problem and sign of another, whose functions listen.
struct Listener {
  Words table = that_hear_run(std::make_index_sequence<words>());
  Words inner;
  PlanWords plan;

  Listener(const PlanWords& like, Family family)
      : inner(family == Family::r2r ? that_hear_two(std::make_index_sequence<words>())
                                    : that_hear_four(std::make_index_sequence<words>())),
        plan{&inner, like.problem, like.sign} {
    inner[0] = &table;
  }
};

void* at(void* memory, std::ptrdiff_t bytes) { return static_cast<std::byte*>(memory) + bytes; }

/// What new-array execution of a slot with this offset gives its function (api_execute.cpp).
std::array<void*, 4> arguments_of(const Transform& t, const Arrays& on, std::ptrdiff_t offset) {
  const std::ptrdiff_t real = t.real_bytes();
  const bool split = t.layout == ComplexLayout::planar;
  switch (t.family) {
    case Family::r2r:
      return {on.in, on.out};
    case Family::r2c:
      return {on.in, at(on.in, offset), on.out, split ? on.out_imaginary : at(on.out, real)};
    case Family::c2r:
      return {on.out, at(on.out, offset), on.in, split ? on.in_imaginary : at(on.in, real)};
    case Family::dft:
      break;
  }
  if (split) return {on.in, on.in_imaginary, on.out, on.out_imaginary};
  return {at(on.in, offset), at(on.in, offset ^ real), at(on.out, offset), at(on.out, offset ^ real)};
}

/// The offset with which a slot makes a call of new-array execution on these arrays; none if there is no such offset.
std::optional<std::ptrdiff_t> offset_of(const Transform& t, const Arrays& on, const Call& call) {
  const auto distance = [](void* from, void* to) {
    return static_cast<std::byte*>(to) - static_cast<std::byte*>(from);
  };
  std::ptrdiff_t offset = 0;
  if (t.family == Family::dft && t.layout != ComplexLayout::planar) offset = distance(on.in, call.arguments[1]);
  if (t.family == Family::r2c) offset = distance(on.in, call.arguments[2]);
  if (t.family == Family::c2r) offset = distance(on.out, call.arguments[2]);
  const auto expected = arguments_of(t, on, offset);
  if (!std::equal(expected.begin(), expected.end(), call.arguments.begin() + 1)) return std::nullopt;
  return offset;
}

template <typename Function>
void set(Function& function, void* to) {
  function = reinterpret_cast<Function>(to);
}

void set_new_array_function(Slot& slot, void* to) {
  switch (slot.form) {
    case Form::dft:
      return set(slot.dft, to);
    case Form::r2c:
      return set(slot.r2c, to);
    case Form::c2r:
      return set(slot.c2r, to);
    case Form::r2r:
      return set(slot.r2r, to);
    case Form::split_dft:
      return set(slot.split_dft, to);
    case Form::split_r2c:
      return set(slot.split_r2c, to);
    case Form::split_c2r:
      return set(slot.split_c2r, to);
    case Form::none:
      return;
  }
}

}  // namespace

bool take_shortcut(Slot& slot, const Transform& transform, const void* plan, const Genuine& genuine) {
  if (!genuine.plans_are_known()) return false;
  const PlanWords& of_plan = *static_cast<const PlanWords*>(plan);
  void* const problem = of_plan.problem;
  Listener listener(of_plan, transform.family);
  const auto is_from_listener = [&](const Call& call) { return call.arguments[0] == &listener.inner; };

  // New-array execution calls a function of the inner plan with addresses. Nothing reads these arrays.
  std::array<std::array<std::byte, 64>, 4> memory = {};
  const bool split = transform.layout == ComplexLayout::planar;
  const Arrays on{&memory[0], split ? &memory[1] : nullptr, &memory[2], split ? &memory[3] : nullptr};
  const Call new_arrays = hear([&] { genuine.execute(transform, &listener.plan, on); });
  const std::optional<std::ptrdiff_t> offset = offset_of(transform, on, new_arrays);
  if (!is_from_listener(new_arrays) || !offset) return false;

  // fftw_execute() calls a function of the table with the problem, and that the same function with the problem's
  // arrays.
  const Call with_problem = hear([&] { genuine.functions().execute(&listener.plan); });
  if (!is_from_listener(with_problem) || with_problem.arguments[1] != problem) return false;
  void* const* const functions = static_cast<void* const*>(of_plan.inner);
  void* const* const table = static_cast<void* const*>(functions[0]);
  void (*solve)(void*, void*) = nullptr;
  set(solve, table[with_problem.word]);
  const Call planned = hear([&] { solve(&listener.inner, problem); });
  if (!is_from_listener(planned) || planned.word != new_arrays.word) return false;

  slot.self = of_plan.inner;
  slot.offset = *offset;
  set(slot.run, functions[planned.word]);  // that of an r2r ignores the last two
  std::copy(planned.arguments.begin() + 1, planned.arguments.end(), slot.arrays.begin());
  set_new_array_function(slot, functions[new_arrays.word]);
  return true;
}

}  // namespace papilio::fftw3
