// The page: its controls, what they change, and what is said of a run.
'use strict';

const state = {
  ask: null, model: null, text: pageData.model.text, run: null, now: NaN, playing: false,
  values: new Map(),    // 'table name' → [table, name, number]
  settings: new Map(),  // key → text
  shown: 0, attempts: 'step', phase: null, field: null, plots: {},
};
const POINTS_PER_STEP = 8;
// Columns above which fewer points inside the steps are recorded.
const MANY_COLUMNS = 60;

const unit = () => state.model.time_unit;
const withUnit = (text, u) => (u ? `${text} ${unitText(u)}` : text);
const timeText = t => withUnit(formatNumber(t), unit());

// ---- runs ----

function changes() {
  return { values: [...state.values.values()], settings: [...state.settings.entries()] };
}
let asked = 0;
let frameAsked = false;
// Computes the run anew at the next frame of the screen.
function rerun() {
  if (frameAsked) return;
  frameAsked = true;
  requestAnimationFrame(() => {
    frameAsked = false;
    runNow();
  });
}
// Computes the run and shows it. `silently`: the run before has the same input.
async function runNow(silently) {
  const number = ++asked;
  const late = setTimeout(() => {
    if (number === asked && !silently) setStale(true);
  }, 50);
  const columns = state.model.columns.length;
  const answer = await state.ask({ type: 'run', changes: changes(), points: columns > MANY_COLUMNS ? 1 : POINTS_PER_STEP });
  clearTimeout(late);
  if (!answer || number !== asked) return null;
  setStale(false);
  if (answer.type === 'fault') {
    // The plots of the settings before stay, faint.
    document.body.classList.add('stale');
    showFault(answer.message);
    return null;
  }
  showFault('');
  const atEnd = !state.run || state.now >= state.run.status.end || !Number.isFinite(state.now);
  state.run = answer.run;
  if (atEnd) state.now = state.run.status.end;
  state.now = Math.min(Math.max(state.now, state.run.status.start), state.run.status.end);
  state.field = null;
  showRun();
  markReady();
  saveAddress();
  return answer.run;
}
// Notes the time of the first plot, in ms since the page was opened.
function markReady() {
  const { dataset } = document.documentElement;
  dataset.ready = dataset.ready || String(Math.round(performance.now()));
}
// Takes the run away and says why there is none.
function hideRun(reason) {
  asked++;
  setStale(false);
  state.run = null;
  for (const name of ['time', 'step', 'phase']) {
    const canvas = canvasOf(name);
    canvas.getContext('2d').clearRect(0, 0, canvas.width, canvas.height);
    canvas.setAttribute('aria-label', reason);
  }
  $('say').replaceChildren(make('p', {}, reason));
  $('counts').replaceChildren();
  $('time').children[0].textContent = '';
  $('time').children[1].textContent = '';
}
function setStale(stale) {
  document.body.classList.toggle('stale', stale);
  $('bar').hidden = !stale;
}
function showFault(message) {
  $('fault').textContent = message;
}

// ---- drawing ----

function shownColumns() {
  const choice = state.timeChoices[state.shown] || state.timeChoices[0];
  return choice.columns.map(column => ({ column, name: state.model.columns[column].name }));
}
function draw() {
  if (!state.run) return;
  forgetColours();
  const choice = state.timeChoices[state.shown] || state.timeChoices[0];
  state.plots.time = drawTime(canvasOf('time'), state.run, shownColumns(), choice.range, state.now);
  state.plots.step = drawAttempts(canvasOf('step'), state.run, state.attempts, state.now, unit() ? `t (${unitText(unit())})` : 't');
  if (state.phase) {
    state.plots.phase = drawPhase(canvasOf('phase'), state.run, state.phase, state.now, state.field, startPoint(), _('start'));
    askField();
  }
  const { start, end } = state.run.status;
  $('time').children[0].textContent = timeText(Number(state.now.toFixed(2)));
  $('time').children[1].textContent = fill(state.playing ? _('of {0}, playing') : _('of {0}'), timeText(end));
  const scrubber = $('scrubber');
  scrubber.value = String(Math.round(1000 * (state.now - start) / (end - start || 1)));
  scrubber.setAttribute('aria-valuetext', timeText(state.now));
  fillTrack(scrubber);
}
const canvasOf = name => $('plot-' + name).firstElementChild;
let drawAsked = false;
function redraw() {
  if (drawAsked) return;
  drawAsked = true;
  requestAnimationFrame(() => {
    drawAsked = false;
    draw();
  });
}
// Returns the point of the portrait at which the run begins, if both columns are states.
function startPoint() {
  const { x, y, canDrag } = state.phase;
  if (!canDrag) return null;
  return [state.run.rows[2 + x], state.run.rows[2 + y]];
}
let fieldAsked = false;
async function askField() {
  const view = state.phase;
  if (state.field || fieldAsked || state.run.stored || !view.canDrag) return;
  fieldAsked = true;
  const number = asked;
  const points = fieldPoints(canvasOf('phase'), phaseRange(canvasOf('phase'), state.run, view));
  const columns = state.model.columns;
  const answer = await state.ask({ type: 'field', changes: changes(), x: columns[view.x].index, y: columns[view.y].index, points });
  fieldAsked = false;
  if (number === asked && view === state.phase && answer && answer.rates) state.field = { points, rates: answer.rates };
  if (number === asked) {
    if (!state.field) state.field = { points: new Float64Array(0), rates: new Float64Array(0) };
    redraw();
  }
}

