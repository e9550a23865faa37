// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
use crate::error::{check, Error, Result};
use crate::{sys, text};
use std::fmt;
use std::mem::size_of;
use std::ops::Range;
use std::os::raw::c_int;
use std::str::FromStr;

/// The transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    C2c = 0,
    R2c = 1,
    C2r = 2,
    Dct1 = 3,
    Dct2 = 4,
    Dct3 = 5,
    Dct4 = 6,
    Dst1 = 7,
    Dst2 = 8,
    Dst3 = 9,
    Dst4 = 10,
    Dht = 11,
}

/// Precision of the arithmetic; [`Storage`] is the type in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Precision {
    F32 = 0,
    F64 = 1,
}

/// The exponent's sign: forward exp(-2πijk/n), inverse exp(+2πijk/n).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Direction {
    Forward = 0,
    Inverse = 1,
}

/// Which direction divides, as in NumPy: the inverse by n, both by √n, the forward one by n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Norm {
    Backward = 1,
    Ortho = 2,
    Forward = 3,
}

/// The types of numbers in memory. Integers can only be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Storage {
    /// As the precision.
    Native = 0,
    F16 = 1,
    Bf16 = 2,
    F32 = 3,
    F64 = 4,
    I8 = 5,
    U8 = 6,
    I16 = 7,
    U16 = 8,
}

impl Storage {
    /// The storage of a side with this code and precision, never `Native`.
    pub(crate) fn of_side(code: c_int, precision: c_int) -> Option<Storage> {
        use Storage::*;
        let all = [if precision == Precision::F64 as c_int { F64 } else { F32 }, F16, Bf16, F32, F64, I8, U8, I16, U16];
        usize::try_from(code).ok().and_then(|index| all.get(index).copied())
    }
}

/// What to transform: a batch of arrays of which some axes are transformed.
///
/// A problem is made from a token, or built: [`Problem::new`] and its relatives describe packed, row-major arrays that
/// are transformed along all axes, forward, out of place and unscaled, and methods change that. Windows, shifts, maps,
/// kept modes and chirp z-transforms have no methods: give [`Plan::from_token`](crate::Plan::from_token) the whole
/// token. Lengths are outermost first. Strides, distances and offsets count elements of their side, real or complex. A
/// problem is checked when it is used, by [`Problem::normalised`] for example.
///
/// ```
/// use papilio::{Direction, Precision, Problem};
/// let problem = Problem::c2c(Precision::F64, &[1080, 1920]).batch(3).direction(Direction::Inverse).in_place();
/// assert_eq!(problem.to_token()?, "c2c:f64:1080x1920*3:inverse:inplace");
/// assert_eq!("c2c:f64:1080x1920*3:inverse:inplace".parse::<Problem>()?, problem.normalised()?);
/// # Ok::<(), papilio::Error>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct Problem {
    raw: sys::papilio_problem,
}

impl Problem {
    /// A problem of any kind. There are 1 to 8 lengths, of the array's real side.
    pub fn new(kind: Kind, precision: Precision, lengths: &[usize]) -> Problem {
        let mut raw = sys::papilio_problem {
            struct_size: size_of::<sys::papilio_problem>(),
            kind: kind as c_int,
            precision: precision as c_int,
            rank: c_int::try_from(lengths.len()).unwrap_or(c_int::MAX),
            direction: if kind == Kind::C2r { Direction::Inverse } else { Direction::Forward } as c_int,
            ..Default::default()
        };
        for (to, &from) in raw.lengths.iter_mut().zip(lengths) {
            *to = signed(from);
        }
        Problem { raw }
    }

    /// A complex transform.
    pub fn c2c(precision: Precision, lengths: &[usize]) -> Problem {
        Problem::new(Kind::C2c, precision, lengths)
    }

    /// A transform of real arrays to the half of their spectrum that is not redundant, n/2+1 along the last axis.
    pub fn r2c(precision: Precision, lengths: &[usize]) -> Problem {
        Problem::new(Kind::R2c, precision, lengths)
    }

