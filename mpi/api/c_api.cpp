// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <papilio/mpi.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <papilio/error.hpp>
#include <papilio/mpi.hpp>
#include <span>

#include "mpi/ranks/communicator.hpp"
#include "mpi/ranks/mpi_team.hpp"

struct papilio_mpi_plan {
  papilio::mpi::Plan value;
};

namespace papilio::mpi {
namespace {

constexpr std::size_t message_bytes = 1024;
thread_local char last_error[message_bytes] = "";

void copy_text(const std::string& text, char* to, std::size_t capacity) {
  if (capacity == 0) return;
  const std::size_t length = std::min(text.size(), capacity - 1);
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
}

/// Runs the body of a C function; nothing is thrown past it.
template <typename Body>
papilio_status guarded(Body body) noexcept {
  try {
    const std::optional<Failure> failure = attempt(body);
    if (!failure) return PAPILIO_OK;
    copy_text(failure->message, last_error, message_bytes);
    return static_cast<papilio_status>(failure->code);
  } catch (...) {
    return PAPILIO_INTERNAL;
  }
}

void require(const void* pointer, const char* what) {
  if (pointer == nullptr) throw Error::invalid_argument(what, "it is null");
}

Box box_of(const papilio_mpi_box& box, std::size_t axes) {
  return {{box.begin, box.begin + axes}, {box.end, box.end + axes}};
}

void set_options(const papilio_mpi_options& wanted, Options& options) {
  if (wanted.effort < PAPILIO_EFFORT_ESTIMATE || wanted.effort > PAPILIO_EFFORT_EXHAUSTIVE) {
    throw Error::invalid_argument("the effort of a plan", "it is none of papilio_effort");
  }
  if (wanted.work != PAPILIO_MPI_WORK_OF_PLAN && wanted.work != PAPILIO_MPI_WORK_OF_CALLER) {
    throw Error::invalid_argument("the work memory of a plan", "its owner is none of papilio_mpi_work_owner");
  }
  options.effort = static_cast<Effort>(wanted.effort);
  options.work = static_cast<WorkOwner>(wanted.work);
  options.chunks = wanted.chunks;
  if (wanted.axis_order != nullptr) options.axis_order = AxisOrder::parse(wanted.axis_order);
  if (wanted.choice != nullptr) options.choice = wanted.choice;
}

}  // namespace
}  // namespace papilio::mpi

using namespace papilio;
using namespace papilio::mpi;

papilio_status papilio_mpi_box_slab(int axes, const int64_t* lengths, int ranks, int rank, int axis,
                                    papilio_mpi_box* box) {
  return guarded([&] {
    require(lengths, "the lengths of a slab");
    require(box, "the place for a slab");
    if (axes < 1 || axes > PAPILIO_MPI_MAX_AXES || rank < 0 || rank >= ranks) {
      throw Error::invalid_argument("a slab", "the number of axes or the rank is out of range");
    }
    const Distribution slabs = Distribution::slabs({lengths, lengths + axes}, ranks, axis);
    const Box& slab = slabs.boxes[static_cast<std::size_t>(rank)];
    *box = {};
    std::ranges::copy(slab.begin, box->begin);
    std::ranges::copy(slab.end, box->end);
  });
}

papilio_status papilio_mpi_plan_create(MPI_Comm comm, const char* device, const char* token, const papilio_mpi_box* in,
                                       const papilio_mpi_box* out, papilio_mpi_plan** plan) {
  return papilio_mpi_plan_create_with_options(comm, device, token, in, out, nullptr, plan);
}

papilio_status papilio_mpi_plan_create_with_effort(MPI_Comm comm, const char* device, const char* token,
                                                   const papilio_mpi_box* in, const papilio_mpi_box* out,
                                                   papilio_effort effort, papilio_mpi_plan** plan) {
  papilio_mpi_options wanted = {};
  wanted.effort = effort;
  return papilio_mpi_plan_create_with_options(comm, device, token, in, out, &wanted, plan);
}