// ---- what is said of a run ----

function extremes(run) {
  let low = null, high = null;
  for (let at = 0; at < run.attempts.length; at += ATTEMPT_SIZE) {
    if (run.attempts[at + 3] !== ACCEPTED) continue;
    const t = run.attempts[at], h = run.attempts[at + 1];
    if (!low || h < low.h) low = { t, h };
    if (!high || h > high.h) high = { t, h };
  }
  return { low, high };
}
function sentences(run) {
  const { status } = run, counts = status.statistics, list = [];
  const n = counts.steps_taken, { low, high } = extremes(run);
  if (status.reason === 'failed' || status.reason === 'terminated') {
    // A stored run has no sentences of the core, which are in one language.
    list.push([status.message || '', status.advice || '']);
  } else if (status.reason === 'cut') {
    list.push([_('The page has stored as many steps as it can.'), fill(_('The run ends at {0}.'), timeText(status.t))]);
  } else if (status.advice) list.push([status.cause, status.advice]);
  if (status.warning) list.push([status.warning + '.', status.cure + '.']);
  const steps = fill(ngettext('{0} step.', '{0} steps.', n), formatCount(n));
  if (low && n > 1) {
    const smallest = withUnit(formatNumber(low.h, 3), unit()), largest = withUnit(formatNumber(high.h, 3), unit());
    list.push([steps, high.h > low.h * 1.0001
      ? fill(_('The smallest is {0} at {1}, the largest {2} at {3}: a factor of {4}.'), smallest, timeText(low.t), largest, timeText(high.t), formatNumber(high.h / low.h, 2))
      : fill(_('All of them have the size {0}.'), smallest)]);
  } else list.push([steps, '']);
  const refused = rejectedAttempts(counts);
  if (!status.controls_error) list.push(['', _('The error does not control the steps.')]);
  else if (refused > 0) list.push([fill(ngettext('{0} attempt was rejected, of {1}.', '{0} attempts were rejected, of {1}.', refused), formatCount(refused), formatCount(counts.steps_attempted)), '']);
  else list.push([_('No attempt was rejected.'), '']);
  const events = eventCounts(run);
  if (events.length > 0) {
    const total = events.reduce((sum, entry) => sum + entry.n, 0);
    list.push([fill(ngettext('{0} event', '{0} events', total), formatCount(total)),
      fill(_('({0}), the first at {1}.'), events.map(entry => `${entry.name} ${formatCount(entry.n)}`).join(', '), timeText(run.events[0]))]);
  }
  return list;
}
const rejectedAttempts = counts => counts.rejected_error + counts.rejected_newton + counts.rejected_undefined;
function eventCounts(run) {
  const counts = new Map();
  for (let at = 0; at < run.events.length; at += 4) {
    const name = state.model.events[run.events[at + 1]];
    if (name !== undefined) counts.set(name, (counts.get(name) || 0) + 1);
  }
  return [...counts].map(([name, n]) => ({ name, n }));
}
function showRun() {
  const { run } = state, counts = run.status.statistics;
  $('say').replaceChildren(...sentences(run).map(([strong, rest]) => make('p', {}, make('b', {}, strong), rest ? ' ' + rest : '')));
  $('counts').replaceChildren(...[
    [counts.steps_taken, _('Steps accepted')], [rejectedAttempts(counts), _('Rejected')], [counts.rhs_evaluations, _('RHS evaluations')],
  ].map(([n, name]) => make('div', {}, make('b', {}, formatCount(n)), make('small', {}, name))));
  showStepControl();
  describePlots();
  if ($('data') && $('data').open) fillTable();
  draw();
}
// Sets the summaries that a screen reader reads for the plots.
function describePlots() {
  const { run } = state, { status } = run;
  const parts = shownColumns().map(({ column, name }) => {
    const range = columnRange(run, column);
    return range ? fill(_('{0} between {1} and {2}'), name, formatNumber(range[0], 3), formatNumber(range[1], 3)) : name;
  });
  canvasOf('time').setAttribute('aria-label', fill(_('Time series from {0} to {1}: {2}'), timeText(status.start), timeText(status.t), parts.join('; ')));
  const { low, high } = extremes(run);
  canvasOf('step').setAttribute('aria-label', low
    ? fill(_('Step sizes between {0} and {1}, {2} attempts'), withUnit(formatNumber(low.h, 3), unit()), withUnit(formatNumber(high.h, 3), unit()), formatCount(status.statistics.steps_attempted))
    : _('Step sizes: no step'));
  if (!state.phase) return;
  const range = phaseRange(canvasOf('phase'), run, state.phase);
  canvasOf('phase').setAttribute('aria-label', fill(_('Phase portrait: {0} from {1} to {2}, {3} from {4} to {5}'), state.phase.nameX,
    formatNumber(range[0], 3), formatNumber(range[1], 3), state.phase.nameY, formatNumber(range[2], 3), formatNumber(range[3], 3)));
}

