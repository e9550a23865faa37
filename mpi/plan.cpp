// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <papilio/mpi.hpp>

#include "agreement.hpp"
#include "communicator.hpp"
#include "describe.hpp"
#include "engine.hpp"
#include "mpi_transport.hpp"
#include "nccl_transport.hpp"
#include "request.hpp"

namespace papilio::mpi {

struct Plan::Impl {
  Request request;
  Communicator comm;
  Schedule schedule;
  std::unique_ptr<Engine> engine;
  Carrier carrier = Carrier::mpi_host;  ///< never automatic
  std::unique_ptr<NcclTransport> nccl;
  std::int64_t input_elements = 0;
  std::int64_t output_elements = 0;

  [[nodiscard]] std::size_t bytes_of(Side side) const {
    const bool input = side == Side::input;
    return static_cast<std::size_t>(input ? input_elements * request.problem.input_element_bytes()
                                          : output_elements * request.problem.output_element_bytes());
  }
  [[nodiscard]] std::size_t bytes_in_place() const { return std::max(bytes_of(Side::input), bytes_of(Side::output)); }
  [[nodiscard]] bool in_place() const { return request.problem.placement == Placement::in_place; }
  ExecutionTimes execute(const std::function<UserMemory()>& checked) const;
};

namespace {

template <typename Impl>
Impl& made(const std::shared_ptr<Impl>& impl) {
  if (!impl) throw Error::invalid_argument("mpi plan", "the handle is none", "make one before it is used");
  return *impl;
}

Link link_of(const Options& options) {
  Link link;
  link.bytes_per_second = options.bytes_per_second;
  link.latency = options.latency;
  return link;
}

/// Collective: the same on all ranks.
Carrier carrier_of(MPI_Comm comm, Carrier wanted, const Device& device) {
  if (wanted != Carrier::automatic) return wanted;
  int own = device.info().backend == Backend::cuda && mpi_takes_device_memory() ? 1 : 0;
  int all = 0;
  check_mpi(MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  return all == 1 ? Carrier::mpi_device : Carrier::mpi_host;
}

std::int64_t elements_of(const Distribution& distribution, int rank, std::int64_t batch) {
  return distribution.boxes[static_cast<std::size_t>(rank)].volume() * batch;
}

}  // namespace

Distribution gather(MPI_Comm comm, const std::vector<std::int64_t>& lengths, const Box& own) {
  const Communicator all(comm);
  const std::size_t axes = lengths.size();
  agree_on(all.get(), "the array", fmt::format("{}", fmt::join(lengths, "x")));
  agree(all.get(), attempt([&] {
          if (own.begin.size() == axes && own.end.size() == axes) return;
          throw Error::invalid_argument("the box of this rank", fmt::format("the array has {} axes", axes));
        }));
  std::vector<std::int64_t> mine = own.begin;
  mine.insert(mine.end(), own.end.begin(), own.end.end());
  std::vector<std::int64_t> numbers(mine.size() * static_cast<std::size_t>(all.ranks()));
  const int count = static_cast<int>(mine.size());
  check_mpi(MPI_Allgather(mine.data(), count, MPI_INT64_T, numbers.data(), count, MPI_INT64_T, all.get()),
            "MPI_Allgather");
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
  MPI_Comm own = impl->comm.get();
  impl->request = {problem, in, out, options};
  std::string text;
  agree(own, attempt([&] { text = text_of(impl->request); }));
  agree_on(own, "the problem or a distribution", text);
  agree(own, attempt([&] {
          validate(impl->request, impl->comm.ranks());
          impl->request.problem = problem.normalised();
        }));
  const int rank = impl->comm.rank();
  agree(own, attempt([&] {
          if (!device) {
            throw Error::invalid_argument("an mpi plan without a device", "the handle is empty",
                                          "open Device(\"auto\")");
          }
          if (options.carrier < Carrier::mpi_device || device.info().backend == Backend::cuda) return;
          throw Error::unsupported("messages from the memory of " + device.info().id, "it is not a CUDA device",
                                   "use Carrier::mpi_host");
        }));
  impl->carrier = carrier_of(own, options.carrier, device);
  const MessageMemory messages = impl->carrier == Carrier::mpi_host ? MessageMemory::host : MessageMemory::device;
  agree(own, attempt([&] {
          const Problem& normal = impl->request.problem;
          impl->input_elements = elements_of(in, rank, normal.batch);
          impl->output_elements = elements_of(out, rank, normal.batch);
          impl->schedule = make_schedule(normal, in, out, link_of(options));
          impl->engine = std::make_unique<Engine>(device, normal, impl->schedule,
                                                  make_program(normal, impl->schedule, rank, options.turns), messages);
        }));
  if (impl->carrier == Carrier::nccl) {
    MpiTeam team(own);
    impl->nccl = std::make_unique<NcclTransport>(team, device);
  }
  impl_ = std::move(impl);
}

const Problem& Plan::problem() const { return made(impl_).request.problem; }
const Distribution& Plan::input() const { return made(impl_).request.in; }
const Distribution& Plan::output() const { return made(impl_).request.out; }
std::int64_t Plan::input_elements() const { return made(impl_).input_elements; }
std::int64_t Plan::output_elements() const { return made(impl_).output_elements; }
std::size_t Plan::work_bytes() const { return made(impl_).engine->work_bytes(); }

std::string Plan::describe() const {
  const Impl& impl = made(impl_);
  return mpi::describe(impl.request, impl.schedule, impl.engine->program(), impl.engine->shapes(), impl.comm.rank());
}

ExecutionTimes Plan::Impl::execute(const std::function<UserMemory()>& checked) const {
  UserMemory user;
  agree(comm.get(), attempt([&] { user = checked(); }));
  MpiTeam team(comm.get());
  if (nccl) return engine->execute(team, *nccl, user);
  MpiTransport transport(comm.get(), carrier == Carrier::mpi_device ? MessageMemory::device : MessageMemory::host);
  return engine->execute(team, transport, user);
}

ExecutionTimes Plan::execute(const ConstHostSpan& in, const HostSpan& out) const {
  const Impl& impl = made(impl_);
  return impl.execute([&] {
    if (impl.in_place()) {
      throw Error::invalid_argument("two spans for an in-place plan", "the problem is in place",
                                    "give one span, or change the problem's placement");
    }
    check_span(in, impl.request.problem, Side::input, impl.bytes_of(Side::input));
    check_span(out, impl.request.problem, Side::output, impl.bytes_of(Side::output));
    check_apart(in, out);
    return UserMemory{const_cast<void*>(in.data()), in.size_bytes(), out.data(), out.size_bytes()};
  });
}

ExecutionTimes Plan::execute(const HostSpan& in_place) const {
  const Impl& impl = made(impl_);
  return impl.execute([&] {
    if (!impl.in_place()) {
      throw Error::invalid_argument("one span for an out-of-place plan", "the problem is out of place",
                                    "give two spans, or change the problem's placement");
    }
    const std::size_t bytes = impl.bytes_in_place();
    check_size(in_place, "in-place", bytes);
    UserMemory user{in_place.data(), bytes, in_place.data(), bytes};
    user.in_place = true;
    return user;
  });
}

ExecutionTimes Plan::execute(const Buffer& in, const Buffer& out, const Stream& after) const {
  const Impl& impl = made(impl_);
  return impl.execute([&] {
    UserMemory user;
    user.in_place = impl.in_place();
    user.input_bytes = user.in_place ? impl.bytes_in_place() : impl.bytes_of(Side::input);
    user.output_bytes = user.in_place ? user.input_bytes : impl.bytes_of(Side::output);
    check_buffer(in, "input", user.input_bytes);
    check_buffer(out, "output", user.output_bytes);
    user.input_buffer = in;
    user.output_buffer = out;
    user.after = after;
    return user;
  });
}

}  // namespace papilio::mpi
