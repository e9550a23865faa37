// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/transform/out_of_core.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <chrono>
#include <papilio/error.hpp>
#include <papilio/estimate.hpp>
#include <string_view>
#include <utility>

#include "core/presentable.hpp"
#include "core/roots.hpp"
#include "files/identity.hpp"
#include "files/target.hpp"
#include "files/work_folder.hpp"
#include "tools/transform/elements.hpp"
#include "tools/transform/files.hpp"
#include "tools/transform/sweeps.hpp"

namespace papilio::tool {
namespace {

static_assert(std::endian::native == std::endian::little,
              "numbers of a file are little-endian, and written as they are");

using files::WorkFile;
using files::WorkFileState;
using files::WorkFolder;

const std::array<std::string, 2> file_names = {"a", "b"};
/// How much work a kill may cost at most.
constexpr std::chrono::seconds note_interval{5};

/// How far the work is: every block before this one of this sweep is on the disk.
struct SweepPosition {
  std::size_t sweep = 0;
  std::int64_t block = 0;
  bool finite = true;  ///< every number of the input that was read
};

/// Two lines: what the work is, and how far it is.
std::string note_of(const std::string& work, const SweepPosition& at) {
  return fmt::format("{}\nsweep={} block={} finite={}\n", work, at.sweep, at.block, at.finite ? 1 : 0);
}

/// Reads `name` and a number.
std::int64_t take(std::string_view& text, std::string_view name, const WorkFolder& folder) {
  std::int64_t value = 0;
  if (text.starts_with(name)) {
    text.remove_prefix(name.size());
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && value >= 0) {
      text.remove_prefix(static_cast<std::size_t>(end - text.data()));
      return value;
    }
  }
  throw Error::io(folder.path().string(), "its note is damaged", "begin again: --restart");
}

/// Where the work was left; the beginning where there is none.
SweepPosition position_of(const WorkFolder& folder, const std::string& work, const std::vector<DiskSweep>& sweeps) {
  const std::optional<std::string> note = folder.note();
  if (!note) return {};
  std::string_view text = *note;
  if (!text.starts_with(work + "\n")) {
    throw Error::io(
        folder.path().string(),
        "holds the work of another transform: of another token, --memory, device or input, or of an input that has "
        "changed",
        "repeat that command, or begin again: --restart");
  }
  text.remove_prefix(work.size() + 1);
  SweepPosition at;
  at.sweep = static_cast<std::size_t>(take(text, "sweep=", folder));
  at.block = take(text, " block=", folder);
  at.finite = take(text, " finite=", folder) != 0;
  if (at.sweep >= sweeps.size() || at.block > sweeps[at.sweep].blocks() || text != "\n") {
    throw Error::io(folder.path().string(), "its note is damaged", "begin again: --restart");
  }
  return at;
}

/// With its sweeps, because blocks depend on the device, on wisdom and on the version too.
std::string work_of(const TransformRequest& request, const TransformReport& report) {
  const std::filesystem::path in = std::filesystem::canonical(request.in);
  std::string sweeps;
  for (const SweepReport& sweep : report.sweeps) sweeps += fmt::format(" blocks={}*{}", sweep.blocks, sweep.token);
  return fmt::format("papilio transform {} memory={}{} size={} written={} in={}", report.problem.token(),
                     request.out_of_core->memory, sweeps, std::filesystem::file_size(in),
                     std::filesystem::last_write_time(in).time_since_epoch().count(), presentable(in.string()));
}

/// Host and device memory of a block.
BytesOf bytes_on(const Device& device) {
  return [&device, most = static_cast<std::int64_t>(device.info().max_allocation)](const Problem& problem) {
    const std::int64_t in = problem.input_elements() * problem.input_element_bytes();
    const std::int64_t out = problem.output_elements() * problem.output_element_bytes();
    if (std::max(in, out) > most) return no_memory_suffices;
    const std::int64_t sides = problem.placement == Placement::in_place ? std::max(in, out) : in + out;
    return 2 * sides + static_cast<std::int64_t>(estimate(problem, device).scratch_bytes);
  };
}

template <class T>
class Worker {
 public:
  Worker(SignalReader& reader, TransformReport& report, WorkFolder& folder, std::string header,
         std::function<bool()> stopped)
      : source_(reader), report_(report), folder_(folder), header_(std::move(header)), stopped_(std::move(stopped)) {}