const OUTCOMES = [() => _('accepted'), () => _('rejected: error'), () => _('rejected: Newton'), () => _('rejected: undefined'), () => _('cut at an event'), () => _('stopped')];
const MOST_TABLE_ROWS = 1000;
function fillTable() {
  const { run } = state, n = run.attempts.length / ATTEMPT_SIZE, body = make('tbody');
  const states = state.model.columns.filter(column => column.type === 'state');
  for (let k = 0; k < Math.min(n, MOST_TABLE_ROWS); k++) {
    const at = k * ATTEMPT_SIZE, a = run.attempts;
    const worst = states[a[at + 4]];
    body.append(make('tr', {}, ...[String(k + 1), formatNumber(a[at], 7), formatNumber(a[at + 1], 5), formatNumber(a[at + 2], 3), OUTCOMES[a[at + 3]](), worst ? worst.name : '–']
      .map(text => make('td', isRejected(a[at + 3]) ? { class: 'rejected' } : {}, text))));
  }
  $('data-note').textContent = n > MOST_TABLE_ROWS ? fill(_('The first {0} of {1} attempts.'), formatCount(MOST_TABLE_ROWS), formatCount(n)) : fill(ngettext('{0} attempt', '{0} attempts', n), formatCount(n));
  $('data-table').replaceChildren(make('caption', { hidden: true }, _('Attempts of the run')), make('thead', {}, make('tr', {}, ...['#', 't', 'h', _('error'), _('outcome'), _('largest error')]
    .map(text => make('th', { scope: 'col' }, text)))), body);
  const events = make('ul');
  for (let at = 0; at < Math.min(run.events.length, 400); at += 4)
    events.append(make('li', {}, `${state.model.events[run.events[at + 1]] || ''}: ${timeText(Number(run.events[at].toPrecision(10)))}`));
  $('data-events').replaceChildren(...(run.events.length > 0 ? [make('b', {}, _('Events')), events] : []));
}

// ---- controls ----

function fillTrack(slider) {
  const low = Number(slider.min), high = Number(slider.max);
  slider.style.setProperty('--filled', `${100 * (Number(slider.value) - low) / (high - low || 1)}%`);
}
const parseNumber = text => Number(text.trim().replaceAll('−', '-').replace(',', '.'));