    /// The inverse of [`Problem::r2c`]; the lengths are those of the real arrays.
    pub fn c2r(precision: Precision, lengths: &[usize]) -> Problem {
        Problem::new(Kind::C2r, precision, lengths)
    }

    /// A problem from a token such as `"c2c:f32:1024*512:inverse:norm=ortho"`, normalised; `str::parse` does the same.
    ///
    /// # Errors
    /// [`InvalidToken`](Error::InvalidToken), and those of [`Problem::normalised`].
    pub fn parse(token: &str) -> Result<Problem> {
        let token = text::to_c(token, "a token")?;
        // SAFETY: the token ends with 0, and the problem has its size.
        Problem::read(|problem| unsafe { sys::papilio_problem_parse(token.as_ptr(), problem) })
    }

    /// Transforms `arrays` arrays.
    pub fn batch(mut self, arrays: usize) -> Problem {
        // 0 would mean the default of the C API; it is as wrong as a negative number, which the library refuses.
        self.raw.batch = if arrays == 0 { -1 } else { signed(arrays) };
        self
    }

    /// Sets the exponent's sign.
    pub fn direction(mut self, direction: Direction) -> Problem {
        self.raw.direction = direction as c_int;
        self
    }

    /// Replaces the input by the result. Rows of real numbers of r2c and c2r are then padded to 2(n/2+1).
    pub fn in_place(mut self) -> Problem {
        self.raw.placement = 1;
        self
    }

    /// Scales the result.
    pub fn norm(mut self, norm: Norm) -> Problem {
        self.raw.norm = norm as c_int;
        self
    }

    /// Multiplies the result by a factor besides; 0 is no factor.
    pub fn factor(mut self, factor: f64) -> Problem {
        self.raw.factor = if factor == 0.0 { f64::NAN } else { factor };
        self
    }

    /// Sets the types of numbers in memory.
    pub fn storage(mut self, input: Storage, output: Storage) -> Problem {
        self.raw.in_storage = input as c_int;
        self.raw.out_storage = output as c_int;
        self
    }

    /// Sets the type of what passes store for each other: f16 or bf16 for f32, f32 for f64.
    pub fn scratch_storage(mut self, storage: Storage) -> Problem {
        self.raw.scratch_storage = storage as c_int;
        self
    }

    /// Complex sides have all real parts first, then all imaginary parts.
    pub fn planar(mut self) -> Problem {
        self.raw.in_layout = c_int::from(self.raw.kind != Kind::R2c as c_int);
        self.raw.out_layout = c_int::from(self.raw.kind != Kind::C2r as c_int);
        self
    }

    /// Sets the elements from one array of the batch to the next.
    pub fn distances(mut self, input: isize, output: isize) -> Problem {
        self.raw.in_distance = input as i64;
        self.raw.out_distance = output as i64;
        self
    }

    /// Sets the elements before the first array.
    pub fn offsets(mut self, input: usize, output: usize) -> Problem {
        self.raw.in_offset = signed(input);
        self.raw.out_offset = signed(output);
        self
    }

    /// Sets the strides of all axes, outermost first.
    ///
    /// # Errors
    /// [`InvalidArgument`](Error::InvalidArgument) if there are not as many as lengths.
    pub fn strides(mut self, input: &[isize], output: &[isize]) -> Result<Problem> {
        for (to, from) in [(&mut self.raw.in_strides, input), (&mut self.raw.out_strides, output)] {
            if i64::try_from(from.len()) != Ok(i64::from(self.raw.rank)) || from.len() > to.len() {
                return Err(Error::InvalidArgument(format!(
                    "{} strides for {} lengths: each axis has one; give one for each length",
                    from.len(),
                    self.raw.rank
                )));
            }
            to.iter_mut().zip(from).for_each(|(to, &from)| *to = from as i64);
        }
        Ok(self)
    }

    /// Leaves an axis untransformed. Axes count from 0, the outermost.
    ///
    /// # Errors
    /// [`InvalidArgument`](Error::InvalidArgument) if there is no such axis.
    pub fn skip_axis(mut self, axis: usize) -> Result<Problem> {
        let axis = self.checked_axis(axis)?;
        self.raw.skipped[axis] = 1;
        Ok(self)
    }

