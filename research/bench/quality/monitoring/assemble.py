"""Puts sections into a page: one that the page has is replaced, another is added at the end.

  assemble.py PAGE.md SECTION.md...
"""
import pathlib
import re
import sys


def sections(text):
    """What comes before the first heading of level two, and each such section, by its heading."""
    parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    return {part.partition("\n")[0] if part.startswith("## ") else "": part.strip() for part in parts if part.strip()}


page = pathlib.Path(sys.argv[1])
found = sections(page.read_text(encoding="utf-8")) if page.exists() else {}
for name in sys.argv[2:]:
    found.update(sections(pathlib.Path(name).read_text(encoding="utf-8")))
page.write_text("\n\n".join(found.values()) + "\n", encoding="utf-8")