// Makes a slider with a number field for a quantity. `options`: id, name, about, unit, low, high, step, log, value, set.
function makeSlider(options) {
  const { low, high, log } = options;
  const toSlider = v => (log ? (Math.log(v) - Math.log(low)) / (Math.log(high) - Math.log(low)) : (v - low) / (high - low)) * 1000;
  const fromSlider = s => {
    const v = log ? low * (high / low) ** (s / 1000) : low + (high - low) * s / 1000;
    return options.step ? low + Math.round((v - low) / options.step) * options.step : v;
  };
  const rounded = v => Number(v.toPrecision(log ? 3 : 4));
  const slider = make('input', { type: 'range', id: options.id, min: '0', max: '1000', step: options.step && !log ? String(1000 * options.step / (high - low)) : 'any' });
  const field = make('input', { type: 'text', class: 'value', inputmode: 'decimal', 'aria-label': options.name });
  let value = options.value;
  const show = () => {
    slider.value = String(Math.min(1000, Math.max(0, toSlider(value))));
    const text = withUnit(formatNumber(value), options.unit);
    if (document.activeElement !== field) field.value = text;
    slider.setAttribute('aria-valuetext', text);
    fillTrack(slider);
  };
  const change = (v, fromField) => {
    value = v;
    options.set(v);
    if (!fromField) field.blur();
    show();
  };
  slider.addEventListener('input', () => change(rounded(fromSlider(Number(slider.value)))));
  slider.addEventListener('keydown', event => {
    const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!direction) return;
    event.preventDefault();
    const next = Math.min(1000, Math.max(0, toSlider(value) + direction * (event.shiftKey ? 100 : 10)));
    const stepped = options.step && !log ? Math.min(high, Math.max(low, value + direction * options.step)) : fromSlider(next);
    change(rounded(stepped));
  });
  field.addEventListener('focus', () => {
    field.value = String(value);
    field.select();
  });
  field.addEventListener('change', () => {
    const v = parseNumber(field.value);
    if (Number.isFinite(v) && (!log || v > 0)) change(v, true);
  });
  field.addEventListener('keydown', event => { if (event.key === 'Enter') field.blur(); });
  field.addEventListener('blur', show);
  const name = make('span');
  if (options.symbol === false) name.append(options.name);
  else appendName(name, options.name, 0);
  if (options.about) name.append(make('small', { title: options.about }, options.about));
  const row = make('div', { class: 'row' }, make('label', { for: options.id }, name, field), slider);
  row.append(make('div', { class: 'ends' }, make('span', {}, formatNumber(low, 3)), make('span', {}, formatNumber(high, 3))));
  show();
  return { row, setValue: v => { value = v; show(); }, slider };
}
// Makes a number field without a slider.
function makeField(options) {
  const field = make('input', { type: 'text', class: 'value', inputmode: 'decimal', id: options.id });
  let value = options.value;
  const show = () => { field.value = withUnit(formatNumber(value, 6), options.unit); };
  field.addEventListener('focus', () => {
    field.value = String(value);
    field.select();
  });
  field.addEventListener('change', () => {
    const v = parseNumber(field.value);
    if (Number.isFinite(v)) {
      value = v;
      options.set(v);
    }
  });
  field.addEventListener('keydown', event => { if (event.key === 'Enter') field.blur(); });
  field.addEventListener('blur', show);
  const name = make('span');
  appendName(name, options.name, 0);
  if (options.about) name.append(make('small', { title: options.about }, options.about));
  show();
  return { row: make('div', { class: 'row' }, make('label', { for: options.id }, name, field)), setValue: v => { value = v; show(); } };
}

function setValue(table, name, number) {
  state.values.set(`${table} ${name}`, [table, name, number]);
  const control = state.controls.get(`${table} ${name}`);
  if (control) control.setValue(number);
  rerun();
}
const currentValue = (table, name, standard) => (state.values.get(`${table} ${name}`) || [null, null, standard])[2];

const MOST_SLIDERS = 6;
function buildValues() {
  const { model } = state, place = $('values'), rest = [];
  state.controls = new Map();
  place.replaceChildren();
  let sliders = 0;
  const add = (key, control) => {
    state.controls.set(key, control);
    if (control.slider && sliders < MOST_SLIDERS) {
      sliders++;
      place.append(control.row);
    } else rest.push(control.row);
  };
  for (const quantity of model.parameters) {
    if (quantity.size > 0 || !Number.isFinite(quantity.value)) continue;
    const key = `parameter ${quantity.name}`;
    const options = { id: `p-${quantity.name}`, name: quantity.name, about: quantity.about, unit: quantity.unit, value: currentValue('parameter', quantity.name, quantity.value),
      low: quantity.low, high: quantity.high, step: quantity.step, log: quantity.log && quantity.low > 0, set: v => {
        state.values.set(key, ['parameter', quantity.name, v]);
        rerun();
      } };
    add(key, quantity.low !== null && quantity.high > quantity.low ? makeSlider(options) : makeField(options));
  }
  const states = model.columns.filter(column => column.type === 'state' && column.kind !== 3);
  states.slice(0, 12).forEach((column, k) => {
    const key = `initial ${column.name}`, value = currentValue('initial', column.name, model.x[column.index]);
    const range = state.phase && column === model.columns[state.phase.x] ? wishOf(state.phase.range, 0) : null;
    const options = { id: `i-${k}`, name: column.name, about: _('at the start'), unit: column.unit, value, low: range ? range[0] : 0, high: range ? range[1] : 1,
      set: v => {
        state.values.set(key, ['initial', column.name, v]);
        rerun();
      } };
    add(key, range && value >= range[0] && value <= range[1] ? makeSlider(options) : makeField(options));
  });
  const end = { id: 'end', name: 't', about: _('at the end'), unit: model.time_unit, value: currentValue('time', 'end', model.end), set: v => {
    if (v > model.start) {
      state.values.set('time end', ['time', 'end', v]);
      rerun();
    }
  } };
  rest.push(makeField(end).row);
  if (rest.length > 0) place.append(make('details', { open: sliders === 0 }, make('summary', {}, fill(ngettext('{0} more value', '{0} more values', rest.length), rest.length)), ...rest));
}

