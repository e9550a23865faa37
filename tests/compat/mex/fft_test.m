% SPDX-FileCopyrightText: The Papilio authors
% SPDX-License-Identifier: MIT
%
% papilio_fft, fft2, fftn and their inverses beside Octave's.
source (fullfile (fileparts (mfilename ('fullpath')), 'prepare.m'));
randn ('seed', 1);

% Each one is compared for both classes, real and complex. {lengths of the array, further arguments ...}
one = { ...
  {[16, 1]}, {[1, 16]}, {[12, 5]}, {[12, 5], 7}, {[12, 5], 20}, {[12, 5], [], 2}, {[12, 5], 3, 2}, {[12, 5], 9, 2}, ...
  {[1, 1]}, {[1, 1], 4}, {[1, 7], 4}, {[3, 4, 5]}, {[3, 4, 5], [], 2}, {[3, 4, 5], 6, 3}, {[1, 1, 9]}, ...
  {[2, 3, 1, 4], 5, 4}, ...
  {[1000, 1]}, {[37, 2]}, {[4, 1]}, {[1, 2]}, {[5, 1], 1}
};
for type = {'double', 'single'}
  for parts = {'real', 'complex'}
    few = strcmp (type{1}, 'single');  % each length compiles kernels
    for i = 1:merge (few, 5, numel (one))
      x = noise (one{i}{1}, type{1}, parts{1});
      what = sprintf ('%s, %s %s', mat2str (one{i}{1}), type{1}, parts{1});
      arguments = one{i}(2:end);
      check_close (papilio_fft (x, arguments{:}), fft (x, arguments{:}), ['fft of ' what]);
      check_close (papilio_ifft (x, arguments{:}), ifft (x, arguments{:}), ['ifft of ' what]);
      check_close (papilio_ifft (x, arguments{:}, 'nonsymmetric'), ifft (x, arguments{:}), ['ifft of ' what]);
    end
    shapes = {[6, 8], [4, 3, 2], [5, 7], [1, 6], [7, 1, 3]};
    for lengths = shapes(1:merge (few, 2, numel (shapes)))
      x = noise (lengths{1}, type{1}, parts{1});
      what = sprintf ('%s, %s %s', mat2str (lengths{1}), type{1}, parts{1});
      check_close (papilio_fft2 (x), fft2 (x), ['fft2 of ' what]);
      check_close (papilio_ifft2 (x), ifft2 (x), ['ifft2 of ' what]);
      check_close (papilio_fft2 (x, 9, 4), fft2 (x, 9, 4), ['cut fft2 of ' what]);
      check_close (papilio_fftn (x), fftn (x), ['fftn of ' what]);
      check_close (papilio_ifftn (x), ifftn (x), ['ifftn of ' what]);
      other = lengths{1} + [2, -ones(1, numel (lengths{1}) - 1)];
      other(other == 0) = 2;
      check_close (papilio_fftn (x, other), fftn (x, other), ['cut fftn of ' what]);
    end
  end
end

% The spectrum of real numbers gives real numbers; of one that is none, only the half that is used counts.
for n = [1, 2, 3, 8, 9]
  x = randn (n, 3);
  y = fft (x);
  y(floor (n / 2) + 2:end, :) = NaN;
  back = papilio_ifft (y, 'symmetric');
  assert (isreal (back));
  check_close (back, x, sprintf ('symmetric ifft of %d', n));
end
x = randn (6, 5, 2);
check_close (papilio_ifft2 (fft2 (x), 'symmetric'), x, 'symmetric ifft2');
check_close (papilio_ifftn (fftn (x), 'symmetric'), x, 'symmetric ifftn');
check_close (papilio_ifft (real (fft ([1; 2; 2])), 'Symmetric'), ifft (real (fft ([1; 2; 2]))), 'a real spectrum');
check_close (papilio_ifft (fft (x, [], 2), [], 2, 'symmetric'), x, 'symmetric ifft of a dimension');
y = fft (randn (8, 1));
check_close (papilio_ifft (y, 6, 'symmetric'), real (ifft ([y(1:4); conj(y(3:-1:2))])), 'cut symmetric ifft');

% The class and the size of what is empty, and of truth values.
assert (papilio_fft (true (4, 1)), fft ([1; 1; 1; 1]));
assert (papilio_ifft (logical ([1, 0, 0, 0]), 'symmetric'), [0.25, 0.25, 0.25, 0.25]);
for lengths = {[0, 0], [0, 3], [3, 0], [2, 0, 3]}
  assert (size (papilio_fft (zeros (lengths{1}))), size (fft (zeros (lengths{1}))));
  assert (size (papilio_fftn (zeros (lengths{1}))), lengths{1});
end
assert (class (papilio_fft (zeros (0, 3, 'single'))), 'single');
assert (papilio_fft (zeros (0, 3), 4), zeros (4, 3));
assert (size (papilio_fft (ones (4, 3), 0)), [0, 3]);
check_close (papilio_fft ([1, 2; 3, 4], [], 3), complex ([1, 2; 3, 4]), 'a dimension beyond the last');

% Results are new arrays.
x = randn (8, 1);
kept = x + 0;
papilio_fft (x);
assert (x, kept);

% Plans that are dropped come back; the function can be cleared and called again.
for n = 1:18
  x = randn (n, 1);
  check_close (papilio_fft (x), fft (x), sprintf ('length %d', n));
end
clear papilio_mex
clear all
assert (norm (papilio_fft ([1; 0; 0]) - 1) < 1e-15);
disp ('ok');