papilio_status papilio_mpi_plan_create_with_options(MPI_Comm comm, const char* device, const char* token,
                                                    const papilio_mpi_box* in, const papilio_mpi_box* out,
                                                    const papilio_mpi_options* wanted, papilio_mpi_plan** plan) {
  if (plan != nullptr) *plan = nullptr;
  return guarded([&] {
    const Communicator all(comm);
    Problem problem;
    Device opened;
    Box boxes[2];
    Options options;
    options.arrays = ArrayMemory::host;
    MpiTeam team(all.get());
    team.agree(attempt([&] {
      require(plan, "the place for the new plan");
      require(device, "the device of a plan");
      require(token, "the token of a plan");
      require(in, "the box of the input");
      require(out, "the box of the output");
      if (wanted != nullptr) set_options(*wanted, options);
      problem = Problem::parse(token);
      if (problem.lengths.size() > PAPILIO_MPI_MAX_AXES) {
        throw Error::unsupported("the problem " + problem.token(), "the C API has boxes of 8 axes");
      }
      opened = Device(device);
      boxes[0] = box_of(*in, problem.lengths.size());
      boxes[1] = box_of(*out, problem.lengths.size());
    }));
    agree_on(team, {{"the problem", problem.token()}});
    const Distribution from = gather(all.get(), problem.input_lengths(), boxes[0]);
    const Distribution to = gather(all.get(), problem.output_lengths(), boxes[1]);
    Plan made(comm, opened, problem, from, to, options);
    *plan = new papilio_mpi_plan{std::move(made)};
  });
}

void papilio_mpi_plan_destroy(papilio_mpi_plan* plan) { delete plan; }

papilio_status papilio_mpi_plan_get_bytes(const papilio_mpi_plan* plan, size_t* input, size_t* output) {
  return guarded([&] {
    require(plan, "the plan");
    const Problem& problem = plan->value.problem();
    const auto bytes = [](std::int64_t elements, std::int64_t each) { return static_cast<size_t>(elements * each); };
    if (input != nullptr) *input = bytes(plan->value.input_elements(), problem.input_element_bytes());
    if (output != nullptr) *output = bytes(plan->value.output_elements(), problem.output_element_bytes());
  });
}

papilio_status papilio_mpi_plan_describe(const papilio_mpi_plan* plan, char* text, size_t capacity, size_t* length) {
  return guarded([&] {
    require(plan, "the plan");
    const std::string described = plan->value.describe();
    if (text != nullptr) copy_text(described, text, capacity);
    if (length != nullptr) *length = described.size();
  });
}

papilio_status papilio_mpi_plan_get_work_bytes(const papilio_mpi_plan* plan, size_t* host, size_t* device) {
  return guarded([&] {
    require(plan, "the plan");
    const WorkSizes sizes = plan->value.caller_work();
    if (host != nullptr) *host = sizes.host;
    if (device != nullptr) *device = sizes.device;
  });
}

papilio_status papilio_mpi_plan_execute(const papilio_mpi_plan* plan, const void* in, void* out,
                                        papilio_mpi_timing* timing) {
  return papilio_mpi_plan_execute_with_work(plan, in, out, nullptr, timing);
}

papilio_status papilio_mpi_plan_execute_with_work(const papilio_mpi_plan* plan, const void* in, void* out,
                                                  const papilio_mpi_work* work, papilio_mpi_timing* timing) {
  return guarded([&] {
    require(plan, "the plan");
    const Plan& made = plan->value;
    size_t bytes[2] = {};
    papilio_mpi_plan_get_bytes(plan, &bytes[0], &bytes[1]);
    const bool in_place = in == nullptr && made.problem().placement == Placement::in_place;
    const std::span<std::byte> output(static_cast<std::byte*>(out), in_place ? std::max(bytes[0], bytes[1]) : bytes[1]);
    const std::span<const std::byte> input(static_cast<const std::byte*>(in), bytes[0]);
    ExecutionTimes spent;
    if (work == nullptr) {
      spent = in_place ? made.execute(output) : made.execute(input, output);
    } else {
      const CallerWork given(std::span(static_cast<std::byte*>(work->host), work->host_bytes), work->device,
                             work->device_bytes);
      spent = in_place ? made.execute(output, given) : made.execute(input, output, given);
    }
    if (timing == nullptr) return;
    *timing = {spent.seconds, spent.passes, spent.copies, spent.exchange, spent.sent_bytes, spent.received_bytes};
  });
}

const char* papilio_mpi_get_last_error(void) { return last_error; }