  /// Returns the name of the file that holds the result; none where it was stopped.
  std::optional<std::string> run(const Device& device, const std::vector<DiskSweep>& sweeps, const std::string& work,
                                 SweepPosition at, const TransformProgress& progress) {
    std::int64_t total = 0;
    std::int64_t done = 0;
    for (std::size_t i = 0; i < sweeps.size(); ++i) {
      total += sweeps[i].blocks();
      done += i < at.sweep ? sweeps[i].blocks() : 0;
    }
    std::optional<WorkFile> from;
    if (at.sweep > 0) {
      from = folder_.file(file_names[(at.sweep - 1) % 2], bytes_after(sweeps[at.sweep - 1]), WorkFileState::kept_file);
    }
    for (; at.sweep < sweeps.size(); ++at.sweep, at.block = 0) {
      const DiskSweep& sweep = sweeps[at.sweep];
      // Before this sweep's file, which is that of the sweep before last, gets another length or other bytes.
      if (at.sweep > 0) write_note(work, at);
      WorkFile to = folder_.file(file_names[at.sweep % 2], bytes_after(sweep),
                                 at.block > 0 ? WorkFileState::kept_file : WorkFileState::new_file);
      if (at.sweep == 0) write_note(work, at);  // not for a disk that has no room
      run_sweep(device, sweep, Files{from ? &*from : nullptr, to, at.sweep + 1 == sweeps.size()}, at, [&] {
        to.sync();
        write_note(work, at);
        progress(done + at.block, total);
      });
      if (at.block < sweep.blocks()) return std::nullopt;
      done += sweep.blocks();
      from = std::move(to);
    }
    source_.narrow().add_notes(1, report_.notes);
    from->write(0, std::as_bytes(std::span(header_)));
    from->sync();
    return file_names[(sweeps.size() - 1) % 2];
  }

 private:
  /// A signal that is only remembered removes a file in the making (files/temporary_file.hpp).
  void write_note(const std::string& work, const SweepPosition& at) {
    try {
      folder_.write_note(note_of(work, at));
    } catch (const Error&) {
      if (!stopped_()) throw;
      folder_.write_note(note_of(work, at));
    }
  }

  struct Files {
    const WorkFile* from;  ///< null: the input
    WorkFile& to;
    bool last;
  };

  [[nodiscard]] static std::int64_t element_bytes(bool real) {
    return (real ? 1 : 2) * static_cast<std::int64_t>(sizeof(T));
  }
  [[nodiscard]] std::int64_t bytes_after(const DiskSweep& sweep) const {
    return static_cast<std::int64_t>(header_.size()) +
           sweep.output_count() * element_bytes(sweep.problem.real_output());
  }

  /// Calls `note` when some time has passed since it was last called, and after the last block that it does.
  template <class Note>
  void run_sweep(const Device& device, const DiskSweep& sweep, const Files& at_files, SweepPosition& at,
                 const Note& note) {
    std::optional<PieceEngine> engine;
    {
      const TimeAdder watch(report_.seconds.set_up);
      engine.emplace(device, sweep.problem);
    }
    PieceElements<T> in(sweep.problem.input_elements(), sweep.problem.real_input());
    std::optional<PieceElements<T>> apart;
    if (sweep.problem.placement != Placement::in_place) {
      apart.emplace(sweep.problem.output_elements(), sweep.problem.real_output());
    }
    PieceElements<T>& out = apart ? *apart : in;
    std::optional<BasicRoots<TableReal>> roots;
    if (sweep.twiddle != 0) roots.emplace(sweep.twiddle);

    auto noted = std::chrono::steady_clock::now();
    const std::int64_t blocks = sweep.blocks();
    while (at.block < blocks) {
      read(sweep, at, at_files.from, in);
      engine->transform(in, out, report_.seconds);
      if (roots) multiply(sweep, at.block, *roots, out);
      write(sweep, at, at_files, out);
      ++at.block;
      const auto now = std::chrono::steady_clock::now();
      const bool stopped = stopped_();
      if (stopped || at.block == blocks || now - noted > note_interval) {
        note();
        noted = now;
      }
      if (stopped) return;
    }
  }

  void read(const DiskSweep& sweep, SweepPosition& at, const WorkFile* from, PieceElements<T>& in) {
    const TimeAdder watch(report_.seconds.read);
    const FileSegments runs = sweep.input(at.block);
    const std::int64_t numbers = in.real() ? 1 : 2;
    if (runs.count * runs.width < static_cast<std::int64_t>(in.count())) {
      std::fill_n(in.numbers(), static_cast<std::int64_t>(in.count()) * numbers, T{0});
    }
    for (std::int64_t i = 0; i < runs.count; ++i) {
      T* const to = in.numbers() + i * sweep.input_stride() * numbers;
      const std::int64_t first = runs.first + i * runs.stride;
      if (from == nullptr) {
        source_.read(first, to, runs.width, in.real());
        at.finite = at.finite && source_.narrow().finite();
      } else {
        from->read(position_of_element(first, in.real()), std::as_writable_bytes(std::span(to, runs.width * numbers)));
      }
    }
  }

