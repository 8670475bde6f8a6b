// Starts the runner of a page: in a worker, else on the page's own thread in short slices, else not at all. Until it runs, stored answers of the core answer
// the first requests.
'use strict';

// A promise that the whole page is read: the core is its last part.
const pageIsRead = document.readyState === 'loading' ? new Promise(resolve => { document.addEventListener('DOMContentLoaded', resolve); }) : Promise.resolve();

// Returns a promise of a function `ask (request, progress)`, which returns a promise of the answer. Rejects if nothing can run here. `ask.place` is
// 'worker' or 'page'.
async function startRunner(readTranslations, files) {
  if (typeof WebAssembly !== 'object' || typeof DecompressionStream !== 'function') throw new Error('no WebAssembly');
  const waiting = new Map();
  let last = 0;
  const receive = answer => {
    const entry = waiting.get(answer.id);
    if (!entry) return;
    if (answer.type === 'progress') {
      if (entry.progress) entry.progress();
      return;
    }
    waiting.delete(answer.id);
    entry.resolve(answer);
  };
  const makeAsk = (post, place) => {
    const ask = (request, progress, parts) => new Promise(resolve => {
      const id = ++last;
      // A later run ends the one before it, which then has no answer.
      if (request.type === 'run')
        for (const [key, entry] of waiting)
          if (entry.type === 'run') {
            waiting.delete(key);
            entry.resolve(null);
          }
      waiting.set(id, { resolve, progress, type: request.type });
      post({ ...request, id, slice: place === 'worker' ? 30 : 10 }, parts || []);
    });
    ask.place = place;
    return ask;
  };

  const viaWorker = startWorker(receive);
  await pageIsRead;
  const first = { type: 'start', translations: readTranslations(), files };
  if (viaWorker) {
    const ask = makeAsk((request, parts) => viaWorker.postMessage(request, parts), 'worker');
    const packed = readPacked();
    const answer = await Promise.race([ask({ ...first, packed }, null, [packed.buffer]), viaWorker.failed]);
    if (answer && answer.type === 'started') return ask;
    viaWorker.terminate();
  }
  const channel = new MessageChannel();
  const jobs = [];
  channel.port1.onmessage = () => { jobs.shift()(); };
  const later = func => {
    jobs.push(func);
    channel.port2.postMessage(0);
  };
  const run = makeRunner(receive, later);
  const ask = makeAsk(request => later(() => run(request)), 'page');
  const answer = await ask({ ...first, packed: readPacked() });
  if (answer.type !== 'started') throw new Error(answer.message);
  return ask;
}

function readBase64(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  return bytes;
}
// Returns the packed module that the page contains, or that a script beside the page has set.
function readPacked() {
  return readBase64(globalThis.stepwiseCore || document.getElementById('core-module').textContent);
}

// Returns a worker, or null if the page may not have one.
function startWorker(receive) {
  const source = ['core', 'runner', 'worker'].map(name => document.getElementById('script-' + name).textContent).join('\n');
  try {
    const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    const worker = new Worker(address);
    worker.failed = new Promise(resolve => {
      worker.onerror = event => {
        event.preventDefault();
        resolve(null);
      };
    });
    worker.onmessage = event => receive(event.data);
    return worker;
  } catch (error) {
    return null;
  }
}

// ---- stored answers ----

// Returns the check sum of a request, as page-first.c computes it: of the text of the model, values and settings.
function checkSum(text, extension, { values, settings }) {
  const encoder = new TextEncoder();
  let sum = 0x811c9dc5;
  const addBytes = bytes => { for (let k = 0; k < bytes.length; k++) sum = Math.imul(sum ^ bytes[k], 0x01000193); };
  const addText = word => addBytes(encoder.encode(word + '\0'));
  addText(text);
  addText(extension || '');
  for (const [table, name, value] of values) {
    addText(table);
    addText(name);
    addBytes(new Uint8Array(new Float64Array([value]).buffer));
  }
  for (const [key, word] of settings) {
    addText(key);
    addText(word);
  }
  return sum >>> 0;
}

// Returns a stored run in the form in which the runner gives a run. Numbers have the precision of a drawing, and columns that are not stored are NaN.
function readRun({ columns, offsets, rows, attempts, events, status }) {
  const size = status.columns + 2, width = offsets.length, packed = readBase64(rows), n = packed.length / (4 * width + 1);
  const numbers = new Float32Array(packed.buffer, 0, n * width), flags = packed.subarray(4 * n * width);
  const run = { status, size, stored: true, rows: new Float64Array(n * size).fill(NaN), events: new Float64Array(2 * events.length) };
  for (let k = 0; k < n; k++) {
    run.rows[k * size] = offsets[0] + numbers[k * width];
    run.rows[k * size + 1] = flags[k];
    for (let i = 1; i < width; i++) run.rows[k * size + 2 + columns[i - 1]] = offsets[i] + numbers[k * width + i];
  }
  const some = new Float32Array(readBase64(attempts).buffer), stored = 5, all = 8;
  run.attempts = new Float64Array(all * some.length / stored);
  for (let k = 0; k < some.length; k++) run.attempts[all * Math.floor(k / stored) + k % stored] = (k % stored === 0 ? status.start : 0) + some[k];
  for (let k = 0; k < events.length; k++) run.events[4 * (k >> 1) + (k & 1)] = events[k];
  return run;
}

// Returns a function `ask` whose first requests are answered by stored answers of the core, if they ask for the same. Others wait for the core. `starting` is
// the promise of startRunner.
function askFirst(starting, first) {
  let opened = null, core = null;
  const running = starting.then(async started => {
    if (opened) {
      const answer = await started(opened);
      if (answer.type === 'fault') throw new Error(answer.message);
    }
    core = started;
    ask.place = started.place;
    return started;
  });
  running.catch(() => {});
  const ask = async (request, progress) => {
    if (!core && request.type === 'open' && request.changes && checkSum(request.text, request.extension, { ...request.changes, settings: [] }) === first.identity) {
      opened = request;
      return { type: 'opened', model: first.model, stored: Boolean(first.run) };
    }
    if (!core && request.type === 'run' && opened && first.run && first.run.status && checkSum(opened.text, opened.extension, request.changes) === first.run.identity)
      return { type: 'ran', run: readRun(first.run) };
    return (await running)(request, progress);
  };
  ask.running = running;
  return ask;
}
