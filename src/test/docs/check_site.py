"""Checks a rendered site as a browser would use it: check_site.py FOLDER. Prints what is wrong, and ends with 1 then."""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"link": "href", "script": "src", "img": "src", "iframe": "src", "source": "src", "use": "href"}


class Page(HTMLParser):
    """What a page links to, what it loads, and which anchors it has."""

    def __init__(self, file):
        super().__init__()
        self.links, self.loads, self.anchors = [], [], {""}
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors.update(value for name, value in attributes.items() if name in ("id", "name") and value)
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        if tag in LOADED and attributes.get(LOADED[tag]):
            self.loads.append(attributes[LOADED[tag]])


def check(folder):
    pages = {file: Page(file) for file in folder.rglob("*.html")}
    for file, page in sorted(pages.items()):
        for link in page.loads:
            if urlsplit(link).scheme or link.startswith("//"):
                yield f"{file}: loads {link}"
        for link in page.links + page.loads:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if not target.is_file():
                yield f"{file}: dead link {link}"
            elif target in pages and unquote(parts.fragment) not in pages[target].anchors:
                yield f"{file}: no such anchor {link}"
    for file in sorted(folder.rglob("*.css")):
        for address in re.findall(r"""(?:url\(|@import)\s*["']?((?:https?:)?//[^"')\s]+)""", file.read_text()):
            yield f"{file}: loads {address}"


folder = Path(sys.argv[1]).resolve()
wrong = list(check(folder))
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
