"""Reads an HTML report and says what is wrong with it as a page; with --show also what is in it.

    page.py [--show] PAGE

Elements are nested and closed, ids are unique, links within the page lead somewhere, labels belong to fields,
pictures have titles, nothing is fetched, no markup can run but the style and script that the policy names by hash,
and no character is there that could hide or reorder text.
"""
import base64
import hashlib
import html.parser
import re
import sys

VOID = {"meta", "link", "input", "br", "hr"}
BLOCKS = {"h3", "summary", "caption", "tr", "div", "p", "pre", "figcaption", "article"}
CELLS = {"th", "td", "dt", "span", "a", "b"}
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.problems, self.stack, self.ids, self.links, self.refs = [], [], set(), [], []
        self.raw, self.shown, self.policy, self.headings = {}, "", "", []
        self.feed(text)
        self.close()

    def problem(self, text):
        self.problems.append("line %d: %s" % (self.getpos()[0], text))

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if len(values) != len(attrs):
            self.problem("an attribute of <%s> is there twice" % tag)
        for name, value in attrs:
            self.check_attribute(tag, name, value or "")
        if tag == "meta" and values.get("http-equiv"):
            self.policy = values["content"]
        if tag == "label" and "for" in values:
            self.refs.append(values["for"])
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag == "svg" and values.get("role") != "img" and values.get("aria-hidden") != "true":
            self.problem("a picture without a role")
        if tag in ("script", "style"):
            self.raw[tag] = ""
        if tag not in VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.stack.pop()

    def check_attribute(self, tag, name, value):
        if name.startswith("on") or name in ("style", "src", "srcdoc", "action", "formaction"):
            self.problem('<%s %s="%s">' % (tag, name, value))
        if name == "id":
            if value in self.ids:
                self.problem("id %s is there twice" % value)
            self.ids.add(value)
        if name == "href" and not (value.startswith("#") or value == "data:," or value.startswith("https://")):
            self.problem("link to " + value)
        if name == "href" and value.startswith("#"):
            self.links.append(value[1:])
        if name in ("aria-labelledby", "aria-describedby"):
            self.refs += value.split()

    def handle_endtag(self, tag):
        if tag in VOID or not self.stack or self.stack.pop() != tag:
            self.problem("</%s> closes nothing" % tag)
        if tag in BLOCKS and "article" in self.stack + [tag]:
            self.shown += "\n"
        elif tag in CELLS:
            self.shown += " "

    def handle_data(self, data):
        if self.stack and self.stack[-1] in ("script", "style"):
            self.raw[self.stack[-1]] += data
        else:
            self.note(data)

    def handle_comment(self, data):
        self.problem("a comment: " + data)

    def note(self, data):
        if HIDDEN.search(data):
            self.problem("a hidden character in %r" % data)
        if "article" in self.stack and "svg" not in self.stack:
            self.shown += data if "pre" in self.stack else data.replace("\n", " ")

    def finish(self):
        for place in self.links + self.refs:
            if place not in self.ids:
                self.problems.append("nothing has the id " + place)
        for part in ("style", "script"):
            digest = base64.b64encode(hashlib.sha256(self.raw.get(part, "").encode()).digest()).decode()
            if "%s-src 'sha256-%s'" % (part, digest) not in self.policy:
                self.problems.append("the policy doesn't name this " + part)
        if not self.policy.startswith("default-src 'none';") or "unsafe" in self.policy:
            self.problems.append("policy: " + self.policy)
        if self.stack:
            self.problems.append("not closed: " + " ".join(self.stack))
        if self.headings.count(1) != 1 or any(b > a + 1 for a, b in zip(self.headings, self.headings[1:])):
            self.problems.append("headings: %s" % self.headings)
        return self.problems


def main():
    text = open(sys.argv[-1], "rb").read().decode("utf-8")
    problems = Page(text).finish()
    for problem in problems:
        print(problem)
    if sys.argv[1] == "--show":
        # what a rule's page says is its own affair
        for line in Page(text.split('<section id="rules"')[0]).shown.split("\n"):
            if line.strip():
                print(" ".join(line.split()))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
