// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/signal/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <papilio/error.hpp>
#include <utility>

#include "files/identity.hpp"
#include "tools/signal/samples.hpp"

namespace papilio::tool {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t alignment = 64;  // the data start at a multiple of it, so that they can be mapped

struct TypeDescriptor {
  std::string_view name;  ///< without its byte order
  std::size_t bytes;      ///< of one real number
  SampleKind kind;
  Decode decode;
};

constexpr TypeDescriptor number_types[] = {
    {"f2", 2, SampleKind::real, decode_halves},
    {"f4", 4, SampleKind::real, decode_numbers<float>},
    {"f8", 8, SampleKind::real, decode_numbers<double>},
    {"c8", 4, SampleKind::complex, decode_numbers<float>},
    {"c16", 8, SampleKind::complex, decode_numbers<double>},
    {"b1", 1, SampleKind::real, decode_numbers<std::uint8_t>},
    {"i1", 1, SampleKind::real, decode_numbers<std::int8_t>},
    {"i2", 2, SampleKind::real, decode_numbers<std::int16_t>},
    {"i4", 4, SampleKind::real, decode_numbers<std::int32_t>},
    {"i8", 8, SampleKind::real, decode_numbers<std::int64_t>},
    {"u1", 1, SampleKind::real, decode_numbers<std::uint8_t>},
    {"u2", 2, SampleKind::real, decode_numbers<std::uint16_t>},
    {"u4", 4, SampleKind::real, decode_numbers<std::uint32_t>},
    {"u8", 8, SampleKind::real, decode_numbers<std::uint64_t>},
};

/// The byte order comes before the name: < little, > big, = that of the machine, | none, of single bytes.
bool is_big_endian(std::string_view descr) {
  return descr.front() == '>' || (descr.front() == '=' && std::endian::native == std::endian::big);
}

const TypeDescriptor& number_type(std::string_view descr, const std::string& where) {
  const std::string_view name = descr.substr(1);
  const auto* found = std::find_if(std::begin(number_types), std::end(number_types),
                                   [&](const TypeDescriptor& type) { return type.name == name; });
  const bool ordered = std::string_view("<>=").find(descr.front()) != std::string_view::npos;
  if (found != std::end(number_types) && (ordered || (descr.front() == '|' && found->bytes == 1))) return *found;
  throw Error::io(where, fmt::format("its element type '{}' is not one that is read", descr),
                  "save it as numpy.float32 or numpy.complex64");
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

struct Extent {
  std::int64_t frames;
  int channels;
};

/// All elements in the order of the file.
Extent flat_extent(const NpyHeader& header, const std::string& where) {
  const std::string what = fmt::format("{}: shape {}", where, shape_text(header.shape));
  std::int64_t elements = 1;
  for (const std::int64_t size : header.shape) {
    if (__builtin_mul_overflow(elements, size, &elements)) {
      throw Error::io(what, "has more elements than fit 64 bits", "write the file again with numpy.save");
    }
  }
  if (elements == 0) {
    throw Error::io(what, "holds no elements", "save at least one");
  }
  if (header.fortran_order && header.shape.size() > 1) {
    throw Error::io(what, "is in Fortran order", "save numpy.ascontiguousarray(a)");
  }
  return {elements, 1};
}

/// The shape as channels and frames of a signal.
Extent signal_extent(const NpyHeader& header, const std::string& where) {
  const auto& shape = header.shape;
  const std::string what = fmt::format("{}: shape {}", where, shape_text(shape));
  if (shape.empty() || shape.size() > 2) {
    throw Error::io(what, "has neither one nor two dimensions", "save one signal, or frames by channels");
  }
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) {
    throw Error::io(what, "holds no samples", "save at least one");
  }
  if (shape.size() == 1) {
    return {shape[0], 1};
  }
  if (shape[0] == 1 || shape[1] == 1) {
    return {std::max(shape[0], shape[1]), 1};
  }
  if (shape[1] > shape[0]) {
    throw Error::io(what, "has more channels (columns) than frames (rows)",
                    "save the transpose: numpy.save(name, a.T.copy())");
  }
  if (header.fortran_order) {
    throw Error::io(what, "is in Fortran order", "save numpy.ascontiguousarray(a)");
  }
  if (shape[1] > 4096) {
    throw Error::io(what, "has more than 4096 channels", "save fewer columns");
  }
  return {shape[0], static_cast<int>(shape[1])};
}

class NpyReader final : public SignalReader {
 public:
  using ExtentOf = Extent (*)(const NpyHeader& header, const std::string& where);

