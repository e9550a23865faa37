// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API's device memory, streams and events.
#include <papilio/papilio.h>

#include "api/c/c_support.hpp"

using papilio::api::guarded;
using papilio::api::make_handle;

papilio_status papilio_buffer_create(const papilio_device* device, size_t bytes, papilio_buffer** buffer) {
  return make_handle(buffer, __func__, {{device, "device"}}, [&] { return papilio::Buffer(device->value, bytes); });
}

papilio_status papilio_buffer_get_size(const papilio_buffer* buffer, size_t* bytes) {
  return guarded(__func__, {{buffer, "buffer"}, {bytes, "bytes"}}, [&] { *bytes = buffer->value.size_bytes(); });
}

void papilio_buffer_destroy(papilio_buffer* buffer) { delete buffer; }

papilio_status papilio_stream_create(const papilio_device* device, papilio_stream** stream) {
  return make_handle(stream, __func__, {{device, "device"}}, [&] { return papilio::Stream(device->value); });
}

papilio_status papilio_stream_upload(const papilio_stream* stream, const papilio_buffer* to, size_t offset,
                                     const void* from, size_t bytes) {
  return guarded(__func__, {{stream, "stream"}, {to, "to"}, {from, "from"}},
                 [&] { stream->value.upload(to->value, from, bytes, offset); });
}

papilio_status papilio_stream_download(const papilio_stream* stream, const papilio_buffer* from, size_t offset,
                                       void* to, size_t bytes) {
  return guarded(__func__, {{stream, "stream"}, {from, "from"}, {to, "to"}},
                 [&] { stream->value.download(from->value, to, bytes, offset); });
}

papilio_status papilio_stream_upload_async(const papilio_stream* stream, const papilio_buffer* to, size_t offset,
                                           const void* from, size_t bytes) {
  return guarded(__func__, {{stream, "stream"}, {to, "to"}, {from, "from"}},
                 [&] { stream->value.upload_async(to->value, from, bytes, offset); });
}

papilio_status papilio_stream_download_async(const papilio_stream* stream, const papilio_buffer* from, size_t offset,
                                             void* to, size_t bytes) {
  return guarded(__func__, {{stream, "stream"}, {from, "from"}, {to, "to"}},
                 [&] { stream->value.download_async(from->value, to, bytes, offset); });
}

papilio_status papilio_stream_synchronize(const papilio_stream* stream) {
  return guarded(__func__, {{stream, "stream"}}, [&] { stream->value.synchronize(); });
}

papilio_status papilio_stream_record(const papilio_stream* stream, papilio_event** event) {
  return make_handle(event, __func__, {{stream, "stream"}}, [&] { return stream->value.record(); });
}

papilio_status papilio_stream_wait(const papilio_stream* stream, const papilio_event* event) {
  return guarded(__func__, {{stream, "stream"}, {event, "event"}}, [&] { stream->value.wait(event->value); });
}

void papilio_stream_destroy(papilio_stream* stream) { delete stream; }

papilio_status papilio_event_wait(const papilio_event* event) {
  return guarded(__func__, {{event, "event"}}, [&] { event->value.wait(); });
}

papilio_status papilio_event_get_seconds_since(const papilio_event* event, const papilio_event* earlier,
                                               double* seconds) {
  return guarded(__func__, {{event, "event"}, {earlier, "earlier"}, {seconds, "seconds"}},
                 [&] { *seconds = papilio::seconds_between(earlier->value, event->value); });
}

void papilio_event_destroy(papilio_event* event) { delete event; }
