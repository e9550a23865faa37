// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
use crate::element::Element;
use crate::error::{check, Error, Result};
use crate::problem::{Precision, Problem, Storage};
use crate::stream::{Buffer, Stream};
use crate::{sys, text, Device};
use std::fmt;
use std::mem::{size_of, size_of_val};
use std::os::raw::{c_int, c_void};
use std::ptr::{null, null_mut, NonNull};

/// Time that planning may take. Wisdom that exists is used with any effort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The planner's model decides, in milliseconds.
    Estimate = 0,
    /// Plans are timed for up to five seconds, and the fastest one is remembered.
    Measure = 1,
    /// For up to a minute.
    Exhaustive = 2,
}

/// One problem, prepared for one device.
///
/// A plan is immutable: any number of threads may execute one at once, by a shared reference. It keeps its device
/// alive.
///
/// ```no_run
/// use papilio::{Complex, Device, Plan};
/// let plan = Plan::from_token(&Device::auto()?, "c2c:f32:4096*512")?;
/// let input = vec![Complex::new(1.0f32, 0.0); 4096 * 512];
/// let mut output = input.clone();
/// plan.execute(&input, &mut output)?;
/// # Ok::<(), papilio::Error>(())
/// ```
pub struct Plan {
    raw: NonNull<sys::papilio_plan>,
    input: Side,
    output: Side,
    in_place: bool,
}

/// The memory of one side of a plan.
#[derive(Clone, Copy)]
struct Side {
    bytes: usize,
    storage: Storage,
}

// SAFETY: the C API allows calls from any thread, also for one handle at once.
unsafe impl Send for Plan {}
unsafe impl Sync for Plan {}

impl Plan {
    /// Plans, compiles (or loads from the cache) and uploads tables.
    ///
    /// # Errors
    /// Those of [`Problem::normalised`], and what the device cannot do:
    /// [`Unsupported`](crate::Error::Unsupported), [`OutOfMemory`](crate::Error::OutOfMemory),
    /// [`BuildFailed`](crate::Error::BuildFailed).
    pub fn new(device: &Device, problem: &Problem) -> Result<Plan> {
        Plan::with_effort(device, problem, Effort::Estimate)
    }

    /// A plan of a token's problem.
    ///
    /// # Errors
    /// [`InvalidToken`](crate::Error::InvalidToken), and those of [`Plan::new`].
    pub fn from_token(device: &Device, token: &str) -> Result<Plan> {
        let token = text::to_c(token, "a token")?;
        // SAFETY: the device is valid, the token ends with 0, and the handle may be written.
        Plan::made(|plan| unsafe { sys::papilio_plan_create_from_token(device.as_raw(), token.as_ptr(), plan) })
    }

    /// A plan that may be found by measuring.
    ///
    /// # Errors
    /// Those of [`Plan::new`].
    pub fn with_effort(device: &Device, problem: &Problem, effort: Effort) -> Result<Plan> {
        // SAFETY: the device and the problem are valid, and the handle may be written.
        Plan::made(|plan| unsafe {
            sys::papilio_plan_create_with_effort(device.as_raw(), problem.as_raw(), effort as c_int, plan)
        })
    }

    /// A plan whose executions 1, 1+n, 1+2n … check their results; `every` is n, at least 1.
    ///
    /// # Errors
    /// Those of [`Plan::new`]. A wrong result is [`DeviceFailed`](crate::Error::DeviceFailed) of the execution.
    pub fn verified(device: &Device, problem: &Problem, every: usize) -> Result<Plan> {
        let every = i64::try_from(every).unwrap_or(i64::MAX);
        // SAFETY: as in with_effort().
        Plan::made(|plan| unsafe {
            sys::papilio_plan_create_verified_every(device.as_raw(), problem.as_raw(), every, plan)
        })
    }

    fn made(make: impl FnOnce(*mut *mut sys::papilio_plan) -> sys::papilio_status) -> Result<Plan> {
        let mut raw = null_mut();
        check(make(&mut raw))?;
        let side = Side { bytes: 0, storage: Storage::F32 };
        let mut plan = Plan { raw: text::handle(raw)?, input: side, output: side, in_place: false };
        let problem = plan.problem()?;
        let (mut input, mut output) = (0, 0);
        // SAFETY: the plan is valid, and both numbers may be written.
        check(unsafe { sys::papilio_plan_get_bytes(plan.as_raw(), &mut input, &mut output) })?;
        let raw = problem.as_raw();
        if raw.precision > Precision::F64 as c_int {
            let what = "f32x2 and f64x2: slices hold no sums of two floats; use f32 or f64, or the C API";
            return Err(Error::Unsupported(what.to_string()));
        }
        let side = |bytes, code| match Storage::of_side(code, raw.precision) {
            Some(storage) => Ok(Side { bytes, storage }),
            None => Err(Error::Internal(format!("unknown storage {code}: build the crate of the library's version"))),
        };
        plan.input = side(input, raw.in_storage)?;
        plan.output = side(output, raw.out_storage)?;
        plan.in_place = raw.placement != 0;
        Ok(plan)
    }

    /// The problem, normalised.
    ///
    /// # Errors
    /// Only [`Internal`](crate::Error::Internal).
    pub fn problem(&self) -> Result<Problem> {
        // SAFETY: the plan is valid, and the problem has its size.
        Problem::read(|problem| unsafe { sys::papilio_plan_get_problem(self.as_raw(), problem) })
    }

