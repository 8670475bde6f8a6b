#!/usr/bin/python3
"""Writes the site: a folder of static pages that need no server program and no network.

Usage: make-site.py CLI FOLDER [--bench FILE.json] [--models ID,…] [--lessons ID,…] [--jobs N]

CLI is stepwise-cli of a build with live pages; STEPWISE_DATA_DIR and STEPWISE_PAGE_DIR must be set as for the program. Needs the packages python3-markdown and
mandoc. FOLDER is made anew: an existing one must be a site. --models and --lessons choose some of the library, for a test.
"""
import argparse
import base64
import concurrent.futures
import html
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import markdown

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MARK = '.stepwise-site'  # this file shows that a folder is a site and may be replaced
PAGES = [('index', 'Stepwise'), ('models', 'Models'), ('lessons', 'Lessons'), ('help', 'Help'), ('benchmarks', 'Benchmarks'), ('install', 'Install')]
CHAPTERS = ['accuracy', 'stability', 'geometry', 'dynamics', 'events']  # in the order of the course
MANUALS = ['stepwise.1', 'stepwise-cli.1', 'stepwise-model.5', 'stepwise-session.5', 'stepwise-lesson.5', 'stepwise-serve.5']
FILTER = '''<script>
const field = document.querySelector('input[type=search]');
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\\s+/);
  for (const card of document.querySelectorAll('.card')) card.hidden = !words.every(word => card.textContent.toLowerCase().includes(word));
  for (const section of document.querySelectorAll('section')) section.hidden = !section.querySelector('.card:not([hidden])');
});
</script>'''


def chosen(entries, ids):
    """Returns the entries with these ids, separated by commas, or all if ids is None."""
    if ids is None:
        return entries
    wanted = ids.split(',')
    unknown = set(wanted) - {entry['id'] for entry in entries}
    if unknown:
        raise SystemExit(f'make-site.py: the library has no {", ".join(sorted(unknown))}')
    return [entry for entry in entries if entry['id'] in wanted]


