// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "filter.hpp"

#include <vector>

#include "convolution.hpp"
#include "twiddles.hpp"

namespace papilio::mpi {
namespace {

template <typename Real>
Buffer filter_of(const Device& device, const Problem& problem, const Schedule& schedule, Team& team,
                 Transport& transport) {
  std::unique_ptr<Engine> engine;
  std::vector<Real> kernel;
  std::vector<Real> filter;
  team.agree(attempt([&] {
    kernel = kernel_of<Real>(*convolution_of(problem), kernel_strip(schedule, team.rank()));
    filter.resize(static_cast<std::size_t>(2 * schedule.stages[2].entry.boxes[team.rank()].volume()));
    engine = std::make_unique<Engine>(device, problem, schedule, make_filter_program(problem, schedule, team.rank()),
                                      transport.memory());
  }));
  engine->execute(team, transport,
                  {kernel.data(), kernel.size() * sizeof(Real), filter.data(), filter.size() * sizeof(Real)});
  Buffer rows;
  team.agree(attempt([&] {
    if (filter.empty()) return;
    rows = Buffer(device, filter.size() * sizeof(Real));
    const Stream stream(device);
    stream.upload(rows, filter.data(), rows.size_bytes());
    stream.synchronize();
  }));
  return rows;
}

}  // namespace

Buffer make_filter(const Device& device, const Problem& problem, const Schedule& schedule, Team& team,
                   Transport& transport) {
  Problem one = problem;
  one.batch = 1;
  return problem.precision == Precision::f64 ? filter_of<double>(device, one, schedule, team, transport)
                                             : filter_of<float>(device, one, schedule, team, transport);
}

}  // namespace papilio::mpi
