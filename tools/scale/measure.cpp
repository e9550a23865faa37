// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/scale/measure.hpp"

#include <algorithm>
#include <chrono>
#include <papilio/error.hpp>
#include <papilio/plan.hpp>

#include "mpi/arrays/sample_input.hpp"
#include "mpi/choose/part_times.hpp"
#include "mpi/choose/samples.hpp"

namespace papilio::tool {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

int runs_for(double seconds, double of_one) {
  constexpr int least = 5;
  constexpr int most = 200;
  return of_one > 0 ? static_cast<int>(std::clamp(seconds / of_one, 1.0 * least, 1.0 * most)) : most;
}

/// Numbers for a part of an input, which is repeated; what they are does not change the time.
std::vector<std::byte> numbers_for(const Problem& problem) {
  constexpr std::int64_t most = std::int64_t{1} << 20;
  Problem row;
  row.kind = problem.kind == Kind::r2c ? Kind::r2c : Kind::c2c;
  row.lengths = {most};
  mpi::Width width = mpi::Width::f32;
  try {
    width = mpi::width_of(problem, problem.in_storage);
  } catch (const Error&) {
    return std::vector<std::byte>(static_cast<std::size_t>(most));  // integers, bf16: zeros
  }
  return mpi::make_input(row, {{0}, {most}}, width);
}

}  // namespace

ScaleFigures measure(ScaleWork& work, double seconds) {
  ScaleRank& rank = work.rank();
  mpi::ThreadTeam& team = rank.team;
  ScaleFigures figures;
  work.load();
  team.agree(mpi::attempt([&] { work.set_input(numbers_for(work.request().problem)); }));
  const std::vector<double> samples = mpi::samples_of(team, seconds, [&] { work.execute(); });
  figures.seconds = mpi::median(samples);
  figures.runs = static_cast<int>(samples.size());
  figures.scratch_error = work.engine().roundings();
  if (const auto parts = mpi::measure_parts(team, rank.device, work.request(), work.choice(), seconds)) {
    figures.local = parts->passes;
    figures.exchange = parts->exchange;
  }
  const auto most = [&](auto value) {
    return static_cast<decltype(value)>(mpi::largest(team, static_cast<double>(value)));
  };
  figures.sent_bytes = most(work.engine().program().sent_bytes);
  figures.copied_bytes = most(work.engine().program().copied_bytes);
  figures.work_bytes = most(work.engine().work_bytes());
  return figures;
}

double measure_one_device(const Device& device, const Problem& problem, double seconds) {
  const papilio::Plan plan(device, problem);
  const Problem& normal = plan.problem();
  const auto bytes = [](std::int64_t elements, std::int64_t each) { return static_cast<std::size_t>(elements * each); };
  const std::size_t in_bytes = bytes(normal.input_elements(), normal.input_element_bytes());
  const std::size_t out_bytes = bytes(normal.output_elements(), normal.output_element_bytes());
  const bool in_place = normal.placement == Placement::in_place;
  const std::size_t all = (in_place ? std::max(in_bytes, out_bytes) : in_bytes + out_bytes) + plan.scratch_bytes();
  if (static_cast<double>(all) > 0.9 * static_cast<double>(device.info().global_memory)) return 0;
  const Buffer in(device, in_place ? std::max(in_bytes, out_bytes) : in_bytes);
  const Buffer out = in_place ? in : Buffer(device, out_bytes);
  const Buffer scratch = plan.scratch_bytes() > 0 ? Buffer(device, plan.scratch_bytes()) : Buffer();
  const Stream stream(device);
  const std::vector<std::byte> numbers = numbers_for(normal);
  for (std::size_t done = 0; done < in_bytes; done += numbers.size()) {
    stream.upload(in, numbers.data(), std::min(numbers.size(), in_bytes - done), done);
  }
  const auto once = [&] {
    const Clock::time_point begin = Clock::now();
    plan.execute(stream, in, out, scratch);
    stream.synchronize();
    return seconds_since(begin);
  };
  once();
  std::vector<double> samples;
  for (int runs = runs_for(seconds, once()); runs > 0; --runs) samples.push_back(once());
  return mpi::median(samples);
}

}  // namespace papilio::tool