  NpyReader(const std::filesystem::path& path, const OpenOptions& options, ExtentOf extent_of) : file_(path) {
    const std::string where = files::name_of_input(path);
    const NpyHeader header = NpyHeader::parse(header_text(where), where);
    type_ = &number_type(header.descr, where);
    big_endian_ = is_big_endian(header.descr);
    const Extent extent = extent_of(header, where);
    info_ = {.path = where,
             .format = fmt::format(".npy, {}", header.descr),
             .sample_rate = options.rate,
             .centre = options.centre,
             .channels = extent.channels,
             .kind = type_->kind,
             .frames = extent.frames,
             .shape = header.shape};
    left_ = extent.frames;
    const std::int64_t frame_bytes = static_cast<std::int64_t>(info_.values_per_frame() * type_->bytes);
    const std::optional<std::int64_t> bytes = file_.regular_size();
    if (bytes) require_all((*bytes - header_bytes_) / frame_bytes);
  }

  std::size_t read(std::span<double> values) override {
    const std::size_t width = info_.values_per_frame();
    const std::size_t wanted = std::min(values.size() / width, static_cast<std::size_t>(left_));
    bytes_.resize(wanted * width * type_->bytes);
    const std::size_t got = file_.read(bytes_) / (width * type_->bytes);
    const std::span<std::byte> numbers = std::span(bytes_).first(got * width * type_->bytes);
    if (big_endian_) reverse_each(numbers);
    type_->decode(numbers, values.first(got * width));
    left_ -= static_cast<std::int64_t>(got);
    if (got < wanted) require_all(*info_.frames - left_);  // of a stream, whose size was unknown
    return got;
  }

  void seek(std::int64_t frame) override {
    const auto frame_bytes = static_cast<std::int64_t>(info_.values_per_frame() * type_->bytes);
    file_.seek(header_bytes_ + frame * frame_bytes);
    left_ = *info_.frames - frame;
  }

 private:
  void require_all(std::int64_t there) const {
    if (there >= *info_.frames) return;
    throw Error::io(info_.path, fmt::format("holds {} of the {} frames that its header promises", there, *info_.frames),
                    "copy or save the file again");
  }

  void reverse_each(std::span<std::byte> numbers) const {
    for (; !numbers.empty(); numbers = numbers.subspan(type_->bytes)) {
      std::reverse(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(type_->bytes));
    }
  }

  std::string header_text(const std::string& where) {
    std::array<std::byte, 12> start{};
    const std::size_t got = file_.read(std::span(start).first(10));
    if (got < 10 || std::memcmp(start.data(), magic.data(), magic.size()) != 0) {
      throw Error::io(where, "is no .npy file: it does not start with \\x93NUMPY", "write it with numpy.save");
    }
    const auto version = static_cast<int>(start[6]);
    if (version < 1 || version > 3) {
      throw Error::io(where, fmt::format(".npy version {} is unknown", version), "save it with numpy.save");
    }
    std::size_t length = load_little<std::uint16_t>(start.data() + 8);
    header_bytes_ = 10;
    if (version >= 2) {  // four bytes of length instead of two
      file_.read(std::span(start).subspan(10));
      length = load_little<std::uint32_t>(start.data() + 8);
      header_bytes_ = 12;
    }
    if (length > (1U << 20U)) {
      throw Error::io(where, fmt::format("its .npy header of {} bytes is too long", length), "save plain numbers");
    }
    std::string text(length, '\0');
    if (file_.read(std::as_writable_bytes(std::span(text))) < length) {
      throw Error::io(where, "ends inside its .npy header", "copy the file again");
    }
    header_bytes_ += static_cast<std::int64_t>(length);
    return text;
  }

