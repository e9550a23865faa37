// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio operator FILE: a spectral operator on an array, a picture or a recording.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <papilio/error.hpp>
#include <papilio/operator.hpp>

#include "core/presentable.hpp"
#include "files/identity.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/json_text.hpp"
#include "tools/commands/signal_format.hpp"
#include "tools/commands/strict.hpp"
#include "tools/commands/within.hpp"
#include "tools/convolve/results.hpp"
#include "tools/image/png.hpp"
#include "tools/signal/channel.hpp"
#include "tools/signal/narrow.hpp"
#include "tools/signal/npy.hpp"
#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {
namespace {

struct OperatorArguments {
  std::filesystem::path in;
  std::filesystem::path out;
  std::vector<std::string> spectra;
  std::vector<std::string> formulas;
  std::vector<std::int64_t> axes;
  std::string precision = "f32";
  std::string channel = "mix";
  OpenOptions open;
  std::string device = "auto";
  bool json = false;
};

struct OperatorReport {
  std::vector<std::int64_t> shape;
  bool complex = false;
  std::string token;
  DeviceInfo device;
  std::int64_t clipped = 0;
};

template <class T>
std::vector<T> numbers_behind(const std::string& text, std::size_t colon) {
  std::vector<T> numbers;
  const char* at = text.data() + std::min(colon + 1, text.size());
  const char* const end = text.data() + text.size();
  while (at < end) {
    T number{};
    const auto [next, error] = std::from_chars(at, end, number);
    if (error == std::errc::result_out_of_range) {
      throw Error::invalid_argument(
          "--spectrum " + text, fmt::format("'{}' is too large, or too small", std::string(at, next)),
          std::is_integral_v<T> ? "write an order of 32 bits" : "write 0, or a number from 2.3e-308 to 1.79e308");
    }
    const bool separated = next == end || (*next == ',' && next + 1 < end);
    if (error != std::errc() || !separated) {
      throw Error::invalid_argument("--spectrum " + text, fmt::format("'{}' begins no list of numbers", at),
                                    "write numbers with commas between them, as in gaussian:2,0.5");
    }
    numbers.push_back(number);
    at = next == end ? end : next + 1;
  }
  return numbers;
}

Spectrum named_spectrum(const std::string& text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string name = text.substr(0, colon);
  const bool has_numbers = colon < text.size();
  if (name == "derivative")
    return Spectrum::derivative(has_numbers ? numbers_behind<int>(text, colon) : std::vector{1});
  if (name == "shift") return Spectrum::shift(numbers_behind<double>(text, colon));
  if (name == "gaussian") return Spectrum::gaussian(numbers_behind<double>(text, colon));
  constexpr std::pair<std::string_view, Spectrum (*)()> without_numbers[] = {
      {"laplacian", [] { return Spectrum::laplacian(); }},
      {"inverse-laplacian", [] { return Spectrum::inverse_laplacian(); }},
      {"hilbert", [] { return Spectrum::hilbert(); }},
  };
  for (const auto& [known, spectrum] : without_numbers) {
    if (name != known) continue;
    if (!has_numbers) return spectrum();
    throw Error::invalid_argument("--spectrum " + text, fmt::format("{} takes no numbers", name),
                                  fmt::format("write --spectrum {}", name));
  }
  throw Error::invalid_argument("--spectrum " + text, "there is no such spectrum",
                                "choose derivative[:ORDERS], laplacian, inverse-laplacian, hilbert, shift:SAMPLES or "
                                "gaussian:SIGMAS, or write a --formula");
}

Spectrum spectrum_of(const OperatorArguments& options) {
  Spectrum product;
  const auto multiply = [&](const Spectrum& factor) { product = product ? product * factor : factor; };
  for (const std::string& text : options.spectra) multiply(named_spectrum(text));
  for (const std::string& text : options.formulas) multiply(Spectrum::formula(text));
  if (!product)
    throw Error::invalid_argument("an operator without a spectrum", "there is neither --spectrum nor --formula",
                                  "add one, --spectrum gaussian:2 or --formula 'exp(-k^2/200)'");
  return product;
}

/// Throws Error(invalid_argument) for axes that the array does not have; the operator checks the rest.
std::vector<int> axes_of(const OperatorArguments& options, const OperatorReport& report) {
  const std::int64_t rank = std::ssize(report.shape);
  for (const std::int64_t axis : options.axes) {
    if (axis >= 0 && axis < rank) continue;
    throw Error::invalid_argument(
        fmt::format("--axes {}", fmt::join(options.axes, ",")),
        fmt::format("the array of {} has no axis {}", fmt::join(report.shape, " x "), axis),
        rank == 1 ? "leave --axes out" : fmt::format("count axes from 0, the outermost, to {}", rank - 1));
  }
  return {options.axes.begin(), options.axes.end()};
}

/// T is the type of an element.
template <class T>
std::vector<T> applied(const OperatorArguments& options, const std::vector<T>& elements, OperatorReport& report) {
  OperatorProblem problem;
  problem.precision = sizeof(std::real(T{})) == sizeof(float) ? Precision::f32 : Precision::f64;
  problem.field = report.complex ? Field::complex : Field::real;
  problem.lengths = report.shape;
  problem.axes = axes_of(options, report);
  const Device device(options.device);
  const Operator op(device, problem, spectrum_of(options));
  report.token = problem.convolution().token();
  report.device = device.info();
  std::vector<T> results(elements.size());
  op.execute(elements, std::span(results));
  return results;
}

void filter_picture(const OperatorArguments& options, files::OutputFile file, OperatorReport& report) {
  RasterImage image = read_png(options.in);
  report.shape = {image.height, image.width};
  for (int channel = 0; channel < image.colours(); ++channel)
    report.clipped += set_channel(image, channel, applied(options, channel_of(image, channel), report));
  write_png(std::move(file), image);
}

template <class T>
using PartOfElement = decltype(std::real(T{}));

template <class T>
std::vector<T> read_elements(SignalReader& reader, Narrow<PartOfElement<T>>& narrow) {
  const std::string& path = reader.info().path;
  const std::size_t width = reader.info().values_per_frame();
  std::vector<double> values((std::size_t{1} << 16) * width);
  std::vector<T> elements;
  for (std::size_t frames = reader.read(values); frames > 0; frames = reader.read(values)) {
    for (std::size_t i = 0; i < frames; ++i) {
      const double* const at = &values[i * width];
      const auto index = static_cast<std::int64_t>(elements.size());
      if (!std::all_of(at, at + width, [](double value) { return std::isfinite(value); }))
        throw Error::io(path, fmt::format("element {} is not finite", index), "replace it by a number");
      if constexpr (std::is_floating_point_v<T>) {
        elements.push_back(narrow(*at, index));
      } else {
        elements.emplace_back(narrow(at[0], index), narrow(at[1], index));
      }
    }
  }
  if (elements.empty()) throw Error::io(path, "holds no elements", "give an array of one at least");
  return elements;
}

bool is_npy(const std::filesystem::path& path) { return format_by_extension(path) == SignalFormat::npy; }

template <class T>
void filter_array(const OperatorArguments& options, SignalReader& reader, OperatorReport& report) {
  Narrow<PartOfElement<T>> narrow(reader.info().path, "use --precision f64");
  const std::vector<T> elements = read_elements<T>(reader, narrow);
  const auto results = [&] {
    std::vector<T> all = applied(options, elements, report);
    narrow.require_finite(std::span<const T>(all), 0);
    return all;
  };
  if (report.shape.empty()) report.shape = {static_cast<std::int64_t>(elements.size())};
  const ResultKind kind{options.precision == "f64" ? Precision::f64 : Precision::f32,
                        report.complex ? Field::complex : Field::real, reader.info().sample_rate};
  if (report.shape.size() == 1) {
    const std::unique_ptr<NumberWriter> writer = open_results(options.out, kind);
    writer->write(std::span<const T>(results()));
    return writer->close();
  }
  if (!is_npy(options.out))
    throw Error::invalid_argument(options.out.string(), fmt::format("the array has {} axes", report.shape.size()),
                                  "choose a name that ends in .npy");
  const NpyType type = kind.precision == Precision::f32 ? (report.complex ? NpyType::c64 : NpyType::f32)
                                                        : (report.complex ? NpyType::c128 : NpyType::f64);
  NpyWriter writer(files::OutputFile(options.out), type, report.shape);
  writer.write(std::span<const T>(results()));
  writer.close();
}

void run(const OperatorArguments& options) {
  (void)spectrum_of(options);  // before any work
  files::require_distinct({options.in}, {options.out});
  OperatorReport report;
  if (options.in.extension() == ".png") {
    if (options.out.extension() != ".png")
      throw Error::invalid_argument(options.out.string(), "a picture becomes a picture",
                                    "choose a name ending in .png");
    filter_picture(options, files::OutputFile(options.out), report);
  } else {
    const bool array = options.open.format == SignalFormat::npy ||
                       (options.open.format == SignalFormat::by_extension && is_npy(options.in));
    const std::unique_ptr<SignalReader> reader =
        array ? open_npy_flat(options.in)
              : select_channel(open_signal(options.in, options.open), ChannelChoice::parse(options.channel));
    if (array) report.shape = reader->info().shape;
    report.complex = reader->info().kind == SampleKind::complex;
    const bool single = options.precision == "f32";
    if (report.complex) {
      single ? filter_array<std::complex<float>>(options, *reader, report)
             : filter_array<std::complex<double>>(options, *reader, report);
    } else {
      single ? filter_array<float>(options, *reader, report) : filter_array<double>(options, *reader, report);
    }
  }
  if (options.json) {
    const DeviceInfo& device = report.device;
    fmt::print("{}\n",
               json_text({{"in", options.in.string()},
                          {"out", options.out.string()},
                          {"spectra", options.spectra},
                          {"formulas", options.formulas},
                          {"shape", report.shape},
                          {"complex", report.complex},
                          {"token", report.token},
                          {"clipped", report.clipped},
                          {"device", {{"id", device.id}, {"name", device.name}, {"platform", device.platform}}}}));
    return;
  }
  fmt::print("array     {}: {} {} numbers\n", presentable(options.in.string()), fmt::join(report.shape, " x "),
             report.complex ? "complex" : "real");
  fmt::print("operator  {}\n", report.token);
  if (report.clipped > 0) fmt::print("note      {} levels were beyond black or white\n", report.clipped);
  fmt::print("device    {}  {} ({})\n", report.device.id, report.device.name, report.device.platform);
  fmt::print("written   {}\n", presentable(options.out.string()));
}

}  // namespace

