# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Headers as Doxygen wants them. The comments of the public headers are plain text: no line is added or removed here, but what
Doxygen would take for a command or a tag is escaped, lines that are set in become verbatim, and the comment at a file's head
becomes the file's."""

import re

MARGIN = "|"  # Doxygen drops the spaces at a block's begin
LINE = re.compile(r"^(\s*(?:///?(?!/)| \*|/\*\*)(?!<))( ?)(.*)$")


def escaped(text):
    """A line of a comment, without what Doxygen would take for commands and tags; backticks enclose code."""
    text = text.replace("\\", "\\\\").replace("&", "\\&").replace("<", "\\<")
    text = re.sub(r"[#@%]", r"\\\g<0>", text)
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", text)


def set_in(text, after):
    """A line is part of a table, a formula or an example: it is set in, or `after`, the next one, is set in far."""
    return (text.startswith("  ") or after.startswith(" " * 8)) and text.strip() != "" and "*/" not in text


def with_head(lines):
    """The comment after the licence becomes the file's."""
    for i, line in enumerate(lines[:6]):
        if line.rstrip() == "//" and i > 0 and "SPDX" in lines[i - 1]:
            lines[i] = "/// \\file"
            for j in range(i + 1, len(lines)):
                if not lines[j].startswith("//"):
                    break
                lines[j] = "/" + lines[j]
            return
        if line.rstrip() == " *" and i > 0 and "SPDX" in lines[i - 1]:
            lines[i] = " *//** \\file"
            return


def comment_lines(lines):
    """(number, what is before the text, the text) of each line of documentation that has lines of its own."""
    in_c = False
    for i, line in enumerate(lines):
        begins = line.lstrip().startswith("/**") and not line.lstrip().startswith("/**<")
        if (in_c or begins or line.lstrip().startswith("///")) and (match := LINE.match(line)):
            yield i, match[1] + match[2], match[3]
        in_c = (in_c or begins or line.endswith("/** \\file")) and (line.endswith("\\file") or "*/" not in line)


def prepared(text):
    """The header's text for Doxygen, with as many lines."""
    lines = text.split("\n")
    with_head(lines)
    found = {i: (before, text) for i, before, text in comment_lines(lines) if "\\file" not in text}
    inside = {i for i, (_, text) in found.items() if set_in(text, found[i + 1][1] if i + 1 in found else "")}
    for i, line in enumerate(lines):
        if i in inside:
            before, text = found[i]
            begin = f"\\verbatim {MARGIN}" if i - 1 not in inside else ""
            lines[i] = before + begin + text + (" \\endverbatim" if i + 1 not in inside else "")
        elif i in found:
            lines[i] = found[i][0] + escaped(found[i][1])
        elif "///<" in line or "/**<" in line:
            code, mark, comment = line.partition("///<" if "///<" in line else "/**<")
            lines[i] = code + mark + escaped(comment)
    return "\n".join(lines)
