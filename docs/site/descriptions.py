# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Doxygen's descriptions, its XML of comments, as Markdown."""

import re

from comments import MARGIN

# Headers and guides, as comments name them.
NAMED = re.compile(r"(<?papilio/\w+\.hp*>?|docs/[\w-]+\.md)")


def plain_text(text):
    """As Markdown that shows it, with links to headers and guides that it names."""
    parts = NAMED.split(text)
    for i, part in enumerate(parts):
        if i % 2 == 1:
            name = part.strip("<>").split("/")[1]
            parts[i] = f"[{name}](../{name})" if part.startswith("docs") else f"[{name}]({name}.md)"
        else:
            parts[i] = re.sub(r"([\\`*_\[\]|])", r"\\\1", part).replace("<", "&lt;")
    return "".join(parts)


def fenced(text, language):
    return f"```{language}\n{text}\n```"


def in_table(code):
    return f"`{code}`{{: .declared }}".replace("|", "\\|")


def texts_of(element):
    """Of a comment: Doxygen takes its first sentence apart in some places."""
    return [part for tag in ("briefdescription", "detaileddescription") if (part := element.find(tag)) is not None]


def markdown_of(elements, places, page):
    """Descriptions of Doxygen's as Markdown; `places` tells what to link."""
    texts = (Markdown(places, page).of(element) for element in elements)
    return "\n\n".join(re.sub(r"\n{3,}", "\n\n", text).strip() for text in texts if text.strip())


class Markdown:
    MARKS = {"computeroutput": "`", "emphasis": "*", "bold": "**"}
    SIGNS = {"ndash": "–", "mdash": "—", "sp": " ", "nonbreakablespace": " ", "linebreak": "\n", "lsquo": "‘", "rsquo": "’"}

    def __init__(self, places, page):
        self.places, self.page, self.in_code = places, page, False

    def of(self, element):
        kind = element.tag
        if kind in self.SIGNS:
            return self.SIGNS[kind]
        if kind in ("verbatim", "programlisting"):
            return "\n\n" + fenced(trimmed("".join(element.itertext())), "text") + "\n\n"
        outer, self.in_code = self.in_code, self.in_code or kind == "computeroutput"
        text = self._inside(element)
        self.in_code = outer
        if kind in self.MARKS:
            return f"{self.MARKS[kind]}{text}{self.MARKS[kind]}"
        if kind == "ref" and element.get("refid") in self.places and not self.in_code:
            page, anchor = self.places[element.get("refid")]
            target = ("" if page == self.page else f"{page}.md") + (f"#{anchor}" if anchor else "")
            return f"[{text}]({target})" if target else text
        if kind == "para":
            return f"\n\n{text.strip()}\n\n"
        if kind == "listitem":
            return "- " + text.strip().replace("\n", "\n    ") + "\n"
        if kind in ("itemizedlist", "orderedlist"):
            return f"\n\n{text}\n\n"
        return text

    def _inside(self, element):
        show = (lambda text: text) if self.in_code else plain_text
        text = show(element.text or "")
        for child in element:
            text += self.of(child) + show(child.tail or "")
        return text


def trimmed(text):
    """A verbatim block without its margin and the comment's marks, which Doxygen leaves there."""
    lines = [re.sub(r"^\s*(///|\*) ", "", line).rstrip() for line in text.strip().removeprefix(MARGIN).split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:] for line in lines)