void add_operator(CLI::App& app) {
  CLI::App* const command =
      app.add_subcommand("operator", "Multiply the spectrum of an array, a picture or a recording by a formula");
  const auto options = std::make_shared<OperatorArguments>();
  command->add_option("FILE", options->in, ".npy of any shape, a PNG, or a recording as spectrum reads it")->required();
  command
      ->add_option("-o,--output", options->out,
                   ".npy; .png for pictures; for recordings and arrays of one axis also .csv, .wav, .cf32 and .cf64")
      ->required();
  command
      ->add_option("--spectrum", options->spectra,
                   "derivative[:ORDERS], laplacian, inverse-laplacian, hilbert, shift:SAMPLES or gaussian:SIGMAS, with "
                   "a number for all axes, or one for each with commas between; several are multiplied")
      ->allow_extra_args(false);
  command
      ->add_option("--formula", options->formulas,
                   "A formula of the frequency's numbers k, kx, ky, kz, as in 'exp(-k^2/200)' or '1/(1+(kx/nx)^2)'")
      ->allow_extra_args(false);
  command->add_option("--axes", options->axes, "The axes to transform, from 0, up to three (default: all)")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--precision", options->precision, "Precision of the computation and of .npy files")
      ->check(CLI::IsMember({"f32", "f64"}))
      ->capture_default_str();
  command->add_option("--channel", options->channel, "Channel of a recording: a number from 1, mix or iq")
      ->capture_default_str();
  command->add_option("--format", options->open.format, "Format of a recording, if its extension does not determine it")
      ->transform(signal_format());
  command->add_option("--columns", options->open.columns, columns_help);
  take_hertz(command->add_option("--rate", options->open.rate, "Sample rate of a recording; for files that have none"))
      ->check(within(1, 2147483647));
  command->add_option("--device", options->device, device_help)->capture_default_str();
  command->add_flag("--json", options->json, "Print one JSON object");
  command->footer(
      "Arrays are periodic: each end continues at the opposite end. All colours of a picture are filtered,\n"
      "alpha is kept, and levels beyond black and white are clipped.\n");
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
