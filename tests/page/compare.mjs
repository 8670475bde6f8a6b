// Compares runs of the core for live pages with those of stepwise-cli: states at the end, discrete states, counters and times of events, bit for bit.
//
//   node compare.mjs MODULE CORE_JS STEPWISE_CLI MODELS_FOLDER [--methods a,b] [--models a,b] [--every N]
//
// With --every only each N-th model is compared. A run that the command line refuses must be refused by the page, too.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const [moduleFile, coreFile, cli, folder, ...rest] = process.argv.slice(2);
const option = (name, standard) => {
  const at = rest.indexOf('--' + name);
  return at < 0 ? standard : rest[at + 1];
};
// The last method is a text of a tableau.
const methods = [...option('methods', '').split(','), '{format: 1, name: Ralston, A: [[], [1/2], [0, 3/4]], b: [2/9, 1/3, 4/9]}'];
const chosen = option('models', '');
const every = Number(option('every', '1'));
const makeCore = new Function(fs.readFileSync(coreFile, 'utf8') + ';return makeCore;')();
const module = new WebAssembly.Module(fs.readFileSync(moduleFile));
const run = promisify(execFile);
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'stepwise-page-'));
// Runs with more attempts are cut on both sides, so that no run takes minutes.
const stepLimit = '20000';
// Counters that depend on the clock, or that are texts.
const notCompared = /wall|realtime|message|version|warnings/;
// Both are parts of one run of the program, which write the same numbers.
const counters = text => Object.entries(JSON.parse(text)).filter(([key]) => !notCompared.test(key));

function modelFiles() {
  const files = [];
  for (const group of fs.readdirSync(folder).sort())
    if (group !== 'lessons' && group !== 'tableaus' && group !== 'studies' && fs.statSync(path.join(folder, group)).isDirectory())
      for (const name of fs.readdirSync(path.join(folder, group)).sort())
        if (name.endsWith('.yaml')) files.push(path.join(folder, group, name));
  return files.filter((file, k) => (chosen === '' ? k % every === 0 : chosen.split(',').includes(path.basename(file, '.yaml'))));
}

// Reads the lines "name value" of --final.
function readFinal(text) {
  return text.trim().split('\n').map(line => {
    const at = line.lastIndexOf(' ');
    return [line.slice(0, at), Number(line.slice(at + 1))];
  });
}

async function native(file, method, k) {
  const stats = path.join(scratch, k + '.json');
  const events = path.join(scratch, k + '.csv');
  // A file of an earlier method must not be taken for that of this run.
  fs.rmSync(stats, { force: true });
  const words = ['run', file, '--final', '--quiet', '--stats', 'json:' + stats, '--events', events, '--step-limit', stepLimit];
  if (method !== '') words.push('--integrator', method);
  try {
    const result = await run(cli, words, { maxBuffer: 1 << 26, timeout: 300000 });
    return { final: readFinal(result.stdout), stats: fs.readFileSync(stats, 'utf8'), events: fs.readFileSync(events, 'utf8') };
  } catch (error) {
    if (fs.existsSync(stats)) {
      return { final: readFinal(error.stdout), stats: fs.readFileSync(stats, 'utf8'), events: '' };
    }
    return { refused: error.stderr };
  }
}

function page(file, method) {
  const core = makeCore(module, {});
  const refused = core.open(fs.readFileSync(file, 'utf8'), path.basename(file)) || core.setting('step_limit', stepLimit)
    || (method !== '' && core.setting('integrator', method));
  if (refused) return { refused };
  const described = core.describe();
  const failed = core.begin(0, 1e8, 1e6);
  if (failed) return { refused: failed };
  while (core.advance(1000));
  const status = core.status();
  const columns = described.columns.filter(column => column.type === 'state' || column.type === 'discrete');
  return { status, columns, events: core.events(status.events), final: core.final(described.x.length + described.d.length) };
}

const bits = value => new BigUint64Array(new Float64Array([value]).buffer)[0];
const same = (a, b) => bits(a) === bits(b) || (Number.isNaN(a) && Number.isNaN(b));

function differences(theirs, ours) {
  const found = [];
  if (theirs.refused !== undefined || ours.refused !== undefined) {
    if ((theirs.refused === undefined) !== (ours.refused === undefined)) found.push('refused by one: ' + (theirs.refused || ours.refused));
    return found;
  }
  const final = new Map(theirs.final);
  if (!same(final.get('t'), ours.status.t)) found.push('t');
  ours.columns.forEach(column => {
    const index = column.type === 'state' ? column.index : ours.final.length - ours.columns.filter(other => other.type === 'discrete').length + column.index;
    if (!same(final.get(column.name), ours.final[index])) found.push(`${column.name}: ${final.get(column.name)} and ${ours.final[index]}`);
  });
  for (const [key, value] of counters(theirs.stats)) {
    const other = ours.status.statistics[key];
    if (typeof value === 'number' ? !same(value, other) : value !== other) found.push(`${key}: ${value} and ${other}`);
  }
  const rows = theirs.events.trim().split('\n').slice(1).filter(line => line !== '');
  if (theirs.events !== '' && rows.length * 4 !== ours.events.length) found.push(`${rows.length} and ${ours.events.length / 4} events`);
  rows.forEach((line, k) => {
    if (!same(Number(line.split(',')[0]), ours.events[4 * k])) found.push('time of event ' + k);
  });
  return found;
}

let compared = 0, refused = 0, different = 0;
const files = modelFiles();
for (const method of methods) {
  // One model suffices for the text of a tableau.
  for (let k = 0; k < (method.startsWith('{') ? 1 : files.length); k++) {
    const theirs = await native(files[k], method, k);
    const ours = page(files[k], method);
    const found = differences(theirs, ours);
    compared++;
    if (theirs.refused !== undefined) refused++;
    if (found.length > 0) {
      different++;
      console.log(`${path.basename(files[k], '.yaml')} ${method || 'default'}: ${found.slice(0, 4).join('; ')}`);
    }
  }
}
fs.rmSync(scratch, { recursive: true });
console.log(`${compared} runs compared, ${refused} refused by both, ${different} differ`);
process.exit(different > 0 || compared === 0 ? 1 : 0);