function buildMethod() {
  const { model } = state, chosen = state.settings.get('integrator') || model.settings.integrator;
  const list = make('select', { id: 'integrator' });
  const known = model.methods.some(method => method.id === chosen);
  if (!known) list.append(make('option', { value: chosen, selected: true }, chosen));
  for (const method of model.methods) list.append(make('option', { value: method.id, selected: method.id === chosen }, _(method.label)));
  list.addEventListener('change', () => {
    state.settings.set('integrator', list.value);
    // An accuracy or a step that was set belongs to the method before.
    for (const key of ['accuracy', 'max_step', 'error_control']) state.settings.delete(key);
    state.stepControl = null;
    $('step-control').replaceChildren();
    rerun();
  });
  $('method').replaceChildren(make('div', { class: 'row' }, make('label', { for: 'integrator' }, _('Method')), list), make('div', { id: 'step-control' }));
}
// Shows the slider of the accuracy, or of the step if the method does not control the error. Its first value is that of the run.
function showStepControl() {
  const { run, model } = state, controls = run.status.controls_error, kind = controls ? 'accuracy' : 'step';
  const counts = run.status.statistics;
  // The first plot is drawn before there are controls.
  if (!$('step-control') || (state.stepControl && state.stepControl.kind === kind)) return;
  const id = state.settings.get('integrator') || model.settings.integrator;
  const method = model.methods.find(entry => entry.id === id) || { low: 1e-12, high: 1e-2 };
  const span = run.status.end - run.status.start || 1;
  let options;
  if (controls) {
    const value = counts.accuracy_in_use || 1e-3;
    options = { name: _('Accuracy'), low: Math.min(method.low || 1e-12, value), high: Math.max(method.high || 0.1, value), value, set: v => {
      state.settings.set('accuracy', String(v));
      rerun();
    } };
  } else {
    const value = counts.largest_step_taken || span / 100;
    options = { name: _('Step size'), unit: model.time_unit, low: Math.min(span / 1e4, value), high: Math.max(span / 5, value), value, set: v => {
      state.settings.set('error_control', 'false');
      state.settings.set('max_step', String(v));
      rerun();
    } };
  }
  const slider = makeSlider({ ...options, id: 'step-slider', log: true, symbol: false });
  state.stepControl = { kind };
  $('step-control').replaceChildren(slider.row);
}

function buildMore() {
  const { model } = state;
  const editor = make('textarea', { id: 'model-text', spellcheck: false, 'aria-label': _('Model text') });
  editor.value = state.text;
  const fault = make('p', { class: 'fault', role: 'alert' });
  const apply = async text => {
    const answer = await state.ask({ type: 'open', text, file: pageData.model.file });
    if (answer.type === 'fault') {
      fault.textContent = answer.message;
      return;
    }
    if (answer.model.error) {
      fault.textContent = answer.model.error;
      return;
    }
    fault.textContent = '';
    state.text = text;
    state.values.clear();
    state.settings.clear();
    state.run = null;
    openModel(answer.model);
    $('editor').open = true;
    runNow();
  };
  const edit = make('details', { id: 'editor' }, make('summary', {}, _('Edit the equations')), editor, fault, make('div', {},
    make('button', { type: 'button', class: 'plain main', onclick: () => apply(editor.value) }, _('Apply')), ' ',
    make('button', { type: 'button', class: 'plain', onclick: () => {
      editor.value = pageData.model.text;
      apply(editor.value);
    } }, _('Back to the original'))));
  const data = make('details', { id: 'data', ontoggle: () => { if ($('data').open && state.run) fillTable(); } }, make('summary', {}, _('Show data')), make('p', { id: 'data-note' }),
    make('div', { class: 'scroll', tabindex: '0' }, make('table', { id: 'data-table' })), make('div', { id: 'data-events' }));
  const about = make('details', {}, make('summary', {}, _('About this page')), make('p', {}, model.summary), model.source ? make('p', {}, fill(_('Source: {0}'), model.source)) : null,
    make('p', {}, fill(_('The page contains the numerical core of Stepwise {0} and computes each run anew. Its arithmetic is “{1}”: numbers are equal to those of the program with the same arithmetic. KLU, LAPACK and CVODE are not in the page.'),
      pageData.version, pageData.arithmetic)));
  $('more').replaceChildren(data, edit, about);
}

