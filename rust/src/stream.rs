// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
use crate::element::Element;
use crate::error::{check, Result};
use crate::{sys, text, Device};
use std::mem::size_of_val;
use std::ptr::{null_mut, NonNull};

/// Owns a handle of the C API; the type is `Send` and `Sync`, because the C API allows calls from any thread.
macro_rules! owner {
    ($(#[$doc:meta])* $name:ident: $raw:ident, $destroy:ident) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name {
            raw: NonNull<sys::$raw>,
        }

        // SAFETY: the C API allows calls from any thread, also for one handle at once.
        unsafe impl Send for $name {}
        unsafe impl Sync for $name {}

        impl $name {
            fn made(make: impl FnOnce(*mut *mut sys::$raw) -> sys::papilio_status) -> Result<Self> {
                let mut raw = null_mut();
                check(make(&mut raw))?;
                Ok($name { raw: text::handle(raw)? })
            }

            /// The handle of the C API, valid as long as `self`.
            pub fn as_raw(&self) -> *const sys::$raw {
                self.raw.as_ptr()
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                // SAFETY: the handle is valid, and no call uses it any more.
                unsafe { sys::$destroy(self.raw.as_ptr()) }
            }
        }
    };
}

owner! {
    /// Memory of a device, uninitialised at first. It is freed when no enqueued command needs it any more.
    Buffer: papilio_buffer, papilio_buffer_destroy
}
owner! {
    /// An in-order queue of commands on one device.
    ///
    /// ```no_run
    /// use papilio::{Buffer, Device, Plan, Stream};
    /// let device = Device::auto()?;
    /// let plan = Plan::from_token(&device, "c2c:f32:4096:inplace")?;
    /// let stream = Stream::new(&device)?;
    /// let buffer = Buffer::new(&device, 4096 * 8)?;
    /// stream.upload(&buffer, 0, &[1.0f32; 2 * 4096])?;
    /// plan.enqueue(&stream, &buffer, &buffer)?;  // returns at once
    /// let mut spectrum = [0.0f32; 2 * 4096];
    /// stream.download(&buffer, 0, &mut spectrum)?;
    /// # Ok::<(), papilio::Error>(())
    /// ```
    Stream: papilio_stream, papilio_stream_destroy
}
owner! {
    /// A point in the order of a stream.
    Event: papilio_event, papilio_event_destroy
}

impl Buffer {
    /// Allocates device memory.
    ///
    /// # Errors
    /// [`OutOfMemory`](crate::Error::OutOfMemory) names the size and the device's limit.
    pub fn new(device: &Device, bytes: usize) -> Result<Buffer> {
        // SAFETY: the device is valid, and the handle may be written.
        Buffer::made(|buffer| unsafe { sys::papilio_buffer_create(device.as_raw(), bytes, buffer) })
    }

    /// The size in bytes.
    ///
    /// # Errors
    /// Only [`Internal`](crate::Error::Internal).
    pub fn size(&self) -> Result<usize> {
        let mut bytes = 0;
        // SAFETY: the buffer is valid, and the number may be written.
        check(unsafe { sys::papilio_buffer_get_size(self.as_raw(), &mut bytes) })?;
        Ok(bytes)
    }
}

impl Stream {
    /// Makes a stream of a device.
    ///
    /// # Errors
    /// Those of the driver.
    pub fn new(device: &Device) -> Result<Stream> {
        // SAFETY: the device is valid, and the handle may be written.
        Stream::made(|stream| unsafe { sys::papilio_stream_create(device.as_raw(), stream) })
    }

    /// Copies host memory to the buffer, `offset` bytes from its begin, after all earlier commands; returns when that is done.
    ///
    /// # Errors
    /// [`InvalidArgument`](crate::Error::InvalidArgument) if the buffer ends before; else what the driver reports.
    pub fn upload<T: Element>(&self, to: &Buffer, offset: usize, from: &[T]) -> Result<()> {
        let bytes = size_of_val(from);
        // SAFETY: the handles are valid, `from` has that many bytes, and the library checks the buffer's range.
        check(unsafe { sys::papilio_stream_upload(self.as_raw(), to.as_raw(), offset, from.as_ptr().cast(), bytes) })
    }

    /// Copies from the buffer to host memory, as [`Stream::upload`].
    ///
    /// # Errors
    /// As [`Stream::upload`].
    pub fn download<T: Element>(&self, from: &Buffer, offset: usize, to: &mut [T]) -> Result<()> {
        let bytes = size_of_val(to);
        // SAFETY: the handles are valid, `to` has that many bytes, and all bits are values of its type.
        check(unsafe {
            sys::papilio_stream_download(self.as_raw(), from.as_raw(), offset, to.as_mut_ptr().cast(), bytes)
        })
    }

    /// Returns when every command submitted so far has finished.
    ///
    /// # Errors
    /// [`DeviceFailed`](crate::Error::DeviceFailed) if one failed.
    pub fn synchronize(&self) -> Result<()> {
        // SAFETY: the stream is valid.
        check(unsafe { sys::papilio_stream_synchronize(self.as_raw()) })
    }

    /// The point after all commands submitted so far.
    ///
    /// # Errors
    /// Those of the driver.
    pub fn record(&self) -> Result<Event> {
        // SAFETY: the stream is valid, and the handle may be written.
        Event::made(|event| unsafe { sys::papilio_stream_record(self.as_raw(), event) })
    }

    /// Makes later commands of this stream begin after the event. Returns at once.
    ///
    /// # Errors
    /// [`InvalidArgument`](crate::Error::InvalidArgument) for an event of another device.
    pub fn wait(&self, event: &Event) -> Result<()> {
        // SAFETY: both handles are valid.
        check(unsafe { sys::papilio_stream_wait(self.as_raw(), event.as_raw()) })
    }
}

impl Event {
    /// Returns when the commands before the event have finished.
    ///
    /// # Errors
    /// [`DeviceFailed`](crate::Error::DeviceFailed) if one failed.
    pub fn wait(&self) -> Result<()> {
        // SAFETY: the event is valid.
        check(unsafe { sys::papilio_event_wait(self.as_raw()) })
    }

    /// Seconds from an earlier event to this one; waits for both.
    ///
    /// # Errors
    /// As [`Event::wait`].
    pub fn seconds_since(&self, earlier: &Event) -> Result<f64> {
        let mut seconds = 0.0;
        // SAFETY: both handles are valid, and the number may be written.
        check(unsafe { sys::papilio_event_get_seconds_since(self.as_raw(), earlier.as_raw(), &mut seconds) })?;
        Ok(seconds)
    }
}