    /// Bytes of scratch memory on the device that one execution needs.
    ///
    /// # Errors
    /// Only [`Internal`](crate::Error::Internal).
    pub fn scratch_bytes(&self) -> Result<usize> {
        let mut bytes = 0;
        // SAFETY: the plan is valid, and the number may be written.
        check(unsafe { sys::papilio_plan_get_scratch_bytes(self.as_raw(), &mut bytes) })?;
        Ok(bytes)
    }

    /// The plan as an S-expression.
    ///
    /// # Errors
    /// Only [`Internal`](crate::Error::Internal).
    pub fn describe(&self) -> Result<String> {
        // SAFETY: the plan is valid, and the text has the capacity that is told.
        text::written(|text, capacity, length| unsafe {
            sys::papilio_plan_describe(self.as_raw(), text, capacity, length)
        })
    }

    /// Transforms host memory out of place, and returns when the result is there.
    ///
    /// The slices hold as many numbers as [`Problem::elements`] tells, of the type that the problem stores; complex
    /// elements are [`Complex`](crate::Complex), or two real numbers each. Gaps of the output are preserved.
    ///
    /// # Errors
    /// [`InvalidArgument`](crate::Error::InvalidArgument) for slices of another type or length, before anything is
    /// written, and for a plan in place; else what the driver reports.
    pub fn execute<I: Element, O: Element>(&self, input: &[I], output: &mut [O]) -> Result<()> {
        if self.in_place || !self.input.holds(input) || !self.output.holds(output) {
            return Err(self.refusal(
                "execute",
                false,
                &[self.input.told("input", input), self.output.told("output", output)],
            ));
        }
        self.execute_host(input.as_ptr().cast(), output.as_mut_ptr().cast())
    }

    /// Transforms host memory in place; otherwise as [`Plan::execute`].
    ///
    /// The slice has the bytes of the larger side: rows of real numbers of r2c and c2r are padded to 2(n/2+1).
    ///
    /// # Errors
    /// As [`Plan::execute`].
    pub fn execute_in_place<T: Element>(&self, data: &mut [T]) -> Result<()> {
        if !self.in_place || !self.input.holds(data) {
            return Err(self.refusal("execute_in_place", true, &[self.input.told("data", data)]));
        }
        let data = data.as_mut_ptr().cast::<c_void>();
        self.execute_host(data, data)
    }

    /// Pointers to memory of the bytes of the two sides.
    fn execute_host(&self, input: *const c_void, output: *mut c_void) -> Result<()> {
        let operands = sys::papilio_host_operands {
            struct_size: size_of::<sys::papilio_host_operands>(),
            r#in: input,
            in_bytes: self.input.bytes,
            out: output,
            out_bytes: self.output.bytes,
            load_data: null(),
            load_bytes: 0,
            store_data: null(),
            store_bytes: 0,
            batch: 0,
            in_imaginary: null(),
            out_imaginary: null_mut(),
        };
        // SAFETY: the plan is valid, and the callers have compared the lengths of their slices with the sides.
        check(unsafe { sys::papilio_plan_execute_host(self.as_raw(), &operands, null_mut()) })
    }

    #[cold]
    fn refusal(&self, function: &str, in_place: bool, slices: &[Option<String>]) -> Error {
        let token = self.problem().and_then(|problem| problem.to_token()).unwrap_or_default();
        if self.in_place != in_place {
            let (is, other) = if in_place { ("out of place", "execute") } else { ("in place", "execute_in_place") };
            return Error::InvalidArgument(format!("{function}() of {token}: the plan is {is}; call {other}()"));
        }
        let told: Vec<&str> = slices.iter().flatten().map(String::as_str).collect();
        Error::InvalidArgument(format!("{function}() of {token}: {}", told.join("; ")))
    }

    /// Enqueues the transform of device memory and returns at once. In place, `input` and `output` are one buffer.
    ///
    /// Scratch memory, where the plan needs any, is allocated for this call and freed after it has run.
    ///
    /// # Errors
    /// [`InvalidArgument`](crate::Error::InvalidArgument) for buffers that are too small or of another device. A
    /// failure on the device is reported by [`Stream::synchronize`].
    pub fn enqueue(&self, stream: &Stream, input: &Buffer, output: &Buffer) -> Result<()> {
        // SAFETY: all handles are valid, and the library compares the buffers with the plan.
        check(unsafe {
            sys::papilio_plan_execute(self.as_raw(), stream.as_raw(), input.as_raw(), output.as_raw(), null())
        })
    }

    /// The handle of the C API, valid as long as `self`.
    pub fn as_raw(&self) -> *const sys::papilio_plan {
        self.raw.as_ptr()
    }
}

impl Drop for Plan {
    fn drop(&mut self) {
        // SAFETY: the handle is valid, and no call uses it any more.
        unsafe { sys::papilio_plan_destroy(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.describe().unwrap_or_else(|error| error.to_string());
        formatter.debug_tuple("Plan").field(&text).finish()
    }
}

impl Side {
    fn holds<T: Element>(&self, slice: &[T]) -> bool {
        size_of_val(slice) == self.bytes && T::is_stored_as(self.storage)
    }

    /// Why a slice is refused, and what is wanted instead.
    fn told<T: Element>(&self, name: &str, slice: &[T]) -> Option<String> {
        if self.holds(slice) {
            return None;
        }
        let bytes = size_of_val(slice);
        let real = T::NAME;
        let storage = self.storage;
        if !T::is_stored_as(storage) {
            return Some(format!(
                "the {name} has numbers of type {real}, and the plan's are {storage:?}; convert them"
            ));
        }
        let wanted = self.bytes / size_of::<T>();
        Some(format!(
            "the {name} has {} elements, {bytes} bytes, and the plan's {} bytes; give {wanted} elements",
            slice.len(),
            self.bytes
        ))
    }
}
