// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
use crate::problem::Storage;
use crate::Complex;

mod sealed {
    pub trait Sealed {}
}

/// Numbers of which slices may be transformed or copied: real ones and [`Complex`] pairs of them.
///
/// `u16` holds the bits of f16 and bf16, or the numbers of a side that is stored as u16. A complex side may also be a slice of real numbers, two for each element.
/// All bits are valid values of these types, and they have no padding.
pub trait Element: sealed::Sealed + Copy + Send + Sync + 'static {
    /// The name of the real type in messages.
    #[doc(hidden)]
    const NAME: &'static str;
    /// Whether the real type is that of a side with this storage, which is not [`Storage::Native`].
    #[doc(hidden)]
    fn is_stored_as(storage: Storage) -> bool;
}

macro_rules! elements {
    ($($real:ident: $($storage:ident)|+,)*) => {
        $(
            impl sealed::Sealed for $real {}
            impl Element for $real {
                const NAME: &'static str = stringify!($real);
                fn is_stored_as(storage: Storage) -> bool {
                    matches!(storage, $(Storage::$storage)|+)
                }
            }
        )*
    };
}
elements! {
    f32: F32,
    f64: F64,
    u16: F16 | Bf16 | U16,
    i8: I8,
    u8: U8,
    i16: I16,
}

impl<T: sealed::Sealed> sealed::Sealed for Complex<T> {}
impl<T: Element> Element for Complex<T> {
    const NAME: &'static str = T::NAME;
    fn is_stored_as(storage: Storage) -> bool {
        T::is_stored_as(storage)
    }
}
