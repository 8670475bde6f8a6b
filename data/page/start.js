// Starts the runner of a page: in a worker, else on the page's own thread in short slices, else not at all.
'use strict';

// Returns a promise of a function `ask (request, progress)`, which returns a promise of the answer. Rejects if nothing can run here. `ask.place` is
// 'worker' or 'page'.
async function startRunner(translations, files) {
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
    const ask = (request, progress) => new Promise(resolve => {
      const id = ++last;
      // A later run ends the one before it, which then has no answer.
      if (request.type === 'run')
        for (const [key, entry] of waiting)
          if (entry.type === 'run') {
            waiting.delete(key);
            entry.resolve(null);
          }
      waiting.set(id, { resolve, progress, type: request.type });
      post({ ...request, id, slice: place === 'worker' ? 30 : 10 });
    });
    ask.place = place;
    return ask;
  };

  const starting = startWorker(receive);
  const module = await readModule();
  performance.mark('stepwise-module');
  const first = { type: 'start', module, translations, files };
  const viaWorker = await starting;
  if (viaWorker) {
    const ask = makeAsk(request => viaWorker.postMessage(request), 'worker');
    const answer = await Promise.race([ask(first), viaWorker.failed]);
    if (answer && answer.type === 'started') return ask;
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
  const answer = await ask(first);
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
// Unpacks and compiles the module that the page contains, or that a script beside the page has set.
async function readModule() {
  const bytes = readBase64(globalThis.stepwiseCore || document.getElementById('core-module').textContent.trim());
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  // The module is compiled while it is unpacked.
  return WebAssembly.compileStreaming(new Response(stream, { headers: { 'Content-Type': 'application/wasm' } }));
}

// Returns a worker, or null if the page may not have one.
async function startWorker(receive) {
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
