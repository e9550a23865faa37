// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A cairo picture that becomes a PNG, SVG or PDF file, by the extension of its name.
#pragma once

#include <cairo/cairo.h>

#include <exception>
#include <filesystem>
#include <memory>
#include <string>

#include "files/output_file.hpp"

namespace papilio::tool {

struct Colour {
  double red, green, blue;
  double alpha = 1;
};

struct Rectangle {
  double x = 0, y = 0, width = 0, height = 0;

  [[nodiscard]] bool overlaps(const Rectangle& other) const {
    return x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height;
  }
};

/// File names need not be UTF-8, but cairo's texts must be. Characters other than ASCII are dropped from a name that is
/// not UTF-8.
std::string displayable(const std::string& text);

enum class Align { left, centre, right };

class Surface {
 public:
  /// The format is that of the extension of the file's name. Throws Error(invalid_argument) for an unknown one.
  Surface(files::OutputFile file, int width, int height);

  [[nodiscard]] cairo_t* cairo() const { return cairo_.get(); }
  void colour(const Colour& colour) const;
  void font(double size, bool bold = false) const;
  [[nodiscard]] double text_width(const std::string& text) const;
  /// The baseline runs through y; x is the left end, the middle or the right end.
  void text(const std::string& text, double x, double y, Align align) const;

  /// Writes and commits the file. Throws Error(io).
  void finish();

 private:
  struct SurfaceRelease {
    void operator()(cairo_t* cairo) const noexcept { cairo_destroy(cairo); }
    void operator()(cairo_surface_t* surface) const noexcept { cairo_surface_destroy(surface); }
  };
  /// The target of cairo's writes. Exceptions must not pass through cairo, so they are stored here.
  struct Sink {
    files::OutputFile file;
    std::exception_ptr failure;
  };
  static cairo_status_t write(void* sink, const unsigned char* bytes, unsigned int count);
  void check(cairo_status_t status) const;

  std::unique_ptr<Sink> sink_;  // before the surface, which writes until it is gone
  std::unique_ptr<cairo_surface_t, SurfaceRelease> surface_;
  std::unique_ptr<cairo_t, SurfaceRelease> cairo_;
};

}  // namespace papilio::tool
