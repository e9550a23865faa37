// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/transform/transform.hpp"

#include <algorithm>
#include <chrono>
#include <papilio/error.hpp>
#include <papilio/plan.hpp>
#include <vector>

#include "tools/transform/files.hpp"

namespace papilio::tool {
namespace {

/// Adds the time from its beginning to its end.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds), start_(std::chrono::steady_clock::now()) {}
  ~Stopwatch() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point start_;
};

/// Reads elements in the precision T; beyond the end of the file come zeros.
template <class T>
class ElementSource {
 public:
  explicit ElementSource(SignalReader& reader) : reader_(reader), left_(*reader.info().frames) {}

  void fill(std::vector<std::complex<T>>& to) {
    const std::size_t width = reader_.info().values_per_frame();
    values_.resize(std::min<std::size_t>(to.size(), 1U << 16U) * width);
    std::size_t done = 0;
    while (done < to.size() && left_ > 0) {
      const std::size_t wanted = std::min({values_.size() / width, to.size() - done, static_cast<std::size_t>(left_)});
      const std::size_t got = reader_.read(std::span(values_).first(wanted * width));
      if (got == 0) {
        throw Error::io(reader_.info().path, "ends before the length that it had when it was opened",
                        "wait until it is written");
      }
      for (std::size_t i = 0; i < got; ++i) {
        to[done + i] = {static_cast<T>(values_[i * width]), width == 2 ? static_cast<T>(values_[i * width + 1]) : T{0}};
      }
      done += got;
      left_ -= static_cast<std::int64_t>(got);
    }
    std::fill(to.begin() + static_cast<std::ptrdiff_t>(done), to.end(), std::complex<T>());
  }

 private:
  SignalReader& reader_;
  std::int64_t left_;
  std::vector<double> values_;
};

/// The plan of one piece with its memory on the device.
class Engine {
 public:
  Engine(const Device& device, const Problem& piece) : plan_(device, piece), stream_(device) {
    const auto bytes = static_cast<std::size_t>(piece.input_elements() * piece.element_bytes());
    in_ = Buffer(device, bytes);
    out_ = piece.placement == Placement::in_place ? in_ : Buffer(device, bytes);
    if (plan_.scratch_bytes() > 0) scratch_ = Buffer(device, plan_.scratch_bytes());
  }

  template <class T>
  void transform(std::vector<std::complex<T>>& elements, TransformTimes& seconds) const {
    const std::size_t bytes = elements.size() * sizeof(elements[0]);
    {
      const Stopwatch watch(seconds.upload);
      stream_.upload(in_, elements.data(), bytes);
    }
    {
      const Stopwatch watch(seconds.kernels);
      plan_.execute(stream_, in_, out_, scratch_);
      stream_.synchronize();
    }
    const Stopwatch watch(seconds.download);
    stream_.download(out_, elements.data(), bytes);
  }

 private:
  Plan plan_;
  Stream stream_;
  Buffer in_;
  Buffer out_;
  Buffer scratch_;
};

/// Pieces of one size, so that there is one plan; the last may be filled up with zeros that are not written.
void cut(TransformReport& report, const TransformRequest& request) {
  const std::int64_t n = report.problem.points();
  const std::int64_t allowed =
      std::min(request.piece_points, report.device.max_allocation / report.problem.element_bytes());
  const std::int64_t most = std::max<std::int64_t>(1, allowed / n);
  const std::int64_t batch = report.problem.batch;
  report.pieces = (batch + most - 1) / most;
  report.piece_batch = (batch + report.pieces - 1) / report.pieces;
  report.pieces = (batch + report.piece_batch - 1) / report.piece_batch;
}

template <class T>
void run_pieces(SignalReader& reader, SpectraWriter& writer, const Engine& engine, TransformReport& report,
                const std::function<void(std::int64_t)>& progress) {
  const std::int64_t n = report.problem.points();
  ElementSource<T> source(reader);
  std::vector<std::complex<T>> elements(static_cast<std::size_t>(report.piece_batch * n));
  for (std::int64_t done = 0; done < report.problem.batch; done += report.piece_batch) {
    {
      const Stopwatch watch(report.seconds.read);
      source.fill(elements);
    }
    engine.transform(elements, report.seconds);
    const std::int64_t count = std::min(report.piece_batch, report.problem.batch - done);
    {
      const Stopwatch watch(report.seconds.write);
      writer.write(std::span<const std::complex<T>>(elements).first(static_cast<std::size_t>(count * n)));
    }
    progress((done + count) * n);
  }
  const Stopwatch watch(report.seconds.write);
  writer.close();
}

}  // namespace

TransformReport transform_file(const TransformRequest& request, const std::function<void(std::int64_t)>& progress) {
  TransformReport report;
  {
    const Stopwatch total(report.seconds.total);
    Problem::parse(request.token);  // a wrong token is told before a wrong file
    require_writable(request.out);
    const std::unique_ptr<SignalReader> reader = open_elements(request.in);
    report.elements = reader->info().frames.value_or(0);
    report.problem = problem_of_file(request.token, {reader->info().path, report.elements}, request.padding);
    report.padded = report.problem.input_elements() - report.elements;

    std::optional<Engine> engine;
    {
      const Stopwatch watch(report.seconds.set_up);
      const Device device(request.device);
      report.device = device.info();
      cut(report, request);
      Problem piece = report.problem;
      piece.batch = report.piece_batch;
      engine.emplace(device, piece);
    }
    const std::unique_ptr<SpectraWriter> writer = open_spectra(request.out, report.problem);
    if (report.problem.precision == Precision::f32) {
      run_pieces<float>(*reader, *writer, *engine, report, progress);
    } else {
      run_pieces<double>(*reader, *writer, *engine, report, progress);
    }
  }
  return report;
}

}  // namespace papilio::tool
