function papilio_demo ()
%PAPILIO_DEMO  Transforms a recording, an image and a batch, and says how fast.
%
%   PAPILIO_DEMO () prints the device's plan, the peaks of a signal of two tones,
%   the error of an image that is transformed forth and back, and the time of a
%   batch beside that of fft. Times include copies to the device and back.
%
%   See also PAPILIO_FFT, PAPILIO_PLAN.

% SPDX-FileCopyrightText: The Papilio authors
% SPDX-License-Identifier: MIT
  fs = 8000;
  t = (0:fs - 1)' / fs;
  y = papilio_fft (sin (2 * pi * 440 * t) + 0.5 * sin (2 * pi * 1000 * t));
  [~, k] = sort (abs (y(1:fs / 2)), 'descend');
  fprintf ('the two strongest frequencies: %d Hz and %d Hz\n', k(1) - 1, k(2) - 1);

  [row, column] = meshgrid (1:480, 1:640);
  picture = cos (row / 10) .* cos (column / 7);
  back = papilio_ifft2 (papilio_fft2 (picture), 'symmetric');
  fprintf ('640 x 480 forth and back: largest error %.1e\n', max (abs (back(:) - picture(:))));

  x = single (randn (4096, 256) + 1i * randn (4096, 256));
  papilio_fft (x);                         % makes the plan
  tic;  papilio_fft (x);  ours = toc;
  fft (x);
  tic;  fft (x);  theirs = toc;
  fprintf ('256 x 4096, single: papilio_fft %.2f ms, fft %.2f ms\n', 1e3 * ours, 1e3 * theirs);
  [text, token] = papilio_plan (x);
  fprintf ('the plan of %s:\n%s\n', token, text);
end
