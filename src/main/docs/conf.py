"""How Sphinx renders docs/ to a site: bin/ropewalk docs."""

import os
from pathlib import Path, PurePath
from xml.etree import ElementTree

from docutils import nodes
from myst_parser.mdit_to_docutils.base import default_slugify
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

ROOT = Path(__file__).resolve().parents[3]
LOG = logging.getLogger(__name__)
POM = {"pom": "http://maven.apache.org/POM/4.0.0"}

pom = ElementTree.parse(ROOT / "pom.xml").getroot()
project = "Ropewalk"
release = pom.findtext("pom:version", namespaces=POM)
version = release
repository = pom.findtext("pom:scm/pom:url", namespaces=POM)

extensions = ["myst_parser"]
root_doc = "guide/index"
nitpicky = True
highlight_language = "none"
myst_heading_anchors = 6
myst_links_external_new_tab = False
suppress_warnings = ["misc.highlighting_failure"]  # a block may show a part of a program, or a shortened one

html_theme = "furo"
html_title = f"Ropewalk {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False
html_use_index = False
html_additional_pages = {"index": "first.html"}
templates_path = ["templates"]
pygments_style = "friendly"
pygments_dark_style = "github-dark"

# The navigation: a caption, and the pages below it in this order. A page that is named nowhere stands where a glob
# takes it; a name without a page is left out.
NAVIGATION = {
    "Start": ["guide/quick-start", "guide/which-model", "guide/promises", "guide/non-goals"],
    "Models": [
        "guide/actors",
        "guide/supervision",
        "guide/entities",
        "guide/clusters",
        "guide/channels",
        "guide/pipelines",
        "guide/limits",
        "guide/bounded-executors",
        "guide/graphs",
        "guide/journal",
        "guide/flow",
        "guide/back-pressure",
        "guide/scheduler",
        "guide/virtual-threads",
        "guide/*",
    ],
    "Running": [
        "guide/observing",
        "guide/metrics",
        "guide/traces",
        "guide/recordings",
        "guide/tuning",
        "guide/shutting-down",
        "guide/errors",
    ],
    "Testing": ["guide/testing", "guide/simulating"],
    "Coming from": ["guide/migrate-from-*"],
    "Reference": ["*"],
    "Decisions": ["adr/README"],
}
# Pages that the navigation shows below another one.
BELOW = {"architecture": "architecture/*", "adr/README": "adr/*"}


def matching(pattern, pages, named):
    """Returns the pages that a name or a glob of the navigation stands for."""
    if "*" not in pattern:
        return [pattern] if pattern in pages else []
    folder = PurePath(pattern).parent
    return [
        page
        for page in sorted(pages)
        if PurePath(page).parent == folder and PurePath(page).match(pattern) and page not in named
    ]


def add_navigation(app, page, source):
    """Adds to a page the tree of those below it: Markdown that other readers see holds none of Sphinx's."""
    pages = app.env.found_docs
    named = {root_doc, *(name for names in NAVIGATION.values() for name in names)}
    if page == root_doc:
        for caption, patterns in NAVIGATION.items():
            taken = [found for pattern in patterns for found in matching(pattern, pages, named - {pattern})]
            named.update(taken)
            source[0] += tree(taken, caption)
    elif page in BELOW:
        source[0] += tree(matching(BELOW[page], pages, named), None)


def tree(pages, caption):
    """Returns a hidden table of contents, in MyST."""
    if not pages:
        return ""
    options = [":hidden:", *([f":caption: {caption}"] if caption else [])]
    return "\n".join(["", "", "```{toctree}", *options, "", *(f"/{page}" for page in pages), "```", ""])


class LinksIntoTheRepository(SphinxTransform):
    """Links to files that are no pages, such as sources, go into the repository, if there is such a file."""

    default_priority = 5

    def apply(self):
        for kind in (addnodes.pending_xref, addnodes.download_reference):
            for link in list(self.document.findall(kind)):
                if link.get("reftype") == "myst":
                    self.redirect(link)

    def redirect(self, link):
        target, _, anchor = link["reftarget"].partition("#")
        if link.get("refdomain") == "doc":
            if target in self.env.found_docs:
                return
            path, anchor = Path(self.env.srcdir, target + ".md"), link.get("reftargetid")
        else:
            path = Path(self.env.doc2path(self.env.docname)).parent / target
        path = Path(os.path.normpath(path))
        if not target or not path.exists():
            return  # Sphinx warns
        if ROOT not in path.parents:
            LOG.warning("a link to a file outside of the repository: %s", target, location=link)
        elif anchor and anchor not in headings(path):
            LOG.warning("no heading '#%s' in %s", anchor, target, location=link)
        kind = "tree" if path.is_dir() else "blob"
        address = f"{repository}/{kind}/HEAD/{os.path.relpath(path, ROOT)}" + (f"#{anchor}" if anchor else "")
        link.replace_self(nodes.reference("", "", *(child.deepcopy() for child in link.children), refuri=address))


def headings(path):
    """Returns the anchors of a file's headings."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.suffix == ".md" else []
    return {default_slugify(line.lstrip("# ")) for line in lines if line.startswith("#")}


def setup(app):
    app.connect("source-read", add_navigation)
    app.add_transform(LinksIntoTheRepository)