  void write(const DiskSweep& sweep, const SweepPosition& at, const Files& at_files, PieceElements<T>& out) {
    const TimeAdder watch(report_.seconds.write);
    const FileSegments runs = sweep.output(at.block);
    const std::int64_t numbers = out.real() ? 1 : 2;
    for (std::int64_t i = 0; i < runs.count; ++i) {
      T* const run = out.numbers() + i * sweep.output_stride() * numbers;
      const std::int64_t first = runs.first + i * runs.stride;
      if (at_files.last && at.finite) {
        if (out.real()) {
          source_.narrow().require_finite(std::span<const T>(run, runs.width), first);
        } else {
          const std::complex<T>* const elements = out.complex() + i * sweep.output_stride();
          source_.narrow().require_finite(std::span(elements, runs.width), first);
        }
      }
      at_files.to.write(position_of_element(first, out.real()), std::as_bytes(std::span(run, runs.width * numbers)));
    }
  }

  [[nodiscard]] std::int64_t position_of_element(std::int64_t element, bool real) const {
    return static_cast<std::int64_t>(header_.size()) + element * element_bytes(real);
  }

  using TableReal = std::conditional_t<sizeof(T) == 4, double, long double>;

  /// The exponents are j*c < n, so nothing overflows.
  void multiply(const DiskSweep& sweep, std::int64_t block, const BasicRoots<TableReal>& roots,
                PieceElements<T>& out) const {
    const FileSegments runs = sweep.output(block);
    const std::int64_t first = sweep.first_column(block);
    const bool inverse = sweep.problem.direction == Direction::inverse;
    for (std::int64_t j = 0; j < runs.count; ++j) {
      std::complex<T>* const row = out.complex() + j * sweep.output_stride();
      for (std::int64_t c = 0; c < runs.width; ++c) {
        const std::complex<TableReal> root = inverse ? std::conj(roots(j * (first + c))) : roots(j * (first + c));
        const std::complex<TableReal> product = std::complex<TableReal>(row[c].real(), row[c].imag()) * root;
        row[c] = {static_cast<T>(product.real()), static_cast<T>(product.imag())};
      }
    }
  }

  ElementSource<T> source_;
  TransformReport& report_;
  WorkFolder& folder_;
  std::string header_;
  std::function<bool()> stopped_;
};

/// The bytes before the elements of the result. The folder's files have them too, so that one of them becomes it.
std::string header_of(const TransformRequest& request, const Problem& problem, const FileElements& file) {
  const SignalFormat format = *format_by_extension(request.out);
  if (format == SignalFormat::npy) return npy_header(npy_type_of(problem), shape_of_result(problem, file));
  const bool single = problem.precision == Precision::f32;
  if ((format == SignalFormat::cf32) != single) {
    throw Error::unsupported(
        request.out.string(),
        fmt::format("{} gives numbers of its own precision, and --out-of-core does not convert them", problem.token()),
        single ? "use .npy or .cf32" : "use .npy or .cf64");
  }
  return {};
}

files::Target target_of_result(const std::filesystem::path& out) {
  files::Target target = files::target_of(out);
  if (target.through) {
    throw Error::io(out.string(), "is not a regular file, which --out-of-core needs", "choose another name");
  }
  return target;
}

}  // namespace

TransformReport transform_out_of_core(const TransformRequest& request, const TransformProgress& progress) {
  TransformReport report;
  {
    const TimeAdder total(report.seconds.total);
    require_writable(request.out, Problem::parse(request.token));
    files::require_distinct({request.in}, {request.out});
    const files::Target target = target_of_result(request.out);
    const std::unique_ptr<SignalReader> reader = open_elements(request.in);
    const FileElements file = describe(request, *reader, report);
    std::string header = header_of(request, report.problem, file);

    const Device device(request.device);
    report.device = device.info();
    const std::vector<DiskSweep> sweeps = plan_sweeps(report.problem, request.out_of_core->memory, bytes_on(device));
    for (const DiskSweep& sweep : sweeps) report.sweeps.push_back({sweep.problem.token(), sweep.blocks()});

    std::filesystem::path folder_path = target.path;
    folder_path += ".papilio";
    WorkFolder folder(folder_path);
    if (request.out_of_core->begin == OutOfCore::Begin::anew) folder.remove_note();
    const std::string work = work_of(request, report);
    const SweepPosition at = position_of(folder, work, sweeps);
    report.resumed = at.sweep > 0 || at.block > 0;

    const auto run = [&](auto worker) { return worker.run(device, sweeps, work, at, progress); };
    const std::optional<std::string> name =
        report.problem.precision == Precision::f32
            ? run(Worker<float>(*reader, report, folder, std::move(header), request.out_of_core->stopped))
            : run(Worker<double>(*reader, report, folder, std::move(header), request.out_of_core->stopped));
    report.stopped = !name;
    if (report.stopped) return report;
    folder.remove_note();  // a file that has gone to its place is no work to be taken up
    try {
      folder.move_file(*name, target);
    } catch (const Error&) {
      folder.write_note(note_of(work, {sweeps.size() - 1, sweeps.back().blocks(), true}));
      throw;
    }
    folder.remove(file_names);
  }
  return report;
}

}  // namespace papilio::tool
