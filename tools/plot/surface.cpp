// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/plot/surface.hpp"

#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>

#include <new>
#include <papilio/error.hpp>
#include <span>
#include <utility>

#include "tools/plot/picture_name.hpp"

namespace papilio::tool {

std::string displayable(const std::string& text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    bool sound = lead < 0x80 || (lead >= 0xc2 && lead <= 0xf4);
    for (std::size_t k = 1; k < length; ++k) {
      sound = sound && i + k < text.size() && (static_cast<unsigned char>(text[i + k]) & 0xc0U) == 0x80;
    }
    shown += sound ? text.substr(i, length) : "?";
    i += sound ? length : 1;
  }
  return shown;
}

Surface::Surface(files::OutputFile file, int width, int height) {
  if (!names_picture(file.path())) {
    throw Error::invalid_argument(file.path().string(), "the extension names no picture format",
                                  "choose .png, .svg or .pdf");
  }
  const std::string extension = file.path().extension().string();
  sink_ = std::make_unique<Sink>(Sink{std::move(file), nullptr});
  if (extension == ".svg") {
    surface_.reset(cairo_svg_surface_create_for_stream(write, sink_.get(), width, height));
  } else if (extension == ".pdf") {
    surface_.reset(cairo_pdf_surface_create_for_stream(write, sink_.get(), width, height));
  } else {
    surface_.reset(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  }
  check(cairo_surface_status(surface_.get()));
  cairo_.reset(cairo_create(surface_.get()));
  check(cairo_status(cairo_.get()));
}

cairo_status_t Surface::write(void* sink, const unsigned char* bytes, unsigned int count) {
  Sink& to = *static_cast<Sink*>(sink);
  try {
    to.file.write(std::as_bytes(std::span(bytes, count)));
    return CAIRO_STATUS_SUCCESS;
  } catch (...) {
    if (!to.failure) to.failure = std::current_exception();
    return CAIRO_STATUS_WRITE_ERROR;
  }
}

void Surface::check(cairo_status_t status) const {
  // Not every failure of the sink is returned as a status: cairo 1.16 loses that of a PDF's end.
  if (sink_->failure) std::rethrow_exception(sink_->failure);
  if (status == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
  if (status != CAIRO_STATUS_SUCCESS) {
    throw Error::io(sink_->file.path().string(), std::string("cannot be drawn: ") + cairo_status_to_string(status),
                    "choose another format");
  }
}

void Surface::colour(const Colour& colour) const {
  cairo_set_source_rgba(cairo_.get(), colour.red, colour.green, colour.blue, colour.alpha);
}

void Surface::font(double size, bool bold) const {
  cairo_select_font_face(cairo_.get(), "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo_.get(), size);
}

double Surface::text_width(const std::string& text) const {
  cairo_text_extents_t extents;
  cairo_text_extents(cairo_.get(), text.c_str(), &extents);
  return extents.x_advance;
}

void Surface::text(const std::string& text, double x, double y, Align align) const {
  const double width = align == Align::left ? 0 : text_width(text);
  cairo_move_to(cairo_.get(), x - (align == Align::centre ? width / 2 : width), y);
  cairo_show_text(cairo_.get(), text.c_str());
}

void Surface::finish() {
  check(cairo_status(cairo_.get()));
  cairo_.reset();
  if (cairo_surface_get_type(surface_.get()) == CAIRO_SURFACE_TYPE_IMAGE) {
    check(cairo_surface_write_to_png_stream(surface_.get(), write, sink_.get()));
  }
  cairo_surface_finish(surface_.get());
  check(cairo_surface_status(surface_.get()));
  sink_->file.commit();
}

}  // namespace papilio::tool