function buildPlots() {
  const { model } = state, columns = model.columns, find = name => columns.findIndex(column => column.name === name || column.name.startsWith(name + '['));
  const choices = [];
  for (const plot of model.plots)
    if (plot.type === 'TIME' || plot.type === 'time') {
      const chosen = plot.show.flatMap(name => columns.map((column, k) => (column.name === name || column.name.startsWith(name + '[') ? k : -1)).filter(k => k >= 0)).slice(0, 6);
      if (chosen.length > 0) choices.push({ columns: chosen, range: wishOf(plot.range, 2) });
    }
  if (choices.length === 0) choices.push({ columns: columns.map((column, k) => k).filter(k => columns[k].type === 'state').slice(0, 4), range: null });
  if (choices[0].columns.length === 0) choices[0].columns = [0];
  columns.slice(0, 100).forEach((column, k) => {
    if (!choices.some(choice => choice.columns.length === 1 && choice.columns[0] === k)) choices.push({ columns: [k], range: null });
  });
  state.timeChoices = choices;
  state.shown = 0;
  const portrait = model.plots.find(plot => (plot.type === 'PHASE' || plot.type === 'phase') && find(plot.x) >= 0 && find(plot.y) >= 0);
  const states = columns.map((column, k) => k).filter(k => columns[k].type === 'state' && columns[k].kind !== 3);
  if (portrait) setPhase(find(portrait.x), find(portrait.y), portrait.range);
  else if (states.length >= 2) setPhase(states[0], states[1], null);
  else state.phase = null;
  document.body.classList.toggle('no-phase', !state.phase);
  $('card-phase').hidden = !state.phase;

  const timeSelect = make('select', { 'aria-label': _('What is shown over time') }, ...choices.map((choice, k) => make('option', { value: String(k) }, choice.columns.map(c => columns[c].name).join(', '))));
  timeSelect.addEventListener('change', () => {
    state.shown = Number(timeSelect.value);
    showKey();
    describePlots();
    redraw();
  });
  const timeHead = $('card-time').querySelector('h2');
  timeHead.replaceChildren(_('Time series'), ...(choices.length > 1 ? [timeSelect] : []), make('span', { class: 'key' }));
  const stepSelect = make('select', { 'aria-label': _('What is shown of the attempts') }, make('option', { value: 'step' }, _('Step size')), make('option', { value: 'error' }, _('Error / tolerance')));
  stepSelect.addEventListener('change', () => {
    state.attempts = stepSelect.value;
    redraw();
  });
  state.attempts = 'step';
  $('card-step').querySelector('h2').replaceChildren(stepSelect, make('span', { class: 'key' }));
  buildPhaseHead(states);
  showKey();
}
function setPhase(x, y, range) {
  const columns = state.model.columns;
  const canDrag = columns[x].type === 'state' && columns[y].type === 'state' && x !== y && columns[x].kind !== 3 && columns[y].kind !== 3;
  const pair = [columns[x].name, columns[y].name];
  const equal = state.model.plots.some(plot => plot.equal_scale && pair.includes(plot.x) && pair.includes(plot.y) && x !== y);
  state.phase = { x, y, range, equal, nameX: pair[0], nameY: pair[1], canDrag };
  state.field = null;
}
function buildPhaseHead() {
  if (!state.phase) return;
  const columns = state.model.columns;
  const pick = axis => {
    const select = make('select', { 'aria-label': axis === 'x' ? _('Horizontal axis') : _('Vertical axis') },
      ...columns.slice(0, 100).map((column, k) => make('option', { value: String(k), selected: k === state.phase[axis] }, column.name)));
    select.addEventListener('change', () => {
      setPhase(axis === 'x' ? Number(select.value) : state.phase.x, axis === 'y' ? Number(select.value) : state.phase.y, null);
      describePlots();
      redraw();
    });
    return select;
  };
  const drags = state.phase.canDrag ? make('span', { class: 'note' }, _('drag the start')) : null;
  $('card-phase').querySelector('h2').replaceChildren(...[_('Phase portrait'), drags, columns.length > 2 ? make('span', { class: 'picks' }, pick('x'), pick('y')) : null].filter(part => part !== null));
}
const SVG = 'http://www.w3.org/2000/svg';
function keyMark(draw) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('aria-hidden', 'true');
  draw(svg);
  return svg;
}
function shape(svg, name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  svg.append(element);
}
function showKey() {
  $('card-time').querySelector('.key').replaceChildren(...shownColumns().map(({ name }, k) => {
    const entry = make('span', {}, keyMark(svg => shape(svg, 'path', { d: 'M0 5h22', stroke: `var(--s${k % 6 + 1})`, 'stroke-width': k === 0 ? '2.4' : '1.6', 'stroke-dasharray': DASHES[k % DASHES.length].join(' ') })));
    appendName(entry, name, 0);
    return entry;
  }));
  $('card-step').querySelector('.key').replaceChildren(
    make('span', {}, keyMark(svg => {
      svg.classList.add('mark');
      shape(svg, 'circle', { cx: '5', cy: '5', r: '3', fill: 'var(--s1)' });
    }), _('accepted')),
    make('span', {}, keyMark(svg => {
      svg.classList.add('mark');
      shape(svg, 'path', { d: 'M1.5 1.5l7 7m0-7l-7 7', stroke: 'var(--rejected)', 'stroke-width': '1.6' });
    }), _('rejected')));
}

