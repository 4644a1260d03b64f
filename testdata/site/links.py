"""links.py FOLDER: says what is wrong with a site's pages as files: elements that aren't closed, ids that are there twice, links
that lead nowhere, or to another place than https, anything that is fetched from elsewhere."""
import html.parser
import pathlib
import sys
import urllib.parse

VOID = {"meta", "link", "input", "br", "hr", "img"}


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__(convert_charrefs=True)
        self.stack, self.ids, self.links, self.fetched, self.problems = [], set(), [], [], []
        self.feed(path.read_text(encoding="utf-8"))
        self.close()
        if self.stack:
            self.problems.append("<%s> isn't closed" % self.stack[-1])

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if tag not in VOID:
            self.stack.append(tag)
        if values.get("id") in self.ids:
            self.problems.append("id %s is there twice" % values["id"])
        if values.get("id"):
            self.ids.add(values["id"])
        if tag == "a":
            self.links.append(values["href"])
        self.fetched += [values[name] for name in ("src", "action") if name in values]
        if tag == "link" and values["rel"] == "stylesheet":
            self.fetched.append(values["href"])
        if any(name.startswith("on") or name == "style" for name in values):
            self.problems.append("<%s> has a script or a style of its own" % tag)

    def handle_endtag(self, tag):
        if not self.stack or self.stack.pop() != tag:
            self.problems.append("</%s> closes nothing, line %d" % (tag, self.getpos()[0]))


def main(folder):
    pages = {path.resolve(): Page(path) for path in sorted(folder.rglob("*.html"))}
    problems = ["%s: %s" % (path.name, problem) for path, page in pages.items() for problem in page.problems]
    for path, page in pages.items():
        for link in page.links + page.fetched:
            target, _, anchor = link.partition("#")
            if target.startswith("https://") and link in page.links:
                continue
            where = (path.parent / urllib.parse.unquote(target)).resolve() if target else path
            if not where.is_file() or folder.resolve() not in where.parents:
                problems.append("%s: %s leads nowhere" % (path.name, link))
            elif where.name == "playground.html" and anchor.startswith("CU"):
                if not (folder / "rules" / (anchor + ".html")).is_file():  # the example of a rule
                    problems.append("%s: %s leads to no example" % (path.name, link))
            elif anchor and anchor not in pages[where].ids:
                problems.append("%s: %s leads to no place" % (path.name, link))
    for problem in problems:
        print(problem)
    print("%d pages, %d links" % (len(pages), sum(len(page.links) for page in pages.values())))
    return 1 if problems or len(pages) < 100 else 0


sys.exit(main(pathlib.Path(sys.argv[1])))
