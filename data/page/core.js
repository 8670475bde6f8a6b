// The numerical core of Stepwise in a page: loads the WebAssembly module and calls its functions (src/page/core/page-core.h). The file is used
// in the page, in its worker and in tests; it refers to nothing of a browser.
'use strict';

// Makes a core from the bytes of the module or from a compiled module. `translations` maps messages to their translation, or to [one, many].
// Calls of a core that has failed throw an error; a new core must then be made.
function makeCore(module, translations) {
  let failure = null;
  let memory = null;
  const text = new TextDecoder();
  const encoder = new TextEncoder();

  const readText = pointer => {
    const bytes = new Uint8Array(memory.buffer, pointer);
    return text.decode(bytes.subarray(0, bytes.indexOf(0)));
  };
  // The module asks for the clock and writes no files; all other calls of the system fail with "bad file descriptor".
  const system = new Proxy({
    clock_time_get(clock, precision, place) {
      const now = typeof performance === 'undefined' ? Date.now() : performance.now();
      new DataView(memory.buffer).setBigUint64(place, BigInt(Math.round(now * 1e6)), true);
      return 0;
    },
    proc_exit(code) {
      throw new Error('exit ' + code);
    },
  }, { get: (target, name) => target[name] || (() => 8) });
  const imports = {};
  for (const entry of WebAssembly.Module.imports(module)) {
    imports[entry.module] = imports[entry.module] || {};
    imports[entry.module][entry.name] = entry.module === 'page'
      ? (file, line, message) => { failure = readText(message) + ' (' + readText(file).replace(/.*\//, '') + ':' + line + ')'; }
      : system[entry.name];
  }
  const instance = new WebAssembly.Instance(module, imports);
  const exports = instance.exports;
  memory = exports.memory;
  exports._initialize();

  // Calls a function with texts and numbers. Texts are copied to the module for the call.
  const call = (name, ...values) => {
    const copies = [];
    const words = values.map(value => {
      if (typeof value !== 'string') return value;
      const bytes = encoder.encode(value.replaceAll('\0', '\uFFFD'));
      const place = exports.malloc(bytes.length + 1);
      const target = new Uint8Array(memory.buffer, place, bytes.length + 1);
      target.set(bytes);
      target[bytes.length] = 0;
      copies.push(place);
      return place;
    });
    try {
      return exports[name](...words);
    } catch (error) {
      throw new Error(failure || String(error.message || error));
    } finally {
      if (!failure) for (const place of copies) exports.free(place);
    }
  };
  const callText = (...words) => readText(call(...words));
  // Copies numbers from the module, since its memory moves when it grows.
  const numbers = (place, n) => new Float64Array(memory.buffer, place, n).slice();

  for (const [message, forms] of Object.entries(translations || {})) {
    const both = Array.isArray(forms) ? forms : [forms];
    if (both.length > 1) call('page_add_translation', message, both[0], both[1]);
    else call('page_add_translation', message, both[0], 0);
  }
  return {
    addFile: (path, contents) => { call('page_add_file', path, contents); },
    // Reads a model; returns '' or messages.
    open: (model, file, extension) => callText('page_open', model, file, extension || ''),
    describe: () => JSON.parse(callText('page_describe')),
    reset: () => { call('page_reset'); },
    set: (table, name, value) => callText('page_set', table, name, value),
    setting: (key, value) => callText('page_setting', key, value),
    unset: key => { call('page_unset', key); },
    begin: (points, maxValues, maxAttempts) => callText('page_begin', points, maxValues, maxAttempts),
    advance: milliseconds => call('page_advance', milliseconds) !== 0,
    status: () => JSON.parse(callText('page_status')),
    rows: (n, size) => numbers(call('page_rows'), n * size),
    attempts: n => numbers(call('page_attempts'), n * 8),
    events: n => numbers(call('page_events'), n * 4),
    final: n => numbers(call('page_final'), n),
    field: (x, y, points) => {
      const n = points.length / 2;
      const place = exports.malloc(8 * points.length);
      new Float64Array(memory.buffer, place, points.length).set(points);
      const result = call('page_field', x, y, place, n);
      exports.free(place);
      return result === 0 ? null : numbers(result, 2 * n);
    },
  };
}
