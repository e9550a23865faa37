// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
use crate::error::{check, Result};
use crate::{sys, text};
use std::fmt;
use std::mem::{size_of, MaybeUninit};
use std::os::raw::c_char;
use std::ptr::{null_mut, NonNull};

/// Properties of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// Selects the device in [`Device::open`]: `"opencl:0"` for example.
    pub id: String,
    /// The name that the driver gives.
    pub name: String,
    /// `"cuda"`, `"vulkan"` or `"opencl"`.
    pub backend: String,
    /// The driver's platform.
    pub platform: String,
    /// The driver's version.
    pub driver: String,
    /// `"cpu"`, `"gpu"` or `"other"`.
    pub kind: String,
    /// 0: the driver does not report them.
    pub compute_units: u32,
    /// Bytes.
    pub global_memory: u64,
    /// Bytes for each work-group.
    pub local_memory: u64,
    /// Bytes of one buffer at most.
    pub max_allocation: u64,
    /// Whether the device has double precision.
    pub f64: bool,
}

/// An open device.
///
/// A clone is the same device. Plans, buffers and streams keep their device alive. Any number of threads may use one.
pub struct Device {
    raw: std::sync::Arc<Handle>,
}

struct Handle(NonNull<sys::papilio_device>);

// SAFETY: the C API allows calls from any thread, also for one handle at once.
unsafe impl Send for Handle {}
unsafe impl Sync for Handle {}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: the handle is valid, and no call uses it any more.
        unsafe { sys::papilio_device_destroy(self.0.as_ptr()) }
    }
}

impl Device {
    /// Opens a device.
    ///
    /// `selector` is `"auto"` (a GPU of CUDA, Vulkan or OpenCL, else a CPU), a backend (`"opencl"`), or an id
    /// (`"opencl:0"`).
    ///
    /// # Errors
    /// [`NoDevice`](crate::Error::NoDevice) if there is none; the message says what was looked for.
    pub fn open(selector: &str) -> Result<Device> {
        let selector = text::to_c(selector, "a selector")?;
        let mut raw = null_mut();
        // SAFETY: the selector ends with 0, and `raw` may be written.
        check(unsafe { sys::papilio_device_open(selector.as_ptr(), &mut raw) })?;
        Ok(Device { raw: std::sync::Arc::new(Handle(text::handle(raw)?)) })
    }

    /// Opens the first GPU, or a CPU if there is none.
    ///
    /// # Errors
    /// As [`Device::open`].
    pub fn auto() -> Result<Device> {
        Device::open("auto")
    }

    /// Lists all usable devices; an empty list is no error.
    ///
    /// # Errors
    /// Those of the drivers.
    pub fn list() -> Result<Vec<DeviceInfo>> {
        let mut count = 0;
        // SAFETY: `count` may be written.
        check(unsafe { sys::papilio_device_get_count(&mut count) })?;
        // SAFETY: the info is valid for writing.
        (0..count).map(|index| info_of(|info| unsafe { sys::papilio_device_get_info_at(index, info) })).collect()
    }

    /// Properties of this device.
    ///
    /// # Errors
    /// Those of the driver.
    pub fn info(&self) -> Result<DeviceInfo> {
        // SAFETY: the handle is valid, and so is the info.
        info_of(|info| unsafe { sys::papilio_device_get_info(self.as_raw(), info) })
    }

    /// The handle of the C API, valid as long as `self`.
    pub fn as_raw(&self) -> *const sys::papilio_device {
        self.raw.0.as_ptr()
    }
}

impl Clone for Device {
    fn clone(&self) -> Device {
        Device { raw: self.raw.clone() }
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.info().map_or_else(|error| error.to_string(), |info| info.id);
        formatter.debug_tuple("Device").field(&id).finish()
    }
}

fn info_of(get: impl FnOnce(*mut sys::papilio_device_info) -> sys::papilio_status) -> Result<DeviceInfo> {
    // SAFETY: all fields are integers, of which 0 is a value.
    let mut info: sys::papilio_device_info = unsafe { MaybeUninit::zeroed().assume_init() };
    info.struct_size = size_of::<sys::papilio_device_info>();
    check(get(&mut info))?;
    Ok(DeviceInfo {
        id: string(&info.id),
        name: string(&info.name),
        backend: string(&info.backend),
        platform: string(&info.platform),
        driver: string(&info.driver),
        kind: string(&info.kind),
        compute_units: u32::try_from(info.compute_units).unwrap_or(0),
        global_memory: u64::try_from(info.global_memory).unwrap_or(0),
        local_memory: u64::try_from(info.local_memory).unwrap_or(0),
        max_allocation: u64::try_from(info.max_allocation).unwrap_or(0),
        f64: info.f64 != 0,
    })
}

/// The text up to the first 0, or all of it.
fn string(text: &[c_char]) -> String {
    let bytes: Vec<u8> = text.iter().take_while(|&&c| c != 0).map(|&c| c as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
