// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// libpng reports failures by longjmp, which must not skip a destructor. So each call that may fail is in a function
// that holds no objects and returns whether it succeeded; everything else lives in a Codec.
#include "tools/image/png.hpp"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <array>
#include <bit>
#include <csetjmp>
#include <cstring>
#include <exception>
#include <papilio/error.hpp>
#include <span>

#include "files/input_file.hpp"
#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {
namespace {

static_assert(std::endian::native == std::endian::little, "png_set_swap is for little-endian machines");

/// A libpng object, the file that it reads or writes, and its last words.
struct Codec {
  png_structp png = nullptr;
  png_infop info = nullptr;
  files::InputFile* in = nullptr;
  files::OutputFile* out = nullptr;
  std::exception_ptr failure;  ///< of the file; it must not pass through libpng
  std::array<char, 200> message{};

  Codec() = default;
  Codec(const Codec&) = delete;
  Codec& operator=(const Codec&) = delete;

  void rethrow() const {
    if (failure) std::rethrow_exception(failure);
  }
};

void stop(png_structp png, png_const_charp message) {
  auto& codec = *static_cast<Codec*>(png_get_error_ptr(png));
  std::strncpy(codec.message.data(), message, codec.message.size() - 1);
  png_longjmp(png, 1);
}

void keep_quiet(png_structp, png_const_charp) {}

/// The number of bytes read; fewer than `count` at the end, and if the file fails.
std::size_t read_some(Codec& codec, png_bytep to, std::size_t count) noexcept {
  try {
    return codec.in->read(std::as_writable_bytes(std::span(to, count)));
  } catch (...) {
    codec.failure = std::current_exception();
    return 0;
  }
}

void take(png_structp png, png_bytep to, std::size_t count) {
  if (read_some(*static_cast<Codec*>(png_get_io_ptr(png)), to, count) < count)
    png_error(png, "the file ends too early");
}

bool write_all(Codec& codec, png_const_bytep from, std::size_t count) noexcept {
  try {
    codec.out->write(std::as_bytes(std::span(from, count)));
    return true;
  } catch (...) {
    codec.failure = std::current_exception();
    return false;
  }
}

void give(png_structp png, png_bytep from, std::size_t count) {
  if (!write_all(*static_cast<Codec*>(png_get_io_ptr(png)), from, count)) png_error(png, "the file takes no more");
}

void flush_nothing(png_structp) {}

struct PngReader : Codec {
  PngReader() {
    png = png_create_read_struct(PNG_LIBPNG_VER_STRING, static_cast<Codec*>(this), stop, keep_quiet);
    if (png != nullptr) info = png_create_info_struct(png);
    if (info == nullptr) throw std::bad_alloc();
  }
  ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }

  /// The header; samples will come as 8 or 16 bits, little-endian.
  bool read_header() {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);  // ours is smaller
    png_set_read_fn(png, static_cast<Codec*>(this), take);
    png_read_info(png, info);
    png_set_expand(png);
    png_set_swap(png);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
    return true;
  }
  bool read_rows(png_bytepp rows) {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    png_read_image(png, rows);
    png_read_end(png, nullptr);
    return true;
  }
};

struct PngWriter : Codec {
  PngWriter() {
    png = png_create_write_struct(PNG_LIBPNG_VER_STRING, static_cast<Codec*>(this), stop, keep_quiet);
    if (png != nullptr) info = png_create_info_struct(png);
    if (info == nullptr) throw std::bad_alloc();
  }
  ~PngWriter() { png_destroy_write_struct(&png, &info); }

  bool write(const RasterImage& image, png_bytepp rows) {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_write_fn(png, static_cast<Codec*>(this), give, flush_nothing);
    const int colour = (image.colours() == 3 ? PNG_COLOR_MASK_COLOR : 0) |
                       (image.channels > image.colours() ? PNG_COLOR_MASK_ALPHA : 0);
    png_set_IHDR(png, info, static_cast<png_uint_32>(image.width), static_cast<png_uint_32>(image.height), image.depth,
                 colour, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    png_set_swap(png);
    png_write_image(png, rows);
    png_write_end(png, nullptr);
    return true;
  }
};

std::vector<png_bytep> rows_of(std::vector<png_byte>& bytes, std::int64_t height) {
  std::vector<png_bytep> rows;
  const std::size_t row_bytes = bytes.size() / static_cast<std::size_t>(height);
  for (std::int64_t y = 0; y < height; ++y) rows.push_back(bytes.data() + static_cast<std::size_t>(y) * row_bytes);
  return rows;
}

}  // namespace

RasterImage read_png(const std::filesystem::path& path) {
  files::InputFile file(path);
  PngReader reader;
  reader.in = &file;
  const auto broken = [&] {
    reader.rethrow();
    return Error::io(path.string(), fmt::format("is no whole PNG: {}", reader.message.data()),
                     format_by_extension(path) ? "papilio spectrum shows what is in a recording or a table"
                                               : "give a PNG; other pictures have to be converted first");
  };
  if (!reader.read_header()) throw broken();
  RasterImage image;
  image.width = png_get_image_width(reader.png, reader.info);
  image.height = png_get_image_height(reader.png, reader.info);
  image.channels = png_get_channels(reader.png, reader.info);
  image.depth = png_get_bit_depth(reader.png, reader.info);
  if (image.pixels() > most_pixels) {
    throw Error::unsupported(path.string(),
                             fmt::format("its {} x {} pixels are more than 2^27", image.width, image.height),
                             "scale it down, or cut it up");
  }
  std::vector<png_byte> bytes(png_get_rowbytes(reader.png, reader.info) * static_cast<std::size_t>(image.height));
  std::vector<png_bytep> rows = rows_of(bytes, image.height);
  if (!reader.read_rows(rows.data())) throw broken();
  image.samples.resize(bytes.size() / (image.depth == 16 ? 2 : 1));
  if (image.depth == 16) {
    std::memcpy(image.samples.data(), bytes.data(), bytes.size());
  } else {
    std::copy(bytes.begin(), bytes.end(), image.samples.begin());
  }
  return image;
}

void write_png(files::OutputFile file, const RasterImage& image) {
  std::vector<png_byte> bytes(image.samples.size() * (image.depth == 16 ? 2 : 1));
  if (image.depth == 16) {
    std::memcpy(bytes.data(), image.samples.data(), bytes.size());
  } else {
    std::transform(image.samples.begin(), image.samples.end(), bytes.begin(),
                   [](std::uint16_t sample) { return static_cast<png_byte>(sample); });
  }
  std::vector<png_bytep> rows = rows_of(bytes, image.height);
  PngWriter writer;
  writer.out = &file;
  if (!writer.write(image, rows.data())) {
    writer.rethrow();
    throw Error::io(file.path().string(), fmt::format("cannot be made: {}", writer.message.data()), "free some memory");
  }
  file.commit();
}

}  // namespace papilio::tool
