#!/usr/bin/python3
"""Makes a site with two models and a lesson. Each link must have a target in the site, and each page must be HTML whose tags are closed.

Usage: test-site.py MAKE-SITE CLI. Skipped (77) without python3-markdown or mandoc."""
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

VOID = {'meta', 'link', 'img', 'input', 'br', 'hr', 'col', 'wbr'}
bad = []


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.path, self.open, self.ids, self.links = path, [], set(), []
        self.feed(path.read_text(encoding='utf-8'))
        if self.open:
            bad.append(f'{path}: not closed: {self.open}')

    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attributes:
            if name == 'id':
                self.ids.add(value)
            elif name in ('href', 'src'):
                self.links.append(value)
            elif name == 'alt' and tag == 'img' and value is None:
                bad.append(f'{self.path}: a picture without a text')

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if self.open and self.open[-1] == tag:
            self.open.pop()
        elif tag in self.open:
            while self.open.pop() != tag:
                pass
        else:
            bad.append(f'{self.path}:{self.getpos()[0]}: {tag} is closed but not open')


def make(*words):
    return subprocess.run([sys.executable, sys.argv[1], sys.argv[2], *words], capture_output=True, text=True, check=False)


def main():
    try:
        import markdown  # noqa: F401
    except ImportError:
        sys.exit(77)
    if shutil.which('mandoc') is None:
        sys.exit(77)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / 'a site'
        got = make(str(folder), '--models', 'lorenz,bouncing-ball', '--lessons', 'arenstorf')
        if got.returncode != 0 or got.stderr:
            sys.exit(f'the site cannot be made: {got.stderr}')
        pages = {path: Page(path) for path in folder.rglob('*.html') if path.parent.name not in ('models', 'lessons')}
        if len(pages) < 12:
            bad.append(f'{len(pages)} pages')
        for path in [*(folder / 'models').glob('*.html'), *(folder / 'lessons').glob('*.html')]:
            text = path.read_text(encoding='utf-8')
            if '<script src="../core.js"></script>' not in text or 'id="core-module"' in text:
                bad.append(f'{path}: does not share the core')
        if not (folder / 'core.js').read_text(encoding='ascii').startswith("globalThis.stepwiseCore = '"):
            bad.append('core.js does not set the core')
        linked = set()
        for path, page in pages.items():
            for link in page.links:
                parts = urlsplit(link)
                if parts.scheme:
                    continue
                target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
                linked.add(target)
                if not target.is_file():
                    bad.append(f'{path.relative_to(folder)}: {link} does not exist')
                elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
                    bad.append(f'{path.relative_to(folder)}: {link} has no place')
        for path in folder.rglob('*'):
            if path.is_file() and path.suffix in ('.html', '.png', '.css') and path.resolve() not in linked and path.name != 'index.html':
                bad.append(f'nothing links {path.relative_to(folder)}')
        # A site is made anew; another folder is not touched, and an unknown name is an error.
        (folder / 'old.html').touch()
        make(str(folder), '--models', 'lorenz', '--lessons', 'arenstorf')
        if (folder / 'old.html').exists():
            bad.append('an old page is still there')
        other = Path(place) / 'other'
        other.mkdir()
        (other / 'kept').touch()
        refused = make(str(other), '--models', 'lorenz', '--lessons', 'arenstorf')
        if refused.returncode == 0 or not (other / 'kept').exists() or 'not a site' not in refused.stderr:
            bad.append(f'a folder that is not a site: {refused.stderr}')
        unknown = make(str(folder), '--models', 'lorentz')
        if unknown.returncode == 0 or 'lorentz' not in unknown.stderr:
            bad.append(f'an unknown model: {unknown.stderr}')
    if bad:
        sys.exit('\n'.join(bad))


main()
