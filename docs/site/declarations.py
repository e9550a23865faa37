# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The public headers as they are written: declarations, and the comments that divide a header into sections."""

import re

from descriptions import markdown_of, texts_of

MARKS = re.compile(r"(PAPILIO_API|\[\[nodiscard\]\]|PAPILIO_INT|static inline|friend) ")
WIDEST = 84  # characters of a block that a page shows without scrolling


def wrapped(declaration):
    """A function's parameters in lines that fit the page."""
    if max(map(len, declaration.split("\n"))) <= WIDEST or "(" not in declaration:
        return declaration
    template, _, rest = declaration.rpartition(">\n") if declaration.startswith("template") else ("", "", declaration)
    text = " ".join(line.strip() for line in rest.split("\n"))
    margin = text.index("(") + 1
    lines = [""]
    for word in re.split(r"(?<=,) ", text):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDEST:
            lines.append(" " * (margin if margin <= WIDEST // 2 else 4) + word)
        else:
            lines[-1] += (" " if lines[-1] else "") + word
    return (template + ">\n" if template else "") + "\n".join(lines)


class Entity:
    """Something that a header declares."""

    def __init__(self, element, kind, name, line):
        self.element, self.kind, self.name, self.line = element, kind, name, line
        self.members, self.shared = [], []  # a type's; and those that stand below the same comment
        self.declaration, self.last, self.anchor = "", line, ""
        self.text = texts_of(element)

    @property
    def said(self):
        """There is a comment."""
        return markdown_of(self.text, {}, "") != ""


class Header:
    def __init__(self, path):
        self.path, self.name = path, path.name
        self.lines = path.read_text(encoding="utf-8").split("\n")
        self.entities, self.file = [], None
        self.sections = list(self._sections())

    def declaration(self, entity):
        """The lines of a declaration, without bodies and marks, and the number of the last one."""
        first = entity.line - 1
        while first > 0 and self.lines[first - 1].lstrip().startswith("template <"):
            first -= 1
        text, depth = "", 0
        for number in range(first, len(self.lines)):
            line = re.sub(r"\s*(///<.*|/\*\*<.*?\*/)", "", self.lines[number])
            for place, character in enumerate(line):
                depth += (character in "([") - (character in ")]")
                if depth == 0 and (character == ";" or character == "{" and self._ends(entity, text + line[:place])):
                    text += line[:place].rstrip() + ";"
                    return self._cleaned(text), number + 1
            text += line + "\n"
            if entity.kind == "define" and not line.endswith("\\"):
                return text.rstrip(), number + 1
        return self._cleaned(text), len(self.lines)

    @staticmethod
    def _ends(entity, before):
        """A brace that begins a body, not a value or a list of enumerators."""
        return entity.kind in ("class", "function") and not before.rstrip().endswith("=")

    @staticmethod
    def _cleaned(text):
        """Without marks for compilers; lines that are aligned with what is behind them move as well."""
        text = re.sub(r"\n? *:\s*\w+\(std::move.*;$", ";", text)
        lines, moved = text.split("\n"), 0
        for i, line in enumerate(lines):
            lines[i] = MARKS.sub("", line)
            if lines[i] != line:
                moved = len(line) - len(lines[i])
            elif line.startswith(" " * (moved + 4)):
                lines[i] = line[moved:]
        inset = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
        return "\n".join(line[inset:] for line in lines)

    def _sections(self):
        """(line, title, text) of the comments that divide a header of C."""
        for number, line in enumerate(self.lines):
            match = re.match(r"/\* -{4} (.*?)(?: -{4})?(?: \*/)?$", line)
            if not match:
                continue
            text, after = [], number
            while "*/" not in self.lines[after]:
                after += 1
                text.append(re.sub(r"^ \*/?|\*/|-{4}", "", self.lines[after]).strip())
            if after + 2 < len(self.lines) and re.match(r"/\* (?!-)", self.lines[after + 2]):
                for line in self.lines[after + 2:]:
                    text.append(re.sub(r"^ ?/?\*+/?|\*/", "", line).strip())
                    if "*/" in line:
                        break
            title, _, more = match[1].strip(" -").partition(": ")
            first = f"{more[:1].upper()}{more[1:]}.\n\n" if more else ""
            yield number + 1, title, first + " ".join(text).strip()