class Site:
    def __init__(self, arguments):
        self.cli = str(Path(arguments.cli).resolve())
        self.folder = Path(arguments.folder)
        self.arguments = arguments
        # The site has the library alone, not the models of the user.
        self.environment = dict(os.environ, XDG_DATA_HOME='/nonexistent', LC_ALL='C.UTF-8')

    def program(self, *words):
        """Returns what the program prints. An error of the program ends this one with its words."""
        result = subprocess.run([self.cli, *words], capture_output=True, text=True, check=False, env=self.environment)
        if result.returncode != 0:
            raise SystemExit(f'make-site.py: stepwise-cli {" ".join(words)}: {result.stderr.strip()}')
        return result.stdout

    def write(self, name, title, body, up=''):
        """Writes a page. `up` is the way from its folder to that of the site."""
        links = ''.join(f'<a href="{up}{page}.html"{" aria-current=page" if name == page + ".html" else ""}>{label}</a>' for page, label in PAGES[1:])
        heading = title if title == 'Stepwise' else f'{title} – Stepwise'
        text = (f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
                f'<title>{html.escape(heading)}</title>\n<link rel="stylesheet" href="{up}site.css">\n<link rel="icon" href="{up}stepwise.svg">\n</head>\n<body>\n'
                f'<header><nav><a class="name" href="{up}index.html"><img src="{up}stepwise.svg" alt="">Stepwise</a>{links}</nav></header>\n'
                f'<main>\n{body}\n</main>\n</body>\n</html>\n')
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text, encoding='utf-8')

    def all_of(self, tasks):
        """Does tasks side by side, and shows how far they are."""
        with concurrent.futures.ThreadPoolExecutor(self.arguments.jobs) as pool:
            for k, done in enumerate(concurrent.futures.as_completed([pool.submit(*task) for task in tasks])):
                done.result()
                if sys.stderr.isatty():
                    print(f'\r{k + 1} of {len(tasks)}', end='' if k + 1 < len(tasks) else '\n', file=sys.stderr)

    # ---- models and lessons ----

    def model(self, entry):
        name = entry['id']
        self.program('page', name, '--core', '../core.js', '-o', str(self.folder / 'models' / f'{name}.html'))
        if not entry['picture']:
            return
        result = subprocess.run([self.cli, 'run', name, '--quiet', '--view', 'time', '--plot', str(self.folder / 'pictures' / f'{name}.png')], capture_output=True,
                                text=True, check=False, env=self.environment)
        # A model may end with a failure on purpose; its picture shows the part before it.
        entry['picture'] = (self.folder / 'pictures' / f'{name}.png').exists()
        if not entry['picture']:
            print(f'make-site.py: no picture of {name}: {result.stderr.strip()}', file=sys.stderr)

    def models(self):
        entries = json.loads(self.program('list', 'models', '--format', 'json'))
        entries = [dict(entry, picture=True) for entry in chosen(entries, self.arguments.models)]
        for folder in ('models', 'pictures'):
            (self.folder / folder).mkdir()
        self.all_of([(self.model, entry) for entry in entries])
        parts = ['<h1>Models</h1>', f'<p class="lead">{len(entries)} models. Each opens as a page that computes in the browser: change parameters, the method, the '
                 'accuracy or the equations.</p>', '<p><input type="search" aria-label="Search models" placeholder="Search"></p>']
        for category in sorted({entry['category'] for entry in entries}):
            cards = []
            for entry in entries:
                if entry['category'] != category:
                    continue
                picture = f'<img src="pictures/{entry["id"]}.png" alt="" loading="lazy">' if entry['picture'] else ''
                cards.append(f'<a class="card" href="models/{entry["id"]}.html">{picture}<b>{html.escape(entry["name"])}</b><span>{html.escape(entry["summary"])}</span></a>')
            parts.append(f'<section><h2>{html.escape(category)}</h2><div class="grid">{"".join(cards)}</div></section>')
        self.write('models.html', 'Models', '\n'.join(parts) + FILTER)
        return len(entries)

    def lesson(self, name, language):
        ending = '' if language == 'en' else f'.{language}'
        self.program('page', name, '--lesson', '--core', '../core.js', '--language', language, '-o', str(self.folder / 'lessons' / f'{name}{ending}.html'))

    def lessons(self):
        entries = json.loads(self.program('list', 'lessons', '--format', 'json'))
        entries = chosen(entries, self.arguments.lessons)
        (self.folder / 'lessons').mkdir()
        self.all_of([(self.lesson, entry['id'], language) for entry in entries for language in ('en', 'de')])
        chapters = list(dict.fromkeys(entry['chapter'] for entry in entries))
        chapters.sort(key=lambda chapter: (CHAPTERS.index(chapter) if chapter in CHAPTERS else len(CHAPTERS), chapter))
        parts = ['<h1>Lessons</h1>', f'<p class="lead">{len(entries)} lessons. Each asks first: guess a number or draw a curve, and then the run shows the answer.</p>',
                 '<p><input type="search" aria-label="Search lessons" placeholder="Search"></p>']
        for chapter in chapters:
            cards = ''.join(f'<div class="card"><b><a href="lessons/{entry["id"]}.html">{html.escape(entry["title"])}</a></b><span>{html.escape(entry["level"])}, '
                            f'{entry["minutes"]} min, {entry["pages"]} pages</span><div class="languages"><a href="lessons/{entry["id"]}.de.html" lang="de" '
                            f'hreflang="de">Deutsch</a></div></div>' for entry in entries if entry['chapter'] == chapter)
            parts.append(f'<section><h2>{html.escape(chapter.replace("-", " ").capitalize())}</h2><div class="grid">{cards}</div></section>')
        self.write('lessons.html', 'Lessons', '\n'.join(parts) + FILTER)
        return len(entries)

    # ---- texts ----

    def manual(self, name):
        """Writes a manual page. Returns the sentence that says what it is about."""
        source = ROOT / 'data' / name
        if source.exists():
            roff = source.read_text(encoding='utf-8')
        else:
            roff = self.program('--print-man-page' if name == 'stepwise-cli.1' else '--print-model-page')
        body = subprocess.run(['mandoc', '-Thtml', '-Ofragment'], input=roff, capture_output=True, text=True, check=True).stdout
        # Links to pages of the site stay in it; those to other pages are text.
        body = re.sub(r'<a class="Xr"[^>]*>([\w-]+)\((\d)\)</a>',
                      lambda match: f'<a href="{match[1]}.{match[2]}.html">{match[1]}({match[2]})</a>' if f'{match[1]}.{match[2]}' in MANUALS else f'{match[1]}({match[2]})',
                      body)
        self.write(f'help/{name}.html', name, f'<div class="text">{body}</div>', '../')
        about = re.search(r'(?:\\-|\.Nd) ?(.*)', roff)
        return about[1].replace('\\-', '-') if about else ''

    def help(self):
        rows = ''.join(f'<tr><td><a href="help/{name}.html">{name[:-2]}({name[-1]})</a></td><td>{html.escape(self.manual(name))}</td></tr>' for name in MANUALS)
        self.write('help.html', 'Help', '<h1>Help</h1><p class="lead">The manual pages. In the window, F1 opens the help on the focused setting or view, which has a page for '
                                        f'each view, setting, family of methods, study and term.</p><table>{rows}</table>')

    def bench_table(self):
        """Returns a table of the measured times over those of the fastest peer, or a sentence."""
        if self.arguments.bench is None:
            return '<p>This site was made without measurements. <code>./dev bench</code> makes them on your computer.</p>'
        data = json.loads(Path(self.arguments.bench).read_text(encoding='utf-8'))
        errors = sorted({row['error'] for row in data['ratios']}, reverse=True)
        ratios = {(row['problem'], row['error']): row['ratio'] for row in data['ratios']}
        lines = []
        for problem in dict.fromkeys(row['problem'] for row in data['ratios']):
            cells = ''.join(f'<td class="number">{"–" if ratios.get((problem, error)) is None else format(ratios[problem, error], ".2f")}</td>' for error in errors)
            lines.append(f'<tr><td>{html.escape(problem)}</td>{cells}</tr>')
        head = ''.join(f'<th class="number">error {error:.0e}</th>' for error in errors)
        peers = ', '.join(html.escape(label) for peer, label in data['peers'].items() if peer != 'stepwise')
        return (f'<p>Time of the best method of Stepwise divided by that of the best method of all peers, at three true errors; below 1, Stepwise is faster. Peers: {peers}. One '
                f'computer, one run of <code>./dev bench</code>.</p><table><tr><th>problem</th>{head}</tr>{"".join(lines)}</table>')

    def text_page(self, name, title, first, source):
        text = source.read_text(encoding='utf-8')
        # Links of the source tree have no target here.
        text = re.sub(r'\[([^\]]+)\]\((?!https?:)[^)]*\)', r'\1', text)
        body = markdown.markdown(text, extensions=['fenced_code', 'tables', 'sane_lists'])
        self.write(name, title, f'<h1>{title}</h1>{first}<div class="text">{body.replace("<h1>", "<h2>").replace("</h1>", "</h2>")}</div>')

    def install(self):
        readme = (ROOT / 'README.md').read_text(encoding='utf-8')
        begin = readme.index('## Two commands')
        end = readme.index('\n## ', begin + 3)
        section = markdown.markdown(readme[begin:end], extensions=['fenced_code', 'sane_lists'])
        self.write('install.html', 'Install', f'<div class="text"><h1>Install</h1>{section}<h2>Packages of Debian</h2><p><code>./dev package</code> makes packages of the window, '
                                              'the command line, the data, the documentation and the Python package in <code>build-package</code>. Install them with '
                                              '<code>apt-get install ./build-package/*.deb</code>.</p></div>')

    def index(self, n_models, n_lessons):
        readme = (ROOT / 'README.md').read_text(encoding='utf-8')
        about = markdown.markdown(readme.split('\n\n')[1])
        cards = ''.join(f'<a class="card" href="{page}.html"><b>{label}</b><span>{text}</span></a>' for page, label, text in (
            ('models', f'{n_models} models', 'Pages that compute in the browser, with the numerical core of the program.'),
            ('lessons', f'{n_lessons} lessons', 'Ask, guess, and see the run. In English and German.'),
            ('help', 'Help', 'The manual pages of the programs and of their files.'),
            ('benchmarks', 'Benchmarks', 'Compared with GSL, Boost.odeint, CVODE and RADAU5.'),
            ('install', 'Install', 'Two commands on Debian 12.')))
        shots = ''.join(f'<p><img class="shot" src="screenshots/{shot.name}" alt="Screenshot of the window: {shot.stem}"></p>' for shot in
                        sorted((ROOT / 'data' / 'screenshots').glob('*.png'), key=lambda shot: (shot.stem != 'main-light', shot.stem)))
        self.write('index.html', 'Stepwise', f'<h1>Stepwise</h1><div class="text">{about}</div><div class="grid">{cards}</div>{shots}')

    def make(self):
        if self.folder.exists():
            if any(self.folder.iterdir()) and not (self.folder / MARK).exists():
                raise SystemExit(f'make-site.py: {self.folder} is not empty and not a site; choose another folder')
            shutil.rmtree(self.folder)
        self.folder.mkdir(parents=True)
        (self.folder / MARK).touch()
        shutil.copy(HERE / 'site.css', self.folder)
        icon = next((ROOT / 'data' / 'icons').rglob('org.stepwise.Stepwise.svg'))
        shutil.copy(icon, self.folder / 'stepwise.svg')
        shutil.copytree(ROOT / 'data' / 'screenshots', self.folder / 'screenshots')
        # All live pages share the numerical core.
        core = (Path(os.environ['STEPWISE_PAGE_DIR']) / 'stepwise-page-core.gz').read_bytes()
        (self.folder / 'core.js').write_text(f"globalThis.stepwiseCore = '{base64.b64encode(core).decode()}';\n", encoding='ascii')
        n_models, n_lessons = self.models(), self.lessons()
        self.help()
        self.text_page('benchmarks.html', 'Benchmarks', self.bench_table(), ROOT / 'tests' / 'bench' / 'README.md')
        self.install()
        self.index(n_models, n_lessons)


def main():
    parser = argparse.ArgumentParser(description='Writes the site of Stepwise.')
    parser.add_argument('cli')
    parser.add_argument('folder')
    parser.add_argument('--bench', metavar='FILE.json', help='measurements of ./dev bench')
    parser.add_argument('--models', metavar='ID,…', help='only these models')
    parser.add_argument('--lessons', metavar='ID,…', help='only these lessons')
    parser.add_argument('--jobs', type=int, default=os.cpu_count() or 1, metavar='N')
    Site(parser.parse_args()).make()


if __name__ == '__main__':
    main()
