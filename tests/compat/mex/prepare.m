% SPDX-FileCopyrightText: The Papilio authors
% SPDX-License-Identifier: MIT
%
% What the tests share: checks that print what they saw.
1;

function check_close (result, expected, what)
  assert (size (result), size (expected));
  assert (class (result), class (expected));
  bound = 8 * eps (class (expected)) * (1 + log2 (numel (expected) + 1));
  difference = norm (double (result(:) - expected(:)));
  if difference > bound * norm (double (expected(:)))
    error ('%s: relative error %g, bound %g', what, difference / norm (double (expected(:))), bound);
  end
end

function check_error (identifier, call)
  try
    call ();
  catch failure
    if ! strcmp (failure.identifier, identifier)
      error ('%s: "%s", "%s" instead of "%s"', func2str (call), failure.identifier, failure.message, identifier);
    end
    if isempty (failure.message) || any (failure.message == "\n")
      error ('%s: the message is not one line: %s', func2str (call), failure.message);
    end
    return;
  end
  error ('%s: no error, and %s was expected', func2str (call), identifier);
end

function x = noise (lengths, type, parts)
  x = cast (randn (lengths), type);
  if strcmp (parts, 'complex')
    x = complex (x, cast (randn (lengths), type));
  end
end