    /// Elements of the input with an index in the range count as 0 and are not read.
    ///
    /// # Errors
    /// [`InvalidArgument`](Error::InvalidArgument) if there is no such axis.
    pub fn zero_range(mut self, axis: usize, indices: Range<usize>) -> Result<Problem> {
        let axis = self.checked_axis(axis)?;
        self.raw.zero_ranges[axis] = range_of(indices);
        Ok(self)
    }

    /// Elements of the output with an index in the range are not written.
    ///
    /// # Errors
    /// [`InvalidArgument`](Error::InvalidArgument) if there is no such axis.
    pub fn skip_range(mut self, axis: usize, indices: Range<usize>) -> Result<Problem> {
        let axis = self.checked_axis(axis)?;
        self.raw.skip_ranges[axis] = range_of(indices);
        Ok(self)
    }

    /// Checks the problem and fills in what its defaults mean: batch, distances, strides, scale.
    ///
    /// # Errors
    /// [`InvalidArgument`](Error::InvalidArgument) or [`Unsupported`](Error::Unsupported).
    pub fn normalised(&self) -> Result<Problem> {
        let mut problem = self.clone();
        // SAFETY: the problem has its size and may be written.
        check(unsafe { sys::papilio_problem_normalise(&mut problem.raw) })?;
        Ok(problem)
    }

    /// The canonical token.
    ///
    /// # Errors
    /// Those of [`Problem::normalised`].
    pub fn to_token(&self) -> Result<String> {
        // SAFETY: the text has the capacity that is told.
        text::written(|token, capacity, length| unsafe {
            sys::papilio_problem_to_token(&self.raw, token, capacity, length)
        })
    }

    /// The elements of input and output, real or complex as their side is, gaps included.
    ///
    /// # Errors
    /// Those of [`Problem::normalised`].
    pub fn elements(&self) -> Result<(usize, usize)> {
        let (mut input, mut output) = (0, 0);
        // SAFETY: both numbers may be written.
        check(unsafe { sys::papilio_problem_get_elements(&self.raw, &mut input, &mut output) })?;
        Ok((usize::try_from(input).unwrap_or(usize::MAX), usize::try_from(output).unwrap_or(usize::MAX)))
    }

    /// The bytes of input and output; in place both are those of the one buffer.
    ///
    /// # Errors
    /// Those of [`Problem::normalised`].
    pub fn bytes(&self) -> Result<(usize, usize)> {
        let (mut input, mut output) = (0, 0);
        // SAFETY: both numbers may be written.
        check(unsafe { sys::papilio_problem_get_bytes(&self.raw, &mut input, &mut output) })?;
        Ok((input, output))
    }

    /// The struct of the C API.
    pub fn as_raw(&self) -> &sys::papilio_problem {
        &self.raw
    }

    /// A problem that a call writes.
    pub(crate) fn read(get: impl FnOnce(*mut sys::papilio_problem) -> sys::papilio_status) -> Result<Problem> {
        let mut raw = sys::papilio_problem { struct_size: size_of::<sys::papilio_problem>(), ..Default::default() };
        check(get(&mut raw))?;
        Ok(Problem { raw })
    }

    fn checked_axis(&self, axis: usize) -> Result<usize> {
        let rank = usize::try_from(self.raw.rank).unwrap_or(0).min(sys::PAPILIO_MAX_RANK);
        if axis < rank {
            return Ok(axis);
        }
        Err(Error::InvalidArgument(format!("axis {axis} of {rank}: axes count from 0; give one below {rank}")))
    }
}

impl FromStr for Problem {
    type Err = Error;
    fn from_str(token: &str) -> Result<Problem> {
        Problem::parse(token)
    }
}

impl fmt::Debug for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let token = self.to_token().unwrap_or_else(|error| error.to_string());
        formatter.debug_tuple("Problem").field(&token).finish()
    }
}

/// The number as C has it; larger ones are refused there.
fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn range_of(indices: Range<usize>) -> sys::papilio_range {
    sys::papilio_range { begin: signed(indices.start), end: signed(indices.end) }
}