function showHead() {
  const { model } = state;
  $('title').textContent = pageData.lesson ? pageData.lesson.title : model.name;
  document.title = `${$('title').textContent} – Stepwise`;
  $('badge').hidden = !(model.traits & 2);
  $('badge').textContent = _('stiff');
  const list = $('equations');
  list.replaceChildren();
  for (const equation of model.equations.filter(entry => entry.kind === 0).slice(0, 4)) {
    const formula = make('span', { class: 'formula' });
    appendFormula(formula, `${equation.left} = ${equation.right}`);
    list.append(formula, ' ');
  }
  $('by').replaceChildren(_('computed in this page by'), ' ', make('b', {}, 'Stepwise'));
}

function openPlots(model) {
  document.documentElement.dataset.live = '';
  $('main').hidden = $('footer').hidden = false;
  state.model = model;
  state.stepControl = null;
  showHead();
  buildPlots();
}
function openControls() {
  buildValues();
  buildMethod();
  buildMore();
  if (state.run) showStepControl();
}
function openModel(model) {
  openPlots(model);
  openControls();
}

// ---- time ----

function setNow(t) {
  if (!state.run) return;
  const { start, end } = state.run.status;
  state.now = Math.min(Math.max(t, start), end);
  redraw();
}
let lastFrame = 0;
function togglePlay() {
  if (!state.run) return;
  state.playing = !state.playing;
  $('play').setAttribute('aria-label', state.playing ? _('Pause') : _('Run'));
  $('play').title = $('play').getAttribute('aria-label');
  $('play').querySelector('path').setAttribute('d', state.playing ? 'M3 2h3.5v12H3zM9.5 2H13v12H9.5z' : 'M3 1.5v13l11-6.5z');
  if (!state.playing) {
    redraw();
    return;
  }
  if (state.now >= state.run.status.end) state.now = state.run.status.start;
  lastFrame = performance.now();
  requestAnimationFrame(playFrame);
}
// The whole run takes 20 s, or half of its time if that is less.
function playFrame(time) {
  if (!state.playing) return;
  const { start, end } = state.run.status, span = end - start;
  const rate = Math.max(2, span / 20);
  state.now = Math.min(end, state.now + Math.max(0, time - lastFrame) / 1000 * (span < 4 ? span / 4 : rate));
  lastFrame = time;
  draw();
  if (state.now >= end) togglePlay();
  else requestAnimationFrame(playFrame);
}
function oneStep() {
  if (!state.run) return;
  const { rows, size } = state.run;
  for (let k = rowsUntil(state.run, state.now); k < rows.length / size; k++)
    if (!(rows[k * size + 1] & ROW_SAMPLE)) {
      setNow(rows[k * size]);
      return;
    }
}

// ---- pointers and keys ----

function setStart(x, y) {
  const columns = state.model.columns, { phase } = state;
  setValue('initial', columns[phase.x].name, Number(x.toPrecision(5)));
  setValue('initial', columns[phase.y].name, Number(y.toPrecision(5)));
}
function listen() {
  const time = canvasOf('time');
  let moving = false;
  const moveTime = event => setNow(state.plots.time.toX(event.clientX - time.getBoundingClientRect().left));
  time.addEventListener('pointerdown', event => {
    if (!state.plots.time) return;
    moving = true;
    time.setPointerCapture(event.pointerId);
    moveTime(event);
  });
  time.addEventListener('pointermove', event => { if (moving) moveTime(event); });
  for (const name of ['pointerup', 'pointercancel']) time.addEventListener(name, () => { moving = false; });
  time.addEventListener('keydown', event => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!direction || !state.run) return;
    event.preventDefault();
    setNow(state.now + direction * (state.run.status.end - state.run.status.start) * (event.shiftKey ? 0.05 : 0.005));
  });

  const phase = canvasOf('phase');
  let dragging = false;
  const moveStart = event => {
    const box = phase.getBoundingClientRect(), plot = state.plots.phase;
    setStart(plot.toX(event.clientX - box.left), plot.toY(event.clientY - box.top));
  };
  phase.addEventListener('pointerdown', event => {
    if (!state.plots.phase || !state.phase.canDrag) return;
    dragging = true;
    phase.setPointerCapture(event.pointerId);
    moveStart(event);
  });
  phase.addEventListener('pointermove', event => { if (dragging) moveStart(event); });
  for (const name of ['pointerup', 'pointercancel']) phase.addEventListener(name, () => { dragging = false; });
  phase.addEventListener('keydown', event => {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] || [0, 0];
    const start = state.run && state.phase && startPoint();
    if ((dx === 0 && dy === 0) || !start) return;
    event.preventDefault();
    const range = state.plots.phase.range, part = event.shiftKey ? 0.1 : 0.01;
    setStart(start[0] + dx * part * (range[1] - range[0]), start[1] + dy * part * (range[3] - range[2]));
  });

  $('first').addEventListener('click', () => setNow(-Infinity));
  $('play').addEventListener('click', togglePlay);
  $('step').addEventListener('click', oneStep);
  $('scrubber').addEventListener('input', () => {
    const { start, end } = state.run.status;
    setNow(start + (end - start) * Number($('scrubber').value) / 1000);
  });
  addEventListener('keydown', event => {
    const tag = event.target.tagName;
    if (event.ctrlKey || event.altKey || event.metaKey || tag === 'TEXTAREA' || (tag === 'INPUT' && event.target.type !== 'range')) return;
    if (event.key === '.') oneStep();
    else if (event.key === ' ' && !/BUTTON|SELECT|SUMMARY|INPUT/.test(tag)) {
      event.preventDefault();
      togglePlay();
    } else if (event.key === 'Home' && !/SELECT|INPUT/.test(tag)) setNow(-Infinity);
    else if (event.key === 'End' && !/SELECT|INPUT/.test(tag)) setNow(Infinity);
  });
  addEventListener('resize', () => {
    state.field = null;
    redraw();
  });
  addEventListener('beforeprint', draw);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  for (const [id, name] of [['first', _('To the start')], ['play', _('Run')], ['step', _('One step')], ['scrubber', _('Time')]]) {
    $(id).setAttribute('aria-label', name);
    $(id).title = name;
  }
}

