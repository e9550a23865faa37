// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API's device memory, streams and events.
#include <papilio/papilio.h>

#include "api/c_support.hpp"

using papilio::api::guarded;
using papilio::api::make_handle;
using papilio::api::require_not_null;

papilio_status papilio_buffer_create(const papilio_device* device, size_t bytes, papilio_buffer** buffer) {
  return make_handle(buffer, "papilio_buffer_create", [&] {
    require_not_null(device, "papilio_buffer_create", "device");
    return papilio::Buffer(device->value, bytes);
  });
}

papilio_status papilio_buffer_get_size(const papilio_buffer* buffer, size_t* bytes) {
  return guarded([&] {
    require_not_null(buffer, "papilio_buffer_get_size", "buffer");
    require_not_null(bytes, "papilio_buffer_get_size", "bytes");
    *bytes = buffer->value.size_bytes();
  });
}

void papilio_buffer_destroy(papilio_buffer* buffer) { delete buffer; }

papilio_status papilio_stream_create(const papilio_device* device, papilio_stream** stream) {
  return make_handle(stream, "papilio_stream_create", [&] {
    require_not_null(device, "papilio_stream_create", "device");
    return papilio::Stream(device->value);
  });
}

papilio_status papilio_stream_upload(const papilio_stream* stream, const papilio_buffer* to, size_t offset,
                                     const void* from, size_t bytes) {
  return guarded([&] {
    require_not_null(stream, "papilio_stream_upload", "stream");
    require_not_null(to, "papilio_stream_upload", "to");
    require_not_null(from, "papilio_stream_upload", "from");
    stream->value.upload(to->value, from, bytes, offset);
  });
}

papilio_status papilio_stream_download(const papilio_stream* stream, const papilio_buffer* from, size_t offset,
                                       void* to, size_t bytes) {
  return guarded([&] {
    require_not_null(stream, "papilio_stream_download", "stream");
    require_not_null(from, "papilio_stream_download", "from");
    require_not_null(to, "papilio_stream_download", "to");
    stream->value.download(from->value, to, bytes, offset);
  });
}

papilio_status papilio_stream_upload_async(const papilio_stream* stream, const papilio_buffer* to, size_t offset,
                                           const void* from, size_t bytes) {
  return guarded([&] {
    require_not_null(stream, "papilio_stream_upload_async", "stream");
    require_not_null(to, "papilio_stream_upload_async", "to");
    require_not_null(from, "papilio_stream_upload_async", "from");
    stream->value.upload_async(to->value, from, bytes, offset);
  });
}

papilio_status papilio_stream_download_async(const papilio_stream* stream, const papilio_buffer* from, size_t offset,
                                             void* to, size_t bytes) {
  return guarded([&] {
    require_not_null(stream, "papilio_stream_download_async", "stream");
    require_not_null(from, "papilio_stream_download_async", "from");
    require_not_null(to, "papilio_stream_download_async", "to");
    stream->value.download_async(from->value, to, bytes, offset);
  });
}

papilio_status papilio_stream_synchronize(const papilio_stream* stream) {
  return guarded([&] {
    require_not_null(stream, "papilio_stream_synchronize", "stream");
    stream->value.synchronize();
  });
}

papilio_status papilio_stream_record(const papilio_stream* stream, papilio_event** event) {
  return make_handle(event, "papilio_stream_record", [&] {
    require_not_null(stream, "papilio_stream_record", "stream");
    return stream->value.record();
  });
}

papilio_status papilio_stream_wait(const papilio_stream* stream, const papilio_event* event) {
  return guarded([&] {
    require_not_null(stream, "papilio_stream_wait", "stream");
    require_not_null(event, "papilio_stream_wait", "event");
    stream->value.wait(event->value);
  });
}

void papilio_stream_destroy(papilio_stream* stream) { delete stream; }

papilio_status papilio_event_wait(const papilio_event* event) {
  return guarded([&] {
    require_not_null(event, "papilio_event_wait", "event");
    event->value.wait();
  });
}

papilio_status papilio_event_get_seconds_since(const papilio_event* event, const papilio_event* earlier,
                                               double* seconds) {
  return guarded([&] {
    constexpr const char* function = "papilio_event_get_seconds_since";
    require_not_null(event, function, "event");
    require_not_null(earlier, function, "earlier");
    require_not_null(seconds, function, "seconds");
    *seconds = papilio::seconds_between(earlier->value, event->value);
  });
}

void papilio_event_destroy(papilio_event* event) { delete event; }
