// Carries out the requests of a page with the core, in a worker or on the page's own thread. A request has an id, and the answer the same id.
//
//   {id, type: 'start', packed, translations, files}   → {id, type: 'started'} or {id, type: 'fault', message}; packed: the bytes of the module in gzip
//   {id, type: 'open', text, file, extension, changes}                   → {id, type: 'opened', model} or {id, type: 'fault', message}
//   {id, type: 'run', changes, points}                 → {id, type: 'progress', t} from time to time, then {id, type: 'ran', run}, or 'fault'
//   {id, type: 'field', changes, x, y, points}         → {id, type: 'field', rates}
//
// changes: {values: [[table, name, number], …], settings: [[key, text], …]}. A later request 'run' ends the run before it.
'use strict';

// Numbers that a run may store, and its attempts: 128 MB and 64 MB.
const MOST_VALUES = 16e6;
const MOST_ATTEMPTS = 1e6;

function makeRunner(send, later) {
  let core = null;
  let start = null;
  let opened = null;
  let current = 0;

  const unpack = packed => {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    // The module is compiled while it is unpacked.
    return WebAssembly.compileStreaming(new Response(stream, { headers: { 'Content-Type': 'application/wasm' } }));
  };
  const makeNew = () => {
    core = makeCore(start.module, start.translations);
    for (const [path, text] of Object.entries(start.files || {})) core.addFile(path, text);
  };
  // Applies values and settings to a core without any. Returns '' or the first error.
  const apply = changes => {
    core.reset();
    for (const [table, name, value] of changes.values) {
      const error = core.set(table, name, value);
      if (error) return error;
    }
    for (const [key, text] of changes.settings) {
      const error = core.setting(key, text);
      if (error) return error;
    }
    return '';
  };
  const answerOpen = request => {
    const message = core.open(request.text, request.file, request.extension);
    if (message) return { type: 'fault', message };
    opened = request;
    // Constants decide how many states a model has.
    const error = request.changes ? apply(request.changes) : '';
    if (error) return { type: 'fault', message: error };
    return { type: 'opened', model: core.describe() };
  };
  const result = () => {
    const status = core.status();
    return {
      status, size: status.columns + 2,
      rows: core.rows(status.rows, status.columns + 2),
      attempts: core.attempts(status.attempts),
      events: core.events(status.events),
    };
  };
  // Some methods need evaluations for points inside the steps. `whole` is the run with such points; it is then repeated without them, with the same steps,
  // so that the page has the counts of the program.
  const advance = (request, slice, whole) => {
    if (request.id !== current) return;
    guard(request, () => {
      if (!core.advance(slice)) {
        if (whole) return { type: 'ran', run: { ...whole, status: { ...whole.status, statistics: core.status().statistics } } };
        const run = result();
        if (run.status.dense_evaluations === 0 || run.status.reason === 'cut' || core.begin(0, MOST_VALUES, MOST_ATTEMPTS)) return { type: 'ran', run };
        later(() => advance(request, slice, run));
        return null;
      }
      send({ id: request.id, type: 'progress' });
      later(() => advance(request, slice, whole));
      return null;
    });
  };
  // Calls a function that returns an answer or null. After a failure of the core a new one is made, so that the next request can be carried out.
  const guard = (request, func) => {
    let answer;
    try {
      answer = func();
    } catch (error) {
      answer = { type: 'fault', message: String(error.message || error), failed: true };
      core = null;
    }
    if (answer) send({ id: request.id, ...answer });
  };

  return request => guard(request, () => {
    if (request.type === 'start') {
      unpack(request.packed).then(module => guard(request, () => {
        start = { module, translations: request.translations, files: request.files };
        makeNew();
        return { type: 'started' };
      }), error => send({ id: request.id, type: 'fault', message: String(error.message || error) }));
      return null;
    }
    if (!core) {
      makeNew();
      if (opened && request.type !== 'open') core.open(opened.text, opened.file, opened.extension);
    }
    if (request.type === 'open') {
      const answer = answerOpen(request);
      if (answer.model) opened.model = answer.model;
      return answer;
    }
    const error = apply(request.changes);
    if (request.type === 'field') return { type: 'field', rates: error ? null : core.field(request.x, request.y, request.points) };
    current = request.id;
    const refused = error || core.begin(request.points, MOST_VALUES, MOST_ATTEMPTS);
    if (refused) return { type: 'fault', message: refused };
    later(() => advance(request, request.slice, null));
    return null;
  });
}