  files::InputFile file_;
  const TypeDescriptor* type_ = nullptr;
  bool big_endian_ = false;
  std::int64_t header_bytes_ = 0;
  std::int64_t left_ = 0;
  std::vector<std::byte> bytes_;
};

constexpr std::string_view descr_of(NpyType type) {
  constexpr std::string_view names[] = {"<f4", "<f8", "<c8", "<c16"};
  return names[static_cast<std::size_t>(type)];
}

}  // namespace

std::unique_ptr<SignalReader> open_npy(const std::filesystem::path& path, const OpenOptions& options) {
  return std::make_unique<NpyReader>(path, options, signal_extent);
}

std::unique_ptr<SignalReader> open_npy_flat(const std::filesystem::path& path) {
  return std::make_unique<NpyReader>(path, OpenOptions{}, flat_extent);
}

NpyWriter::NpyWriter(files::OutputFile file, NpyType type, std::int64_t columns)
    : file_(std::move(file)), type_(type), columns_(columns) {
  file_.write(header());
  file_.seek(static_cast<std::int64_t>(file_.size()));  // a pipe is refused now, and not at the end
}

NpyWriter::NpyWriter(files::OutputFile file, NpyType type, std::vector<std::int64_t> shape)
    : file_(std::move(file)), type_(type), shape_(std::move(shape)) {
  file_.write(header());
}

std::string npy_header(NpyType type, const std::vector<std::int64_t>& shape) {
  std::string dict =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", descr_of(type), shape_text(shape));
  // Two lines of 64 bytes hold any rows and columns, so the header keeps its length when close() writes it again.
  const std::size_t before = magic.size() + 4;
  const std::size_t lines = std::max<std::size_t>(2, (before + dict.size() + 1 + alignment - 1) / alignment);
  const std::size_t text = lines * alignment - before;
  dict.append(text - dict.size() - 1, ' ');
  dict += '\n';
  return fmt::format("{}{}{}{}{}{}", magic, '\x01', '\0', static_cast<char>(text & 0xFFU),
                     static_cast<char>(text >> 8U), dict);
}

std::string NpyWriter::header() const {
  if (shape_) return npy_header(type_, *shape_);
  if (columns_ == 0) return npy_header(type_, {elements_});
  return npy_header(type_, {elements_ / columns_, columns_});
}

template <class Number>
void NpyWriter::append(NpyType type, std::span<const Number> numbers) {
  if (type != type_) {
    throw Error::invalid_argument(
        file_.path().string(),
        fmt::format("values of type '{}' do not fit a file of '{}'", descr_of(type), descr_of(type_)),
        "open the writer with the type of the values");
  }
  bytes_.resize(numbers.size_bytes());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    store_little(numbers[i], bytes_.data() + i * sizeof(Number));
  }
  file_.write(bytes_);
  const std::int64_t parts = type == NpyType::c64 || type == NpyType::c128 ? 2 : 1;
  elements_ += static_cast<std::int64_t>(numbers.size()) / parts;
}

void NpyWriter::write(std::span<const float> values) { append(NpyType::f32, values); }
void NpyWriter::write(std::span<const double> values) { append(NpyType::f64, values); }

// An array of std::complex<T> may be read as one of T: [complex.numbers.general] of the C++ standard.
void NpyWriter::write(std::span<const std::complex<float>> values) {
  append(NpyType::c64, std::span(reinterpret_cast<const float*>(values.data()), 2 * values.size()));
}
void NpyWriter::write(std::span<const std::complex<double>> values) {
  append(NpyType::c128, std::span(reinterpret_cast<const double*>(values.data()), 2 * values.size()));
}

void NpyWriter::close() {
  if (!shape_) {
    file_.seek(0);
    file_.write(header());
  }
  file_.commit();
}

}  // namespace papilio::tool
