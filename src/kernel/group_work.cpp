// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/group_work.hpp"

#include <string>

#include "core/joint.hpp"

namespace papilio::kernel {

std::vector<Complex> swapped(std::vector<Complex> values) {
  for (Complex& value : values) value = {value.im, value.re};
  return values;
}

Work GroupWork::work_item(std::size_t stage_index, std::int64_t u) {
  const Stage& stage = frame_.stages[stage_index];
  const std::int64_t count = stage.butterflies();
  Work w;
  w.number = u;
  const Value index = own_index(b_, spec_.shape.threads, u, count * tile_, &w.active);
  const std::int64_t run = exchange_.layout().run(stage_index, count);
  if (run == count) {
    w.c = b_.let("c", b_.mod(index, count));
    w.column = b_.let("column", b_.div(index, count));
  } else {
    w.c = b_.let("c", b_.add(b_.mod(index, run), b_.mul(b_.div(index, run * tile_), run)));
    w.column = b_.let("column", b_.mod(b_.div(index, run), tile_));
  }
  if (stage.last() && orders_results(spec_)) w.c = b_.let("c", reversed(w.c, butterfly_digits(spec_)));
  w.p = stage.last() ? b_.constant(0) : b_.let("p", b_.div(w.c, stage.s));
  return w;
}

std::int64_t GroupWork::butterflies_of(std::size_t stage_index) const {
  const std::int64_t total = frame_.stages[stage_index].butterflies() * tile_;
  return (total + spec_.shape.threads - 1) / spec_.shape.threads;
}

std::vector<Work> GroupWork::work_of(std::size_t stage_index) {
  std::vector<Work> works;
  for (std::int64_t u = 0; u < butterflies_of(stage_index); ++u) works.push_back(work_item(stage_index, u));
  return works;
}

std::vector<Work> GroupWork::dft(std::vector<Work> works, Direction direction, const Buffer* twiddles) {
  for (std::size_t i = 0; i < frame_.stages.size(); ++i) {
    const Stage& stage = frame_.stages[i];
    b_.comment("radix " + std::to_string(stage.radix) + ", s = " + std::to_string(stage.s) +
               ", m = " + std::to_string(stage.m));
    for (Work& w : works) compute(stage, w, direction, twiddles);
    if (!stage.last()) works = to_stage(stage, works, i + 1);
  }
  return works;
}

void GroupWork::compute(const Stage& stage, Work& w, Direction direction, const Buffer* twiddles) {
  w.x = butterfly(b_, direction, codelet::Fusion::exact, w.x);
  if (stage.rows() == 1) return;
  const Value row = stage.later == 1 ? w.p : b_.let("row", b_.div(w.p, stage.later));
  for (int k = 1; k < stage.radix; ++k) {
    const Value at = b_.add(b_.mul(row, 2), stage.table_offset + 2 * (k - 1) * stage.rows());
    w.x[k] = multiply(b_, w.x[k], load_complex(b_, twiddles, at, 1, 2), conjugate_for(direction));
  }
}

Value GroupWork::first_output(const Stage& stage, const Work& w) {
  return b_.let("e", b_.add(w.c, b_.mul(w.p, stage.s * (stage.radix - 1))));
}

Value GroupWork::reversed(Value v, const std::vector<std::int64_t>& lengths) {
  Value result = nullptr;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const Value digit = i + 1 == lengths.size() ? v : b_.mod(v, lengths[i]);
    result = result == nullptr ? digit : b_.add(b_.mul(result, lengths[i]), digit);
    v = b_.let("rest", b_.div(v, lengths[i]));
  }
  return result;
}

std::vector<Work> GroupWork::to_stage(const Stage& stage, const std::vector<Work>& works, std::size_t next) {
  std::vector<Places> to;
  std::vector<std::vector<Complex>> values;
  for (const Work& w : works) {
    to.push_back(outputs(stage, w));
    values.push_back(w.x);
  }
  return receive(to, values, next);
}

std::vector<Work> GroupWork::receive(const std::vector<Places>& to, const std::vector<std::vector<Complex>>& values,
                                     std::size_t next) {
  std::vector<Work> works = work_of(next);
  std::vector<Places> from;
  for (const Work& w : works) from.push_back(inputs(frame_.stages[next], w));
  std::vector<std::vector<Complex>> received = exchange_.hand_on(to, values, from);
  for (std::size_t i = 0; i < works.size(); ++i) works[i].x = std::move(received[i]);
  return works;
}

void GroupWork::keep(const Carried& points, const std::vector<Work>& works) {
  std::int64_t place = 0;
  for (const Work& w : works) {
    points.keep(place, w.x);
    place += static_cast<std::int64_t>(w.x.size());
  }
}

std::vector<Work> GroupWork::recall(const Carried& points, std::size_t stage) {
  std::vector<Work> works = work_of(stage);
  const int radix = frame_.stages[stage].radix;
  std::int64_t place = 0;
  for (Work& w : works) {
    w.x = points.recall(place, radix);
    place += radix;
  }
  return works;
}

}  // namespace papilio::kernel
