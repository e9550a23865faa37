// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/scale/measure.hpp"

#include <algorithm>
#include <chrono>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <papilio/plan.hpp>
#include <thread>

#include "mpi/arrays/sample_input.hpp"
#include "mpi/carriers/alone.hpp"
#include "mpi/carriers/none.hpp"

namespace papilio::tool {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

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

/// The exchanges of the work without its passes, in memory that it has where that is large enough.
class ScaleExchanges {
 public:
  explicit ScaleExchanges(ScaleWork& work)
      : rank_(work.rank()), exchanges_(work.program(), rank_.team().rank()), stream_(rank_.device()) {
    if (rank_.on_device()) {
      buffers_ = {work.memory_to_read(exchanges_.sent_extent()), work.memory_to_write(exchanges_.received_extent())};
      from_ = static_cast<std::byte*>(cuda::native_pointer(buffers_[0]));
      to_ = static_cast<std::byte*>(cuda::native_pointer(buffers_[1]));
    } else {
      host_ = {allocate_host(exchanges_.sent_extent()), allocate_host(exchanges_.received_extent())};
      from_ = host_[0].get();
      to_ = host_[1].get();
    }
  }
  [[nodiscard]] bool empty() const { return exchanges_.empty(); }
  void run() { exchanges_.run(rank_.transport(), stream_, from_, to_); }

 private:
  ScaleRank& rank_;
  mpi::ExchangesAlone exchanges_;
  Stream stream_;
  std::vector<Buffer> buffers_;
  std::vector<HostMemory> host_;
  std::byte* from_ = nullptr;
  std::byte* to_ = nullptr;
};

}  // namespace

double ScaleTimes::measure(mpi::ThreadTeam& team, double seconds, const std::function<void()>& work) {
  std::vector<double>& own = of_rank_[static_cast<std::size_t>(team.rank())];
  const auto once = [&] {
    team.agree(std::nullopt);
    const Clock::time_point begin = Clock::now();
    work();
    return seconds_since(begin);
  };
  once();  // the first run finds pages, kernels and links cold
  const int runs = runs_for(seconds, largest(team, once()));
  own.clear();
  for (int i = 0; i < runs; ++i) own.push_back(once());
  team.agree(std::nullopt);
  std::vector<double> slowest(own.size());
  for (const std::vector<double>& samples : of_rank_) {
    for (std::size_t i = 0; i < samples.size(); ++i) slowest[i] = std::max(slowest[i], samples[i]);
  }
  team.agree(std::nullopt);
  return median(slowest);
}

double ScaleTimes::largest(mpi::ThreadTeam& team, double value) {
  of_rank_[static_cast<std::size_t>(team.rank())] = {value};
  team.agree(std::nullopt);
  double result = value;
  for (const std::vector<double>& samples : of_rank_) result = std::max(result, samples.front());
  team.agree(std::nullopt);
  return result;
}

namespace {

/// Passes and exchanges alone. Passes that store in the memory of others cannot do without; those that write messages
/// show what they would take, in memory of their own.
void measure_parts(ScaleWork& work, ScaleTimes& times, double seconds, ScaleFigures& figures) {
  ScaleRank& rank = work.rank();
  mpi::ThreadTeam& team = rank.team();
  std::unique_ptr<ScaleWork> apart;
  if (work.stores()) {
    ScaleOptions options = work.options();
    options.messages = true;
    apart = std::make_unique<ScaleWork>(rank, work.problem(), options);
    apart->load();
    team.agree(mpi::attempt([&] { apart->set_input(numbers_for(work.problem())); }));
  }
  ScaleWork& parts = apart ? *apart : work;
  mpi::NoMessages silent(rank.transport());
  figures.local = times.measure(team, seconds, [&] { parts.execute(silent); });
  std::unique_ptr<ScaleExchanges> exchanges;
  team.agree(mpi::attempt([&] { exchanges = std::make_unique<ScaleExchanges>(parts); }));
  if (!exchanges->empty()) figures.exchange = times.measure(team, seconds, [&] { exchanges->run(); });
}

}  // namespace

ScaleFigures measure(ScaleWork& work, ScaleTimes& times, double seconds) {
  ScaleRank& rank = work.rank();
  mpi::ThreadTeam& team = rank.team();
  ScaleFigures figures;
  work.load();
  team.agree(mpi::attempt([&] { work.set_input(numbers_for(work.problem())); }));
  figures.seconds = times.measure(team, seconds, [&] { work.execute(rank.transport()); });
  figures.runs = times.runs();
  figures.scratch_error = work.scratch_error();
  try {
    measure_parts(work, times, seconds, figures);
  } catch (const Error& error) {  // the same on every rank
    if (error.code() != ErrorCode::out_of_memory) throw;
  }
  figures.sent_bytes = static_cast<std::int64_t>(times.largest(team, static_cast<double>(work.program().sent_bytes)));
  figures.copied_bytes =
      static_cast<std::int64_t>(times.largest(team, static_cast<double>(work.program().copied_bytes)));
  figures.work_bytes = static_cast<std::size_t>(times.largest(team, static_cast<double>(work.work_bytes())));
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
  return median(samples);
}

}  // namespace papilio::tool
