// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/transform/transform.hpp"

#include <algorithm>
#include <papilio/error.hpp>
#include <vector>

#include "files/identity.hpp"
#include "tools/transform/elements.hpp"
#include "tools/transform/engine.hpp"
#include "tools/transform/files.hpp"

namespace papilio::tool {
namespace {

/// Pieces of one size, so that there is one plan; the last may be filled up with zeros that are not written.
void cut(TransformReport& report, const TransformRequest& request) {
  const std::int64_t n = std::max(input_count(report.problem), output_count(report.problem));
  const std::int64_t allowed =
      std::min(request.piece_points, report.device.max_allocation / report.problem.element_bytes());
  const std::int64_t most = std::max<std::int64_t>(1, allowed / n);
  const std::int64_t batch = report.problem.batch;
  report.pieces = (batch + most - 1) / most;
  report.piece_batch = (batch + report.pieces - 1) / report.pieces;
  report.pieces = (batch + report.piece_batch - 1) / report.piece_batch;
}

template <class T>
void run_pieces(SignalReader& reader, NumberWriter& writer, const PieceEngine& engine, TransformReport& report,
                const TransformProgress& progress) {
  const Problem& problem = report.problem;
  const std::int64_t n = output_count(problem);
  ElementSource<T> source(reader);
  PieceElements<T> in(report.piece_batch * input_count(problem), problem.real_input());
  PieceElements<T> out(report.piece_batch * n, problem.real_output());
  for (std::int64_t done = 0; done < problem.batch; done += report.piece_batch) {
    {
      const TimeAdder watch(report.seconds.read);
      source.fill(in);
    }
    engine.transform(in, out, report.seconds);
    const std::int64_t count = std::min(report.piece_batch, problem.batch - done);
    const auto write = [&](const auto& results) {
      const TimeAdder watch(report.seconds.write);
      if (source.narrow().finite()) source.narrow().require_finite(results, done * n);
      writer.write(results);
    };
    const auto elements = static_cast<std::size_t>(count * n);
    if (out.real()) {
      write(std::span<const T>(out.numbers(), elements));
    } else {
      write(std::span<const std::complex<T>>(out.complex(), elements));
    }
    progress(done + count, problem.batch);
  }
  source.narrow().add_notes(1, report.notes);
  const TimeAdder watch(report.seconds.write);
  writer.close();
}

}  // namespace

FileElements describe(const TransformRequest& request, const SignalReader& reader, TransformReport& report) {
  const SignalInfo& info = reader.info();
  report.elements = info.frames.value_or(0);
  FileElements file{info.path, report.elements, info.shape, info.kind};
  report.problem = problem_of_file(request.token, file, request.padding);
  report.padded = report.problem.batch * input_count(report.problem) - report.elements;
  return file;
}

TransformReport transform_file(const TransformRequest& request, const TransformProgress& progress) {
  TransformReport report;
  {
    const TimeAdder total(report.seconds.total);
    // A wrong token is told before a wrong file.
    require_writable(request.out, Problem::parse(request.token));
    files::require_distinct({request.in}, {request.out});
    const std::unique_ptr<SignalReader> reader = open_elements(request.in);
    const FileElements file = describe(request, *reader, report);
    const std::unique_ptr<NumberWriter> writer =
        open_spectra(request.out, report.problem, shape_of_result(report.problem, file));
    std::optional<PieceEngine> engine;
    {
      const TimeAdder watch(report.seconds.set_up);
      const Device device(request.device);
      report.device = device.info();
      cut(report, request);
      Problem piece = report.problem;
      piece.batch = report.piece_batch;
      piece = piece.normalised();
      engine.emplace(device, piece);
    }
    if (report.problem.precision == Precision::f32) {
      run_pieces<float>(*reader, *writer, *engine, report, progress);
    } else {
      run_pieces<double>(*reader, *writer, *engine, report, progress);
    }
  }
  return report;
}

}  // namespace papilio::tool
