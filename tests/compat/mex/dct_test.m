% SPDX-FileCopyrightText: The Papilio authors
% SPDX-License-Identifier: MIT
%
% papilio_dct and papilio_idct beside the orthonormal matrices of their types.
source (fullfile (fileparts (mfilename ('fullpath')), 'prepare.m'));
randn ('seed', 2);

function c = matrix_of (type, n)
  j = 0:n - 1;
  k = j';
  switch type
    case 1
      w = ones (1, n);
      w([1, n]) = 1 / sqrt (2);
      c = sqrt (2 / (n - 1)) * (w' * w) .* cos (pi * k * j / (n - 1));
    case 2
      c = sqrt (2 / n) * cos (pi * k * (2 * j + 1) / (2 * n));
      c(1, :) /= sqrt (2);
    case 3
      c = matrix_of (2, n)';
    case 4
      c = sqrt (2 / n) * cos (pi * (2 * k + 1) * (2 * j + 1) / (4 * n));
  end
end

for n = [1, 2, 3, 8, 15, 100]
  for type = 1 + (n == 1):4
    c = matrix_of (type, n);
    assert (norm (c * c' - eye (n)) < 1e-12);
    x = randn (n, 3);
    what = sprintf ('type %d of %d', type, n);
    check_close (papilio_dct (x, [], 1, 'Type', type), c * x, ['dct ' what]);
    check_close (papilio_idct (x, [], 1, 'Type', type), c' * x, ['idct ' what]);
    check_close (papilio_dct (x', [], 2, 'type', type), (c * x)', ['dct of rows, ' what]);
    check_close (papilio_dct (single (x), [], 1, 'Type', type), single (c * x), ['single dct ' what]);
  end
end
c = matrix_of (2, 6);
x = randn (6, 2);
check_close (papilio_dct (x), c * x, 'dct');
check_close (papilio_dct (x(:, 1)'), (c * x(:, 1))', 'dct of a row');
check_close (papilio_dct ([x; x], 6), c * x, 'cut dct');
check_close (papilio_dct (x(1:4, :), 6), c * [x(1:4, :); 0, 0; 0, 0], 'padded dct');
check_close (papilio_dct (x + 1i * x(:, [2, 1])), c * (x + 1i * x(:, [2, 1])), 'complex dct');
check_close (papilio_idct (papilio_dct (x)), x, 'forth and back');
assert (isreal (papilio_dct (x)));
check_close (papilio_dct (x, 'Type', 4), matrix_of (4, 6) * x, 'a type without lengths');
disp ('ok');