// ---- the address keeps what was changed ----

function saveAddress() {
  const words = [...[...state.values.values()].map(([table, name, v]) => [`${table}.${name}`, String(v)]), ...[...state.settings].map(([key, text]) => [`setting.${key}`, text])];
  const hash = words.map(pair => pair.map(encodeURIComponent).join('=')).join('&');
  if (hash === location.hash.slice(1)) return;
  try {
    history.replaceState(null, '', hash ? '#' + hash : '#');
  } catch (error) {
    // A page in a sandbox has no address to change.
  }
}
const SETTINGS_IN_ADDRESS = ['integrator', 'accuracy', 'max_step', 'error_control'];
function readAddress() {
  for (const word of location.hash.slice(1).split('&')) {
    let key, text;
    try {
      [key, text] = word.split('=').map(decodeURIComponent);
    } catch (error) {
      continue;
    }
    if (text === undefined) continue;
    const dot = key.indexOf('.'), table = key.slice(0, dot), name = key.slice(dot + 1);
    if (table === 'setting' && SETTINGS_IN_ADDRESS.includes(name)) state.settings.set(name, text);
    else if (['parameter', 'initial', 'time'].includes(table) && Number.isFinite(Number(text))) state.values.set(`${table} ${name}`, [table, name, Number(text)]);
  }
}

// ---- start ----

// Shows the model of the page, and its run as soon as there is one.
async function openPage() {
  const given = { values: pageData.values || [], settings: [] };
  const answer = await state.ask({ type: 'open', text: state.text, file: pageData.model.file, changes: given });
  if (answer.type === 'fault') throw new Error(answer.message);
  for (const [table, name, value] of pageData.values || []) state.values.set(`${table} ${name}`, [table, name, value]);
  for (const [key, text] of pageData.settings || []) state.settings.set(key, text);
  if (!pageData.lesson) readAddress();
  // A stored run is drawn before there are controls; else it is computed in the worker while they are made.
  openPlots(answer.model);
  const run = pageData.lesson ? null : runNow();
  if (answer.stored) await run;
  openControls();
  await run;
}
async function startPage() {
  const page = document.documentElement, { lesson } = pageData;
  if (window.parent !== window) document.body.classList.add('framed');
  page.lang = pageLanguage;
  $('title').textContent = pageData.title;
  try {
    const stored = JSON.parse($('page-first').textContent);
    state.ask = askFirst(startRunner(() => readTexts('core-texts'), pageData.model.files), stored);
    // The stored picture is shown until there is a plot, and where nothing can be computed. That of a lesson could give an answer away.
    if (stored.run || lesson) page.dataset.live = '';
    listen();
    const before = lesson && lesson.runs[lesson.pages[0].before];
    if (!before || before.model === null) await openPage();
    if (lesson) await startLesson();
    markReady();
    await state.ask.running;
    // The core computes the stored run, too, and its run replaces it.
    if (state.run && state.run.stored) await runNow(true);
    page.dataset.computed = String(Math.round(performance.now()));
  } catch (error) {
    await pageIsRead;
    delete page.dataset.live;
    $('main').hidden = $('footer').hidden = $('lesson').hidden = true;
    const reason = typeof WebAssembly !== 'object' ? _('This browser does not run WebAssembly here, so the page shows the picture of a stored run.')
      : _('The page cannot compute here and shows the picture of a stored run.');
    $('still').prepend(make('p', { role: 'status' }, reason));
    const picture = $('still').querySelector('img');
    if (picture) await picture.decode().catch(() => {});
    page.dataset.ready = page.dataset.computed = 'still';
    page.dataset.reason = String(error.message || error);
  }
}
startPage();
