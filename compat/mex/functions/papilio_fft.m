function y = papilio_fft (varargin)
%PAPILIO_FFT  Discrete Fourier transform along one dimension, on a GPU or CPU.
%
%   y = PAPILIO_FFT (x) transforms the columns of a matrix, a row or a column, or
%   along the first dimension whose length is not 1.
%   y = PAPILIO_FFT (x, n) cuts x to n elements along that dimension, or pads it
%   with zeros.
%   y = PAPILIO_FFT (x, n, dim) transforms along the dimension dim; n may be [].
%
%   As fft: y(k+1) = sum x(j+1) exp (-2 pi i j k / n), j = 0 .. n-1, unscaled.
%   x is double, single or logical, real or complex, of any number of
%   dimensions and any lengths up to 2^27. y is complex, of the class of x
%   (double for logical).
%
%   Errors: papilio:type, papilio:length, papilio:dimension, papilio:arguments
%   for arguments that are wrong; papilio:no_device, papilio:unsupported,
%   papilio:out_of_memory and others of the library.
%
%   The device is the one that the environment variable PAPILIO_MEX_DEVICE names
%   at the first call ('cuda:0'; 'papilio devices' lists them), else the
%   fastest kind there is. It and the plans used last stay open until
%   'clear mex'.
%
%   Example: the frequency of a tone
%     fs = 8000;  t = (0:fs-1)' / fs;
%     y = papilio_fft (sin (2*pi*440*t));
%     [~, k] = max (abs (y(1:fs/2)));  disp (k - 1)       % 440
%
%   See also PAPILIO_IFFT, PAPILIO_FFT2, PAPILIO_FFTN, PAPILIO_PLAN.

% SPDX-FileCopyrightText: The Papilio authors
% SPDX-License-Identifier: MIT
  y = papilio_mex ('fft', varargin{:});
end

%!demo
%! fs = 8000;  t = (0:fs-1)' / fs;
%! y = papilio_fft (sin (2*pi*440*t) + 0.5*sin (2*pi*1000*t));
%! [~, k] = sort (abs (y(1:fs/2)), 'descend');
%! printf ('the two strongest frequencies: %d Hz and %d Hz\n', k(1:2) - 1);
