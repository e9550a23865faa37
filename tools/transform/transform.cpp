// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/transform/transform.hpp"

#include <algorithm>
#include <chrono>
#include <papilio/error.hpp>
#include <papilio/plan.hpp>
#include <vector>

#include "files/identity.hpp"
#include "tools/signal/narrow.hpp"
#include "tools/transform/files.hpp"

namespace papilio::tool {
namespace {

/// Adds the time from construction to destruction.
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

/// Memory of a piece on one side: complex elements, or real ones in the same memory.
template <class T>
class Elements {
 public:
  Elements(std::int64_t count, bool real)
      : real_(real), count_(static_cast<std::size_t>(count)), memory_(real ? (count_ + 1) / 2 : count_) {}

  [[nodiscard]] bool real() const { return real_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t bytes() const { return count_ * (real_ ? sizeof(T) : 2 * sizeof(T)); }
  std::complex<T>* complex() { return memory_.data(); }
  // An array of std::complex<T> may be read as one of T: [complex.numbers.general] of the C++ standard.
  T* numbers() { return reinterpret_cast<T*>(memory_.data()); }

 private:
  bool real_;
  std::size_t count_;
  std::vector<std::complex<T>> memory_;
};

/// Reads elements in the precision T; beyond the end of the file it gives zeros.
template <class T>
class ElementSource {
 public:
  explicit ElementSource(SignalReader& reader)
      : reader_(reader), left_(*reader.info().frames), narrow_(reader.info().path, "use f64 in the token") {}

  void fill(Elements<T>& to) {
    const std::size_t width = reader_.info().values_per_frame();
    const std::size_t step = to.real() ? 1 : 2;
    T* const numbers = to.numbers();
    values_.resize(std::min<std::size_t>(to.count(), 1U << 16U) * width);
    std::size_t done = 0;
    while (done < to.count() && left_ > 0) {
      const std::size_t wanted = std::min({values_.size() / width, to.count() - done, static_cast<std::size_t>(left_)});
      const std::size_t got = reader_.read(std::span(values_).first(wanted * width));
      if (got == 0) {
        throw Error::io(reader_.info().path, "ends before the length that it had when it was opened",
                        "wait until it is written");
      }
      for (std::size_t i = 0; i < got; ++i) {
        T* const element = numbers + (done + i) * step;
        const std::int64_t index = read_ + static_cast<std::int64_t>(i);
        element[0] = narrow_(values_[i * width], index);
        if (step == 2) element[1] = width == 2 ? narrow_(values_[i * width + 1], index) : T{0};
      }
      done += got;
      read_ += static_cast<std::int64_t>(got);
      left_ -= static_cast<std::int64_t>(got);
    }
    std::fill(numbers + done * step, numbers + to.count() * step, T{0});
  }
  [[nodiscard]] const Narrow<T>& narrow() const { return narrow_; }

 private:
  SignalReader& reader_;
  std::int64_t left_;
  std::int64_t read_ = 0;
  Narrow<T> narrow_;
  std::vector<double> values_;
};

/// The plan of one piece with its memory on the device.
class Engine {
 public:
  Engine(const Device& device, const Problem& piece) : plan_(device, piece), stream_(device) {
    const auto bytes = [](std::int64_t elements, std::int64_t size) {
      return static_cast<std::size_t>(elements * size);
    };
    in_ = Buffer(device, bytes(piece.input_elements(), piece.input_element_bytes()));
    out_ = piece.placement == Placement::in_place
               ? in_
               : Buffer(device, bytes(piece.output_elements(), piece.output_element_bytes()));
    if (plan_.scratch_bytes() > 0) scratch_ = Buffer(device, plan_.scratch_bytes());
  }

  template <class T>
  void transform(Elements<T>& in, Elements<T>& out, TransformTimes& seconds) const {
    {
      const Stopwatch watch(seconds.upload);
      stream_.upload(in_, in.numbers(), in.bytes());
    }
    {
      const Stopwatch watch(seconds.kernels);
      plan_.execute(stream_, in_, out_, scratch_);
      stream_.synchronize();
    }
    const Stopwatch watch(seconds.download);
    stream_.download(out_, out.numbers(), out.bytes());
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
void run_pieces(SignalReader& reader, NumberWriter& writer, const Engine& engine, TransformReport& report,
                const std::function<void(std::int64_t)>& progress) {
  const Problem& problem = report.problem;
  const std::int64_t n = output_count(problem);
  ElementSource<T> source(reader);
  Elements<T> in(report.piece_batch * input_count(problem), problem.real_input());
  Elements<T> out(report.piece_batch * n, problem.real_output());
  for (std::int64_t done = 0; done < problem.batch; done += report.piece_batch) {
    {
      const Stopwatch watch(report.seconds.read);
      source.fill(in);
    }
    engine.transform(in, out, report.seconds);
    const std::int64_t count = std::min(report.piece_batch, problem.batch - done);
    const auto write = [&](const auto& results) {
      const Stopwatch watch(report.seconds.write);
      if (source.narrow().finite()) source.narrow().require_finite(results, done * n);
      writer.write(results);
    };
    const auto elements = static_cast<std::size_t>(count * n);
    if (out.real()) {
      write(std::span<const T>(out.numbers(), elements));
    } else {
      write(std::span<const std::complex<T>>(out.complex(), elements));
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
    // A wrong token is reported before a wrong file.
    require_writable(request.out, Problem::parse(request.token));
    files::require_distinct({request.in}, {request.out});
    const std::unique_ptr<SignalReader> reader = open_elements(request.in);
    const SignalInfo& info = reader->info();
    report.elements = info.frames.value_or(0);
    const FileElements file{info.path, report.elements, info.shape, info.kind};
    report.problem = problem_of_file(request.token, file, request.padding);
    report.padded = report.problem.batch * input_count(report.problem) - report.elements;

    const std::unique_ptr<NumberWriter> writer =
        open_spectra(request.out, report.problem, shape_of_result(report.problem, file));
    std::optional<Engine> engine;
    {
      const Stopwatch watch(report.seconds.set_up);
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
