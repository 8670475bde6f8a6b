// Live pages in headless Chromium: from a file, in a sandboxed frame, with strict policies, with hostile texts, and by keyboard and pointer.
//
//   node browser.mjs CHROMIUM STEPWISE_CLI MODELS_FOLDER [--pictures FOLDER] [--models a,b] [--lessons a,b] [--size 390x844]
//
// The exit status is 77 if there is no Chromium. With --models and --lessons the page of each is only opened and compared with the command line.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Browser } from './chromium.mjs';

const [program, cli, folder, ...rest] = process.argv.slice(2);
const option = (name, standard) => {
  const at = rest.indexOf('--' + name);
  return at < 0 ? standard : rest[at + 1];
};
const pictures = option('pictures', '');
if (!program || !fs.existsSync(program)) {
  console.log('Chromium is not installed: skipped');
  process.exit(77);
}
const place = fs.mkdtempSync(path.join(os.tmpdir(), 'stepwise-live-'));
const failures = [];
function check(condition, text) {
  if (condition) return;
  failures.push(text);
  console.log('not ok: ' + text);
}
// Writes a page and returns its path.
function makePage(what, name, ...options) {
  const file = path.join(place, name + '.html');
  execFileSync(cli, ['page', what, '-o', file, '--quiet', ...options], { stdio: ['ignore', 'inherit', 'inherit'] });
  check(fs.statSync(file).size < 2e6, `${name} is smaller than 2 MB`);
  return file;
}
const address = file => 'file://' + file;
// Waits until the core of the page has computed its run. Returns the time of the first plot in ms since the page was opened, or 'still'.
async function ready(tab) {
  await tab.wait('document.documentElement.dataset.computed');
  return tab.evaluate('document.documentElement.dataset.ready');
}
const nothingSaid = (tab, name) => check(tab.messages.length === 0, `${name}: nothing is written to the console: ${tab.messages.join(' | ')}`);
// Returns the statistics that the command line prints.
function native(what, ...options) {
  try {
    return JSON.parse(execFileSync(cli, ['run', what, '--stats', 'json', '--quiet', ...options], { stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch (error) {
    return JSON.parse(error.stdout);
  }
}
const statistics = tab => tab.evaluate('state.run && state.run.status.statistics');
function compareCounts(name, page, theirs) {
  for (const key of ['steps_taken', 'steps_attempted', 'rhs_evaluations', 't', 'largest_step_taken', 'witness_events'])
    check(page && page[key] === theirs[key], `${name}: ${key} is ${theirs[key]}, in the page ${page && page[key]}`);
}

async function testPlain(browser) {
  const file = makePage('van-der-pol', 'van-der-pol');
  const tab = await browser.open(address(file), { requests: true });
  await ready(tab);
  check(await tab.evaluate('state.ask.place') === 'worker', 'a page from a file has a worker');
  compareCounts('van-der-pol', await statistics(tab), native('van-der-pol'));
  check(tab.requests.every(url => /^(file|blob|data):/.test(url)), `the page loads nothing: ${tab.requests.join(' ')}`);
  if (pictures) await tab.screenshot(path.join(pictures, 'desktop.png'));

  // A parameter, by the keyboard.
  await tab.evaluate("document.getElementById('p-mu').focus()");
  const before = (await statistics(tab)).steps_taken;
  for (let k = 0; k < 5; k++) await tab.key('ArrowRight');
  await tab.wait(`state.run.status.statistics.steps_taken !== ${before} && !document.body.classList.contains('stale')`);
  const mu = await tab.evaluate("state.values.get('parameter mu')[2]");
  check(mu > 5, `the arrow key changes mu: ${mu}`);
  await tab.wait(`state.run.status.statistics.steps_taken === ${native('van-der-pol', '--set', `mu=${mu}`).steps_taken}`);

  // The method, and a step size.
  await tab.evaluate("{ const list = document.getElementById('integrator'); list.value = 'runge_kutta4'; list.dispatchEvent(new Event('change')); }");
  await tab.wait("!state.run.status.controls_error && document.querySelector('#step-control label').textContent.startsWith('Step size')");
  await tab.evaluate("{ const list = document.getElementById('integrator'); list.value = 'dop853'; list.dispatchEvent(new Event('change')); }");
  await tab.wait('state.run.status.statistics.integrator === "dop853"');
  compareCounts('dop853', await statistics(tab), native('van-der-pol', '--set', `mu=${mu}`, '--integrator', 'dop853'));

  // The start, by the pointer.
  const box = await tab.evaluate("(() => { const box = document.querySelector('#plot-phase canvas').getBoundingClientRect(), p = state.plots.phase, s = startPoint(); return [box.left + p.x(s[0]), box.top + p.y(s[1])]; })()");
  await tab.drag(box[0], box[1], box[0] + 60, box[1] - 40);
  await tab.wait("state.values.has('initial x') && state.values.has('initial v')");
  const [x, v] = await tab.evaluate("[state.values.get('initial x')[2], state.values.get('initial v')[2]]");
  check(x > 1 && v > 0, `dragging moves the start: ${x}, ${v}`);
  await tab.wait(`state.run.rows[2] === ${x} && state.run.rows[3] === ${v}`);

  // The equations.
  await tab.evaluate("{ document.getElementById('editor').open = true; const text = document.getElementById('model-text'); text.value = text.value.replace('derivative: v,', 'derivative: nonsense,'); document.querySelector('#editor .main').click(); }");
  await tab.wait("document.querySelector('#editor .fault').textContent.includes('nonsense')");
  await tab.evaluate("{ const text = document.getElementById('model-text'); text.value = text.value.replace('derivative: nonsense,', 'derivative: 2*v,'); document.querySelector('#editor .main').click(); }");
  await tab.wait("state.text.includes('2*v') && state.run && state.run.rows.length > 0");

  // Playing, one step, the table and the summaries.
  await tab.evaluate("document.activeElement.blur()");
  await tab.key('Home');
  await tab.wait('state.now === state.run.status.start');
  await tab.key('.');
  await tab.wait('state.now > state.run.status.start');
  await tab.evaluate("document.getElementById('data').open = true");
  await tab.wait("document.querySelectorAll('#data-table tbody tr').length > 100");
  check((await tab.evaluate("document.querySelector('#plot-time canvas').getAttribute('aria-label')")).includes('between'), 'the plot over time has a summary');
  check(await tab.evaluate("[...document.querySelectorAll('button, input, select, textarea, canvas')].filter(e => !e.hidden && e.closest('[hidden]') === null).every(e => e.getAttribute('aria-label') || e.labels?.length || e.textContent.trim())"), 'every control has a name');
  nothingSaid(tab, 'van-der-pol');
  await tab.close();
  return file;
}

// The answers of the core that a page contains are those that its core gives.
async function testStored(browser) {
  const times = [];
  for (const [name, ...options] of [['van-der-pol'], ['lorenz', '--set', 'rho=20', '--end', '15'], ['bouncing-ball'], ['brusselator', '--integrator', 'dop853'], ['robertson', '--initial', 'y1=0.5'], ['medical-akzo'], ['beam']]) {
    const tab = await browser.open(address(makePage(name, 'stored', ...options)));
    times.push(Number(await ready(tab)));
    const text = await tab.evaluate(`(async () => {
      const stored = JSON.parse(document.getElementById('page-first').textContent), given = { values: pageData.values, settings: [] };
      const model = (await state.ask({ type: 'open', text: pageData.model.text, file: pageData.model.file, changes: given })).model;
      const drawn = readRun(stored.run), { run } = state, wrong = [];
      if (run.stored || !drawn.stored) wrong.push('the stored run stays');
      if (JSON.stringify(model) !== JSON.stringify(stored.model)) wrong.push('model');
      for (const [key, value] of Object.entries(stored.run.status.statistics)) if (run.status.statistics[key] !== value) wrong.push(key);
      for (const key of ['reason', 't', 'start', 'end', 'columns', 'attempts', 'events', 'controls_error']) if (run.status[key] !== stored.run.status[key]) wrong.push(key);
      const compare = (what, ours, theirs, sizes, every, used) => {
        if (ours.length !== theirs.length) wrong.push(what + ': ' + ours.length + ' and ' + theirs.length);
        else if (ours.some((value, k) => k % every < used && !(Math.abs(value - theirs[k]) <= 1e-7 * sizes[k % every]) && !Object.is(value, theirs[k]))) wrong.push(what);
      };
      const kept = new Set([-2, -1, ...stored.run.columns]), shown = [...shownColumns().map(entry => entry.column), state.phase.x, state.phase.y];
      if (!shown.every(column => kept.has(column))) wrong.push('a column that is shown is not stored: ' + shown);
      for (let k = 0; k < drawn.rows.length; k++)
        if (!kept.has(k % run.size - 2)) drawn.rows[k] = Number.isNaN(drawn.rows[k]) ? run.rows[k] : NaN;
      const ranges = Array.from({ length: run.size }, (unused, i) => {
        const column = run.rows.filter((value, k) => k % run.size === i && Number.isFinite(value));
        return i === 1 ? 0 : Math.max(...column) - Math.min(...column);
      });
      compare('rows', drawn.rows, run.rows, ranges, run.size, run.size);
      const length = run.status.end - run.status.start;
      compare('attempts', drawn.attempts, run.attempts, [length, length, Math.max(...run.attempts.filter((v, k) => k % 8 === 2 && Number.isFinite(v))), 0, 0], 8, 5);
      compare('events', drawn.events, run.events, [0, 0], 4, 2);
      return wrong.join(', ');
    })()`);
    check(text === '', `${name}: the stored answers are those of the core: ${text}`);
    check(await tab.evaluate("document.getElementById('page-first').compareDocumentPosition(document.getElementById('still')) & Node.DOCUMENT_POSITION_FOLLOWING"), `${name}: the picture comes after the stored run`);
    nothingSaid(tab, name);
    await tab.close();
  }
  console.log(`first plot after ${times.sort((a, b) => a - b)[times.length >> 1]} ms, the median of ${times.length} pages`);

  // The core shows a plot, too, if the address has other values, and if somebody has changed the text of the page.
  const file = makePage('van-der-pol', 'changed'), text = fs.readFileSync(file, 'utf8');
  const drawn = 'window.drawn = []; { const show = showRun; showRun = () => { drawn.push(Boolean(state.run.stored)); show(); }; }';
  fs.writeFileSync(file, text.replace('\nstartPage();', `\n${drawn}\nstartPage();`));
  const edited = path.join(place, 'edited.html');
  fs.writeFileSync(edited, fs.readFileSync(file, 'utf8').replace('derivative: v,', 'derivative: v*1,'));
  for (const [page, name, expected] of [[address(file), 'same', 'true,false'], [address(file) + '#parameter.mu=3', 'address', 'false'], [address(edited), 'edited', 'false']]) {
    const tab = await browser.open(page);
    await ready(tab);
    check((await tab.evaluate('drawn.join()')) === expected, `${name}: the stored run is drawn where it is the run of the page: ${await tab.evaluate('drawn.join()')}`);
    await tab.close();
  }

  // A change before the core runs is not lost.
  const early = path.join(place, 'early.html');
  fs.writeFileSync(early, text.replace('\nstartPage();', "\nstartPage();\nsetTimeout(() => setValue('parameter', 'mu', 3), 0);"));
  const tab = await browser.open(address(early));
  await ready(tab);
  await tab.wait(`state.run.status.statistics.steps_taken === ${native('van-der-pol', '--set', 'mu=3').steps_taken} && !document.body.classList.contains('stale')`);
  nothingSaid(tab, 'early');
  await tab.close();
}

// A page that takes the core from a script beside it, as those of a site do.
async function testShared(browser, file) {
  const alone = fs.readFileSync(file, 'utf8'), shared = makePage('van-der-pol', 'shared core', '--core', 'the%20core.js');
  fs.writeFileSync(path.join(place, 'the core.js'), `globalThis.stepwiseCore = '${/id="core-module">([^<]*)</.exec(alone)[1]}';`);
  check(fs.statSync(shared).size < 0.6 * fs.statSync(file).size, 'a page that shares the core is smaller');
  const tab = await browser.open(address(encodeURI(shared)));
  await ready(tab);
  compareCounts('shared core', await statistics(tab), native('van-der-pol'));
  nothingSaid(tab, 'shared core');
  await tab.close();
}

async function testLooks(browser, file) {
  for (const [name, options] of [['phone', { width: 390, height: 844 }], ['dark', { dark: true }], ['german', { language: 'de' }], ['phone-dark', { width: 390, height: 844, dark: true, language: 'de' }]]) {
    const tab = await browser.open(address(file), options);
    await ready(tab);
    check(await tab.evaluate('Math.max(innerWidth, document.documentElement.scrollWidth)') <= (options.width || 1280), `${name}: nothing is wider than the window`);
    check(await tab.evaluate('state.run !== null'), `${name}: the page computes`);
    if (options.language === 'de') check((await tab.evaluate("document.getElementById('say').textContent")).includes('Schritte'), `${name}: the page is in German`);
    if (pictures) await tab.screenshot(path.join(pictures, name + '.png'));
    nothingSaid(tab, name);
    await tab.close();
  }
  // Long names of quantities do not widen a page.
  const tab = await browser.open(address(makePage('same-tolerance', 'same-tolerance', '--lesson')), { width: 390, height: 844 });
  await ready(tab);
  check(await tab.evaluate('Math.max(innerWidth, document.documentElement.scrollWidth)') <= 390, 'long names: nothing is wider than the window');
  await tab.close();
}

async function testPlaces(browser, file) {
  // A frame of a course system: another origin, scripts allowed.
  const frame = path.join(place, 'frame.html');
  fs.writeFileSync(frame, `<!DOCTYPE html><title>frame</title><iframe sandbox="allow-scripts" src="${path.basename(file)}" style="width:1000px;height:700px"></iframe><script>addEventListener('message', event => { window.heard = event.data; });</script>`);
  const copy = path.join(place, 'framed.html');
  fs.writeFileSync(copy, fs.readFileSync(file, 'utf8').replace('</body>', "<script>new MutationObserver(() => { const ready = document.documentElement.dataset.computed; if (ready) parent.postMessage([ready, state.ask && state.ask.place, state.run && state.run.status.statistics.steps_taken], '*'); }).observe(document.documentElement, { attributes: true });</script></body>"));
  fs.writeFileSync(frame, fs.readFileSync(frame, 'utf8').replace(path.basename(file), 'framed.html'));
  const tab = await browser.open(address(frame));
  await tab.wait('window.heard');
  const heard = await tab.evaluate('window.heard');
  check(heard[2] === native('van-der-pol').steps_taken, `a sandboxed frame computes: ${heard}`);
  nothingSaid(tab, 'frame');
  await tab.close();

  // Stricter policies: without a worker the page computes on its own thread, without WebAssembly it shows the stored picture.
  const text = fs.readFileSync(file, 'utf8');
  for (const [name, from, to, expected] of [['no-worker', 'worker-src blob:', "worker-src 'none'", 'page'], ['no-wasm', "'wasm-unsafe-eval'", '', 'still']]) {
    const strict = path.join(place, name + '.html');
    fs.writeFileSync(strict, text.replace(from, to));
    const other = await browser.open(address(strict));
    const state = await ready(other);
    if (expected === 'page') {
      check(await other.evaluate('state.ask.place') === 'page', `${name}: the page computes on its own thread`);
      compareCounts(name, await statistics(other), native('van-der-pol'));
    } else {
      check(state === 'still', `${name}: the page shows the stored picture`);
      check(await other.evaluate("document.querySelector('#still img').naturalWidth > 100 && document.querySelector('#still p').textContent.length > 20"), `${name}: with a picture and a sentence`);
    }
    await other.close();
  }
  // No scripts at all.
  const silent = path.join(place, 'no-script.html');
  fs.writeFileSync(silent, text.replace("script-src 'unsafe-inline' 'wasm-unsafe-eval'", "script-src 'none'"));
  const tabless = await browser.open(address(silent));
  await tabless.wait("document.querySelector('#still img') && document.querySelector('#still img').naturalWidth > 100");
  await tabless.close();
}

async function testHostile(browser) {
  const bad = '</script><script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">\u2028]]>&lt;';
  const quoted = JSON.stringify(bad);
  const model = path.join(place, 'hostile.yaml');
  fs.writeFileSync(model, `format: 1\nname: ${quoted}\nsummary: ${quoted}\nsource: ${quoted}\ntime: {start: 0, end: 5, unit: ${quoted}}\nparameters:\n  a: {value: 1, range: [0, 2], unit: ${quoted}, about: ${quoted}}\n`
    + `states:\n  x: {initial: 1, derivative: -a*x, unit: ${quoted}, about: ${quoted}}\n  y: {initial: 1, derivative: x}\nevents:\n  half: {crossing: x - 0.5, about: ${quoted}}\nplots:\n  - {type: time, show: [x], title: ${quoted}}\n`);
  const tab = await browser.open(address(makePage(model, 'hostile')));
  await ready(tab);
  await tab.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true; })");
  await tab.evaluate("{ const text = document.getElementById('model-text'); text.value = text.value.replace('-a*x', '-a*<img src=x onerror=hacked=3>'); document.querySelector('#editor .main').click(); }");
  await tab.wait("document.querySelector('#editor .fault').textContent !== ''");
  check(await tab.evaluate("window.hacked === undefined && document.querySelector('main img, header img') === null"), 'a hostile model runs no script');
  check((await tab.evaluate("document.getElementById('title').textContent")).includes('</script>'), 'a hostile name is shown as text');
  nothingSaid(tab, 'hostile');
  await tab.close();
}

// Points inside the steps of dop853 need evaluations, which the page must not count.
async function testCounts(browser) {
  const tab = await browser.open(address(makePage('brusselator', 'counts', '--integrator', 'dop853')));
  await ready(tab);
  compareCounts('counts', await statistics(tab), native('brusselator', '--integrator', 'dop853'));
  check(await tab.evaluate('state.run.rows.length / state.run.size > 3 * state.run.status.statistics.steps_taken'), 'the curve has points inside the steps');
  nothingSaid(tab, 'counts');
  await tab.close();
}

async function testFailure(browser) {
  const model = path.join(place, 'blow-up.yaml');
  fs.writeFileSync(model, 'format: 1\nname: Blow-up\ntime: {start: 0, end: 2}\nstates:\n  x: {initial: 1, derivative: x^2}\n');
  const tab = await browser.open(address(makePage(model, 'blow-up')));
  await ready(tab);
  const status = await tab.evaluate('state.run.status');
  check(status.reason === 'failed' && (await tab.evaluate("document.getElementById('say').textContent")).includes(status.message), 'a failed run says why it ended');
  nothingSaid(tab, 'blow-up');
  await tab.close();
  const german = await browser.open(address(path.join(place, 'blow-up.html')), { language: 'de' });
  await ready(german);
  check((await german.evaluate('state.run.status.message')) !== status.message, 'the core of a German page says it in German');
  await german.close();
}

async function testLesson(browser) {
  const file = makePage('along-the-line', 'lesson', '--lesson');
  const tab = await browser.open(address(file));
  await ready(tab);
  check(await tab.evaluate('state.run === null'), 'a page that asks shows no run before Reveal');
  if (pictures) await tab.screenshot(path.join(pictures, 'lesson.png'));
  check((await tab.evaluate("document.querySelector('#lesson .question').textContent")).length > 10, 'a lesson asks');
  await tab.evaluate("document.querySelector('#lesson input[type=radio]').click()");
  await tab.evaluate("document.getElementById('lesson-reveal').click()");
  await tab.wait("document.querySelector('#lesson .verdict') && document.querySelector('#lesson .verdict').textContent !== ''");
  for (let k = 0; k < 5; k++) {
    await tab.evaluate("document.getElementById('lesson-next').click()");
    await tab.wait("!document.body.classList.contains('stale')");
    await tab.evaluate("document.getElementById('lesson-reveal') && document.getElementById('lesson-reveal').click()");
    await new Promise(resolve => { setTimeout(resolve, 300); });
    check(!(await tab.evaluate("[...document.querySelectorAll('#lesson .check')].some(e => e.classList.contains('wrong'))")), `page ${k + 2} of the lesson agrees with its numbers`);
  }
  if (pictures) await tab.screenshot(path.join(pictures, 'lesson-revealed.png'));
  nothingSaid(tab, 'lesson');
  await tab.close();
}

// Opens the pages of many models or lessons.
async function testMany(browser, names, isLesson) {
  for (const name of names) {
    const [width, height] = option('size', '1280x800').split('x').map(Number);
    const tab = await browser.open(address(makePage(name, name, ...(isLesson ? ['--lesson'] : []))), { width, height });
    const time = await ready(tab);
    check(await tab.evaluate('Math.max(innerWidth, document.documentElement.scrollWidth)') <= width, `${name}: nothing is wider than the window`);
    if (isLesson) {
      const n = await tab.evaluate('pageData.lesson.pages.length');
      let notes = '';
      for (let k = 0; k < n; k++) {
        await tab.evaluate("document.getElementById('lesson-reveal') && document.getElementById('lesson-reveal').click()");
        await tab.wait("asked >= 0 && !document.body.classList.contains('stale')", 60);
        await new Promise(resolve => { setTimeout(resolve, 400); });
        await tab.wait("!document.body.classList.contains('stale')", 60);
        const note = await tab.evaluate("[...document.querySelectorAll('#lesson .check')].map(e => (e.classList.contains('wrong') ? 'WRONG ' : '') + e.textContent).join('')");
        const fault = await tab.evaluate("document.getElementById('fault').textContent");
        check(!note.startsWith('WRONG') && fault === '', `${name}, page ${k + 1}: ${note} ${fault}`);
        notes += note ? '+' : '.';
        await tab.evaluate("document.getElementById('lesson-next').click()");
      }
      console.log(`${name}: ${n} pages ${notes}, ready after ${time} ms`);
    } else {
      compareCounts(name, await statistics(tab), native(name));
      console.log(`${name}: ready after ${time} ms`);
    }
    if (pictures) await tab.screenshot(path.join(pictures, name + '.png'));
    nothingSaid(tab, name);
    await tab.close();
  }
}

const browser = new Browser(program);
try {
  const models = option('models', ''), lessons = option('lessons', '');
  if (models || lessons) {
    await testMany(browser, models ? models.split(',') : [], false);
    await testMany(browser, lessons ? lessons.split(',') : [], true);
  } else {
    const file = await testPlain(browser);
    await testStored(browser);
    await testLooks(browser, file);
    await testShared(browser, file);
    await testPlaces(browser, file);
    await testHostile(browser);
    await testCounts(browser);
    await testFailure(browser);
    await testLesson(browser);
  }
} catch (error) {
  check(false, String(error.stack || error));
} finally {
  await browser.close();
  fs.rmSync(place, { recursive: true, force: true });
}
console.log(failures.length === 0 ? 'ok' : `${failures.length} failures`);
process.exit(failures.length === 0 ? 0 : 1);
