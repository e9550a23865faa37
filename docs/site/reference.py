# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The reference of the C++ and the C interface: a page for each public header, from its comments, by Doxygen's XML.

Doxygen knows what is declared where and what names in the text mean; declarations are shown as they stand in the header. As the
headers have it, one comment is for all declarations below it up to an empty line or the next comment."""

import re
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from comments import prepared
from declarations import Entity, Header, wrapped
from descriptions import fenced, in_table, markdown_of, plain_text, texts_of

CONFIGURATION = """
INPUT = "{headers}"
OUTPUT_DIRECTORY = "{output}"
GENERATE_XML = YES
GENERATE_HTML = NO
GENERATE_LATEX = NO
XML_PROGRAMLISTING = NO
EXTRACT_ALL = YES
QUIET = YES
WARN_IF_UNDOCUMENTED = NO
WARN_LOGFILE = "{output}/warnings"
STRIP_FROM_PATH = "{headers}"
MARKDOWN_SUPPORT = NO
TYPEDEF_HIDES_STRUCT = YES
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = PAPILIO_API= PAPILIO_INT= PAPILIO_ZERO={{}} DOXYGEN=1
"""
# What needs no comment: operators, defaults, what only reads a property, and in C the functions that fill in struct_size.
PLAIN = re.compile(r"operator|= default;|\(\) const( noexcept)?;$|_init\(")


class Reference:
    def __init__(self, folder, build):
        """folder: of the public headers. build: what Doxygen reads and writes."""
        self.headers = {path.name: Header(path) for path in sorted(folder.iterdir()) if path.suffix in (".h", ".hpp")}
        self.places = {}  # Doxygen's id: (page, anchor)
        self.undocumented = []
        prepared_folder = build / "headers"
        prepared_folder.mkdir(parents=True, exist_ok=True)
        for name, header in self.headers.items():
            (prepared_folder / name).write_text(prepared("\n".join(header.lines)), encoding="utf-8")
        subprocess.run(["doxygen", "-"], input=CONFIGURATION.format(headers=prepared_folder, output=build), text=True, check=True)
        self.warnings = (build / "warnings").read_text(encoding="utf-8").splitlines()
        self._read(build / "xml")
        for header in self.headers.values():
            self._arrange(header)
        # One with a macro alone is no part of the reference.
        self.headers = {name: header for name, header in self.headers.items() if header.entities or self.summary(name)}

    def _read(self, folder):
        for compound in ElementTree.parse(folder / "index.xml").getroot().findall("compound"):
            element = ElementTree.parse(folder / f"{compound.get('refid')}.xml").getroot().find("compounddef")
            kind = compound.get("kind")
            owner = None
            if kind == "file":
                self.headers[element.findtext("compoundname")].file = element
                self.places[element.get("id")] = (element.findtext("compoundname"), "")
            elif kind in ("class", "struct") and element.get("prot") == "public":
                where = element.find("location")
                header = self.headers.get(Path(where.get("file")).name)
                if header is None or where.get("bodyfile") is None:
                    continue  # only named
                name = element.findtext("compoundname").split("::")[-1]
                owner = Entity(element, "class", name, int(where.get("line")))
                header.entities.append(owner)
            elif kind != "namespace":
                continue
            for member in element.iter("memberdef"):
                self._take(member, owner)

    def _take(self, member, owner):
        where, kind = member.find("location"), member.get("kind")
        header = self.headers.get(Path(where.get("file")).name)
        name = member.findtext("name")
        guard = kind == "define" and not member.findtext("initializer")
        hidden = member.get("prot") == "private" or name in ("PAPILIO_INT", "PAPILIO_ZERO", "PAPILIO_API")
        if header is None or guard or hidden or re.match(r"friend (class|struct)", member.findtext("definition") or ""):
            return
        entity = Entity(member, kind, name, int(where.get("line")))
        (header.entities if owner is None else owner.members).append(entity)

    def _arrange(self, header):
        taken = {}
        header.entities = self._grouped(header, header.entities, "", taken)
        for entity in header.entities:
            if entity.kind == "class":
                entity.members = self._grouped(header, entity.members, entity.name + "-", taken)

    def _grouped(self, header, entities, prefix, taken):
        """Those with a comment, in the header's order; `shared` of each are those below it that share the comment."""
        groups = []
        for entity in sorted({(e.line, e.name): e for e in entities}.values(), key=lambda e: e.line):
            entity.declaration, entity.last = header.declaration(entity)
            if groups and self._share(header, groups[-1], entity):
                groups[-1].shared.append(entity)
            else:
                groups.append(entity)
                anchor = prefix + (re.sub(r"\W+", "-", entity.name.split("@")[0]).strip("-") or "constants")
                taken[anchor] = taken.get(anchor, 0) + 1
                entity.anchor = anchor if taken[anchor] == 1 else f"{anchor}-{taken[anchor]}"
            in_table = prefix and entity.kind == "variable"
            self.places[entity.element.get("id")] = (header.name, prefix[:-1] if in_table else groups[-1].anchor)
            for value in entity.element.findall("enumvalue"):
                self.places[value.get("id")] = (header.name, groups[-1].anchor)
        for lead in groups:
            if not lead.said and lead.kind != "variable" and not PLAIN.search(lead.declaration):
                self.undocumented.append(f"{header.name}:{lead.line}: {prefix.replace('-', '::')}{lead.name}")
        return groups

    @staticmethod
    def _share(header, lead, entity):
        """The comment above `lead` is for `entity` too: nothing is between them but declarations."""
        before = (lead.shared or [lead])[-1]
        if entity.kind in ("class", "enum") or entity.kind != lead.kind or entity.said:
            return False
        if lead.kind == "variable" and (not lead.said or re.search(r"///<|/\*\*<", header.lines[lead.last - 1])):
            return False  # a comment behind a variable is for this one
        between = header.lines[before.last:entity.line - 1]
        return all(line.lstrip().startswith("template <") for line in between)

    def summary(self, name):
        """The first sentence of the header's comment, or of its first declaration's."""
        header = self.headers[name]
        texts = (markdown_of(each, self.places, "") for each in (texts_of(header.file), *(e.text for e in header.entities)))
        text = next((text for text in texts if text), "")
        return re.split(r"(?<=[.])\s", text.split("\n\n")[0])[0].rstrip(":")

    def page(self, name, source):
        """The text of a header's page; `source` is the link to the header itself."""
        header = self.headers[name]
        language = "c" if name.endswith(".h") else "cpp"
        out = [f"# {name}", f"```{language}\n#include <papilio/{name}>\n```",
               markdown_of(texts_of(header.file), self.places, name)]
        included = [found for line in header.lines if (found := re.match(r"#include <papilio/(\w+\.hp*)>", line))]
        others = ", ".join(f"[{found[1]}]({found[1]}.md)" for found in included if found[1] != "export.hpp")
        out.append(f"[The header]({source})" + (f"; it includes {others}." if others else "."))
        sections = list(header.sections)
        for entity in header.entities:
            while sections and sections[0][0] < entity.line:
                _, title, text = sections.pop(0)
                out += [f"## {plain_text(title)}", plain_text(text)]
            out += list(self._shown(entity, header, language))
        return "\n\n".join(part for part in out if part) + "\n"

    def _shown(self, entity, header, language):
        """Parts of the page: heading, declarations, text, and what is inside."""
        level = "###" if header.sections else "##"
        title = f"{entity.element.get('kind')} {entity.name}" if entity.kind == "class" else entity.name.split("@")[0]
        yield f"{level} {plain_text(title or 'Constants')} {{: #{entity.anchor} }}"
        values = self._values(entity, header)
        first = entity.declaration.partition("\n")[0] if values else entity.declaration
        if not values and (entity.kind != "class" or re.search(r"template|:", first)):
            yield self._block(entity, language)
        yield markdown_of(entity.text, self.places, header.name)
        yield values
        yield self._variables([member for member in entity.members if member.kind == "variable"], header, language)
        for member in entity.members:
            if member.kind != "variable":
                yield f'<a id="{member.anchor}"></a>\n\n{self._block(member, language)}'
                yield markdown_of(member.text, self.places, header.name)

    @staticmethod
    def _block(entity, language):
        return fenced("\n".join(wrapped(each.declaration) for each in [entity, *entity.shared]), language)

    def _variables(self, members, header, language):
        """A table, or a block where none has a comment."""
        if not any(member.said for member in members):
            return fenced("\n".join(member.declaration for member in members), language) if members else ""
        rows = []
        for member in members:
            names = "<br>".join(in_table(each.declaration.rstrip(";")) for each in [member, *member.shared])
            rows.append(f"| {names} | {' '.join(markdown_of(member.text, self.places, header.name).split())} |")
        return "| member | |\n|---|---|\n" + "\n".join(rows)

    def _values(self, entity, header):
        """A table of enumerators, if they have comments."""
        rows, commented = [], False
        for value in entity.element.findall("enumvalue"):
            text = " ".join(markdown_of(texts_of(value), self.places, header.name).split())
            commented = commented or text != ""
            name = value.findtext("name") + (" " + value.findtext("initializer") if value.find("initializer") is not None else "")
            rows.append(f"| {in_table(name)} | {text} |")
        return "| enumerator | |\n|---|---|\n" + "\n".join(rows) if commented else ""
