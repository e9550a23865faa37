// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <papilio/mpi.hpp>

#include "describe.hpp"
#include "mpi/choose/prepared.hpp"
#include "mpi/choose/request.hpp"
#include "mpi/choose/search.hpp"
#include "mpi/memory/caller_work.hpp"
#include "mpi/ranks/communicator.hpp"
#include "mpi/ranks/host_ranks.hpp"
#include "mpi/ranks/mpi_team.hpp"

namespace papilio::mpi {

struct Plan::Impl {
  Request request;
  Communicator comm;
  std::unique_ptr<MpiTeam> team;
  Selection selection;
  std::unique_ptr<Prepared> prepared;
  std::int64_t input_elements = 0;
  std::int64_t output_elements = 0;

  [[nodiscard]] std::size_t bytes_of(Side side) const {
    const bool input = side == Side::input;
    return static_cast<std::size_t>(input ? input_elements * request.problem.input_element_bytes()
                                          : output_elements * request.problem.output_element_bytes());
  }
  [[nodiscard]] std::size_t bytes_in_place() const { return std::max(bytes_of(Side::input), bytes_of(Side::output)); }
  [[nodiscard]] bool in_place() const { return request.problem.placement == Placement::in_place; }
  /// The selection's engine. Chunks without memory and carriers that fail are given up if nobody asked for them.
  void prepare(const Device& device);
  /// True if there is something else to try.
  bool give_up(const std::vector<Carrier>& carriers, const Error& error);
  ExecutionTimes execute(const std::function<ExecutionArrays()>& checked) const;
  using GivenWork = std::optional<CallerWork>;
  ExecutionTimes execute(const ConstHostSpan& in, const HostSpan& out, const GivenWork& work) const;
  ExecutionTimes execute(const HostSpan& in_place_span, const GivenWork& work) const;
  ExecutionTimes execute(const Buffer& in, const Buffer& out, const Stream& after, const GivenWork& work) const;
};

namespace {

template <typename Impl>
Impl& checked(const std::shared_ptr<Impl>& impl) {
  if (!impl) throw Error::invalid_argument("mpi plan", "the handle is none", "make one before it is used");
  return *impl;
}

std::int64_t elements_of(const Distribution& distribution, int rank, std::int64_t batch) {
  return distribution.boxes[static_cast<std::size_t>(rank)].volume() * batch;
}

}  // namespace

Distribution gather(MPI_Comm comm, const std::vector<std::int64_t>& lengths, const Box& local) {
  const Communicator all(comm);
  const std::size_t axes = lengths.size();
  MpiTeam team(all.get());
  agree_on(team, {{"the lengths of the array", fmt::format("{}", fmt::join(lengths, "x"))}});
  team.agree(attempt([&] {
    if (local.begin.size() == axes && local.end.size() == axes) return;
    throw Error::invalid_argument("the box of this rank", fmt::format("the array has {} axes", axes));
  }));
  std::vector<std::int64_t> mine = local.begin;
  mine.insert(mine.end(), local.end.begin(), local.end.end());
  std::vector<std::int64_t> numbers(mine.size() * static_cast<std::size_t>(all.ranks()));
  const auto count = static_cast<std::ptrdiff_t>(mine.size());
  team.gather(std::as_bytes(std::span(mine)), std::as_writable_bytes(std::span(numbers)));
  Distribution result{lengths, {}};
  for (auto box = numbers.begin(); box != numbers.end(); box += count) {
    const auto middle = box + static_cast<std::ptrdiff_t>(axes);
    result.boxes.push_back({{box, middle}, {middle, box + count}});
  }
  result.validate();
  return result;
}

Plan::Plan(MPI_Comm comm, const Device& device, const Problem& problem, const Distribution& in, const Distribution& out,
           const Options& options) {
  auto impl = std::make_shared<Impl>();
  impl->comm = Communicator(comm);
  impl->team = std::make_unique<MpiTeam>(impl->comm.get());
  MpiTeam& team = *impl->team;
  impl->request = {problem, in, out, options};
  std::vector<NamedValue> values;
  team.agree(attempt([&] { values = values_of(impl->request); }));
  agree_on(team, values);
  team.agree(attempt([&] {
    validate(impl->request, impl->comm.ranks());
    impl->request.problem = problem.normalised();
  }));
  const int rank = impl->comm.rank();
  team.agree(attempt([&] {
    if (!device) {
      throw Error::invalid_argument("an mpi plan without a device", "the handle is empty", "open Device(\"auto\")");
    }
    validate_work(options, device);
    impl->input_elements = elements_of(in, rank, problem.batch);
    impl->output_elements = elements_of(out, rank, problem.batch);
  }));
  remember_hosts(comm, team.hosts());  // the next plan's duplicate knows
  impl->selection = search_configuration(team, device, impl->request);
  impl->prepare(device);
  impl_ = std::move(impl);
}

const Problem& Plan::problem() const { return checked(impl_).request.problem; }
const Distribution& Plan::input() const { return checked(impl_).request.in; }
const Distribution& Plan::output() const { return checked(impl_).request.out; }
std::int64_t Plan::input_elements() const { return checked(impl_).input_elements; }
std::int64_t Plan::output_elements() const { return checked(impl_).output_elements; }
std::size_t Plan::work_bytes() const { return checked(impl_).prepared->engine().work_bytes(); }
WorkSizes Plan::caller_work() const { return checked(impl_).prepared->engine().caller_work(); }

double Plan::scratch_error() const { return checked(impl_).prepared->engine().roundings(); }

std::string Plan::choice() const { return to_text(checked(impl_).selection.configuration); }

std::vector<int> Plan::axis_order() const {
  const Schedule& schedule = checked(impl_).prepared->schedule();
  return schedule.method->of_matrix ? axes_in_order(problem()) : schedule.axes;
}

std::string Plan::describe() const {
  const Impl& impl = checked(impl_);
  const Engine& engine = impl.prepared->engine();
  return mpi::describe({impl.request,
                        impl.prepared->schedule(),
                        engine.program(),
                        engine.shapes(),
                        impl.comm.rank(),
                        engine.roundings(),
                        &impl.selection,
                        {engine.caller_work(), engine.work_bytes()}});
}

void Plan::Impl::prepare(const Device& device) {
  while (!prepared) {
    try {
      auto checked = std::make_unique<Prepared>(*team, device, request, selection.configuration);
      const std::size_t first = in_place() ? bytes_in_place() : bytes_of(Side::input);
      const std::size_t second = in_place() ? 0 : bytes_of(Side::output);
      team->agree(attempt([&] { checked->reserve(request.options.arrays, first, second); }));
      prepared = std::move(checked);
    } catch (const Error& error) {  // the same on every rank
      if (!give_up(carriers_for(*team, request.options, device), error)) throw;
    }
  }
}

bool Plan::Impl::give_up(const std::vector<Carrier>& carriers, const Error& error) {
  if (give_up_carrier(request, carriers, error, selection)) return true;
  const bool asked_for = request.options.chunks != 0 || selection.source == Selection::Source::given;
  if (error.code() != ErrorCode::out_of_memory || asked_for || selection.configuration.chunks == 1) return false;
  selection.note = fmt::format("one chunk instead of {}, because memory is short", selection.configuration.chunks);
  selection.configuration.chunks = 1;
  return true;
}

ExecutionTimes Plan::Impl::execute(const std::function<ExecutionArrays()>& checked) const {
  ExecutionArrays user;
  team->agree(attempt([&] { user = checked(); }));
  return prepared->execute(user);
}

ExecutionTimes Plan::Impl::execute(const ConstHostSpan& in, const HostSpan& out, const GivenWork& work) const {
  return execute([&] {
    if (in_place()) {
      throw Error::invalid_argument("two spans for an in-place plan", "the problem is in place",
                                    "give one span, or change the problem's placement");
    }
    check_span(in, request.problem, Side::input, bytes_of(Side::input));
    check_span(out, request.problem, Side::output, bytes_of(Side::output));
    check_apart(in, out);
    ExecutionArrays user{const_cast<void*>(in.data()), in.size_bytes(), out.data(), out.size_bytes()};
    user.work = work;
    return user;
  });
}

ExecutionTimes Plan::Impl::execute(const HostSpan& in_place_span, const GivenWork& work) const {
  return execute([&] {
    if (!in_place()) {
      throw Error::invalid_argument("one span for an out-of-place plan", "the problem is out of place",
                                    "give two spans, or change the problem's placement");
    }
    const std::size_t bytes = bytes_in_place();
    check_size(in_place_span, "in-place", bytes);
    ExecutionArrays user{in_place_span.data(), bytes, in_place_span.data(), bytes};
    user.in_place = true;
    user.work = work;
    return user;
  });
}

ExecutionTimes Plan::Impl::execute(const Buffer& in, const Buffer& out, const Stream& after,
                                   const GivenWork& work) const {
  return execute([&] {
    ExecutionArrays user;
    user.in_place = in_place();
    user.input_bytes = user.in_place ? bytes_in_place() : bytes_of(Side::input);
    user.output_bytes = user.in_place ? user.input_bytes : bytes_of(Side::output);
    check_buffer(in, "input", user.input_bytes);
    check_buffer(out, "output", user.output_bytes);
    user.input_buffer = in;
    user.output_buffer = out;
    user.after = after;
    user.work = work;
    return user;
  });
}

ExecutionTimes Plan::execute(const ConstHostSpan& in, const HostSpan& out) const {
  return checked(impl_).execute(in, out, std::nullopt);
}
ExecutionTimes Plan::execute(const HostSpan& in_place) const { return checked(impl_).execute(in_place, std::nullopt); }
ExecutionTimes Plan::execute(const Buffer& in, const Buffer& out, const Stream& after) const {
  return checked(impl_).execute(in, out, after, std::nullopt);
}
ExecutionTimes Plan::execute(const ConstHostSpan& in, const HostSpan& out, const CallerWork& work) const {
  return checked(impl_).execute(in, out, Impl::GivenWork(work));
}
ExecutionTimes Plan::execute(const HostSpan& in_place, const CallerWork& work) const {
  return checked(impl_).execute(in_place, Impl::GivenWork(work));
}
ExecutionTimes Plan::execute(const Buffer& in, const Buffer& out, const Stream& after, const CallerWork& work) const {
  return checked(impl_).execute(in, out, after, Impl::GivenWork(work));
}

}  // namespace papilio::mpi
