// The plots of a page: series over time with attempts at the foot, step sizes or errors, and the phase portrait. A plot gets the run and
// what to show, and draws to a canvas; it keeps the scales of its last drawing for pointers.
'use strict';

const ROW_SAMPLE = 1, ROW_AFTER = 4;
// Outcomes and numbers of an attempt (src/page/core/page-core.h, src/ode/ode-attempt.h).
const ATTEMPT_SIZE = 8, ACCEPTED = 0, CUT_BY_EVENT = 4;
const isRejected = outcome => outcome >= 1 && outcome <= 3;
// Rows above which a curve is drawn by the extremes in each pixel, and steps or attempts above which they get no marks.
const MOST_POINTS = 6000, MOST_DOTS = 1500, MOST_TICKS = 3000;

// The colours of the style, which are asked once for each drawing.
const colours = new Map();
const forgetColours = () => colours.clear();
function colourOf(name) {
  if (!colours.has(name)) colours.set(name, getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim());
  return colours.get(name);
}
const seriesColour = k => colourOf('s' + (k % 6 + 1));
const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3], [4, 2], [12, 4]];

const SUPERSCRIPTS = { '-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' };
// Writes a number with up to `digits` significant digits, a true minus sign, and a power of ten where it is shorter.
function formatNumber(value, digits = 4) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '–' : value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  let text;
  if (value !== 0 && (size < 1e-4 || size >= 1e7)) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split('e');
    const short = mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa;
    const power = [...String(Number(exponent))].map(c => SUPERSCRIPTS[c]).join('');
    text = Number(short) === 1 ? `10${power}` : Number(short) === -1 ? `-10${power}` : `${short}×10${power}`;
  } else {
    text = value.toPrecision(digits);
    if (text.includes('e')) text = String(Number(text));
    if (text.includes('.')) text = text.replace(/\.?0+$/, '');
  }
  return text.replaceAll('-', '−');
}
// Groups the digits of a count by thin spaces.
const formatCount = n => String(n).replace(/\B(?=(\d{3})+$)/g, '\u2009');

function niceTicks(low, high, most) {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [];
  const rough = span / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(m => m * power).find(s => s >= rough * 0.999);
  const ticks = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * span; k++) ticks.push(Number((k * step).toPrecision(12)));
  return ticks;
}
function logTicks(low, high, most) {
  const ticks = [];
  for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++)
    for (const m of [1, 2, 5]) {
      const value = m * 10 ** e;
      if (value >= low * 0.999 && value <= high * 1.001) ticks.push(Number(value.toPrecision(3)));
    }
  if (ticks.length <= most) return ticks;
  const tens = ticks.filter(v => Math.abs(Math.log10(v) - Math.round(Math.log10(v))) < 1e-9);
  const every = Math.max(1, Math.ceil(tens.length / most));
  return tens.filter((v, k) => k % every === 0);
}

// A canvas with its scale. x and y map numbers to pixels.
function beginPlot(canvas, margins) {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  const w = Math.round(width * ratio), h = Math.round(height * ratio);
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const g = canvas.getContext('2d');
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, width, height);
  g.lineJoin = g.lineCap = 'round';
  g.font = '12px Cantarell, system-ui, "Noto Sans", sans-serif';
  return { g, width, height, left: margins.left, right: width - margins.right, top: margins.top, bottom: height - margins.bottom };
}
function setScales(plot, x0, x1, y0, y1, logY) {
  plot.range = [x0, x1, y0, y1];
  const widthOf = plot.right - plot.left, heightOf = plot.bottom - plot.top;
  plot.x = v => plot.left + widthOf * (v - x0) / (x1 - x0);
  plot.y = logY ? v => plot.bottom - heightOf * Math.log(v / y0) / Math.log(y1 / y0) : v => plot.bottom - heightOf * (v - y0) / (y1 - y0);
  plot.toX = px => x0 + (px - plot.left) / widthOf * (x1 - x0);
  plot.toY = py => y0 + (plot.bottom - py) / heightOf * (y1 - y0);
}
function line(plot, x0, y0, x1, y1, opacity) {
  const g = plot.g;
  g.globalAlpha = opacity;
  g.fillStyle = colourOf('text');
  if (y0 === y1) g.fillRect(x0, Math.round(y0), x1 - x0, 1);
  else g.fillRect(Math.round(x0), y0, 1, y1 - y0);
  g.globalAlpha = 1;
}
function label(plot, text, x, y, align, colour) {
  plot.g.fillStyle = colour || colourOf('sec');
  plot.g.textAlign = align;
  plot.g.textBaseline = 'middle';
  plot.g.fillText(text, x, y);
}
function drawAxes(plot, timeLabels, unit, ticksY) {
  const [x0, x1, y0, y1] = plot.range;
  for (const v of ticksY) {
    line(plot, plot.left, plot.y(v), plot.right, plot.y(v), v === 0 ? 0.28 : 0.085);
    label(plot, formatNumber(v, 3), plot.left - 8, plot.y(v), 'right');
  }
  for (const v of niceTicks(x0, x1, Math.max(2, (plot.right - plot.left) / 90))) {
    line(plot, plot.x(v), plot.top, plot.x(v), plot.bottom, 0.045);
    if (timeLabels) label(plot, formatNumber(v, 4), plot.x(v), plot.bottom + 13, 'center');
  }
  if (unit !== null) label(plot, unit, plot.right, plot.bottom + 27, 'right', colourOf('text'));
  line(plot, plot.left, plot.bottom, plot.right, plot.bottom, 0.4);
}
function clipped(plot, draw) {
  const g = plot.g;
  g.save();
  g.beginPath();
  g.rect(plot.left, plot.top - 6, plot.right - plot.left, plot.bottom - plot.top + 12);
  g.clip();
  draw(g);
  g.restore();
}

// Strokes a curve through rows [from, to). The curve is interrupted where an event sets the state.
function strokeRows(g, run, from, to, x, y, decimate) {
  const { rows, size } = run;
  let pen = false, lastPixel = NaN, low = 0, high = 0;
  g.beginPath();
  const flush = () => {
    if (Number.isNaN(lastPixel)) return;
    g.lineTo(lastPixel, low);
    g.lineTo(lastPixel, high);
  };
  for (let k = from; k < to; k++) {
    const at = k * size;
    const px = x(at), py = y(at);
    if (!Number.isFinite(px) || !Number.isFinite(py)) {
      pen = false;
      continue;
    }
    if (rows[at + 1] & ROW_AFTER) pen = false;
    if (decimate && pen) {
      const pixel = Math.round(px);
      if (pixel === lastPixel) {
        low = Math.min(low, py);
        high = Math.max(high, py);
        continue;
      }
      flush();
      lastPixel = pixel;
      low = high = py;
      g.lineTo(px, py);
      continue;
    }
    lastPixel = NaN;
    if (pen) g.lineTo(px, py);
    else g.moveTo(px, py);
    pen = true;
  }
  if (decimate) flush();
  g.stroke();
}

// Returns the number of rows up to a time.
function rowsUntil(run, t) {
  let low = 0, high = run.rows.length / run.size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (run.rows[middle * run.size] <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}
// Returns the smallest and largest finite value of a column, or null.
function columnRange(run, column) {
  let low = Infinity, high = -Infinity;
  for (let at = 2 + column; at < run.rows.length; at += run.size) {
    const v = run.rows[at];
    if (Number.isFinite(v)) {
      if (v < low) low = v;
      if (v > high) high = v;
    }
  }
  return low <= high ? [low, high] : null;
}
// Returns a range with margins that contains the data, and the wished range if the data lie in it.
function fitRange(data, wish) {
  if (wish && (!data || (data[0] >= wish[0] && data[1] <= wish[1]))) return wish;
  if (!data) return [0, 1];
  let [low, high] = data;
  if (!(high > low)) {
    const more = Math.abs(low) > 0 ? Math.abs(low) * 0.1 : 1;
    return [low - more, high + more];
  }
  const more = (high - low) * 0.06;
  return [low - more, high + more];
}
function wishOf(range, k) {
  return range && range[k] !== null && range[k + 1] !== null ? [range[k], range[k + 1]] : null;
}

function drawHead(plot, now, bottom, withFlag) {
  const g = plot.g, x = plot.x(now);
  g.fillStyle = colourOf('accent');
  g.fillRect(x - 1, withFlag ? 0 : plot.top, 2, bottom - (withFlag ? 0 : plot.top));
  if (!withFlag) return;
  g.beginPath();
  g.moveTo(x - 6, 0);
  g.lineTo(x + 6, 0);
  g.lineTo(x + 6, 6);
  g.lineTo(x, 12);
  g.lineTo(x - 6, 6);
  g.fill();
}

// Draws columns over time. shown: [{column, name}]; wish: a range of y or null.
function drawTime(canvas, run, shown, wish, now) {
  const plot = beginPlot(canvas, { left: 52, right: 18, top: 14, bottom: 16 });
  const g = plot.g, { start, end } = run.status;
  let data = null;
  for (const { column } of shown) {
    const range = columnRange(run, column);
    if (range) data = data ? [Math.min(data[0], range[0]), Math.max(data[1], range[1])] : range;
  }
  const [y0, y1] = fitRange(data, wish);
  setScales(plot, start, end > start ? end : start + 1, y0, y1, false);
  drawAxes(plot, false, null, niceTicks(y0, y1, Math.max(3, (plot.bottom - plot.top) / 42)));
  const n = run.rows.length / run.size, split = rowsUntil(run, now), decimate = n > MOST_POINTS;
  clipped(plot, () => {
    drawEventLines(plot, run, now);
    for (let k = shown.length - 1; k >= 0; k--) {
      const { column } = shown[k];
      const x = at => plot.x(run.rows[at]), y = at => plot.y(run.rows[at + 2 + column]);
      g.strokeStyle = seriesColour(k);
      g.setLineDash(DASHES[k % DASHES.length]);
      g.globalAlpha = 0.28;
      g.lineWidth = 1.4;
      if (split < n) strokeRows(g, run, Math.max(0, split - 1), n, x, y, decimate);
      g.globalAlpha = 1;
      g.lineWidth = k === 0 ? 2.4 : 1.6;
      strokeRows(g, run, 0, split, x, y, decimate);
      g.setLineDash([]);
    }
    if (run.status.statistics.steps_taken <= MOST_DOTS && shown.length > 0) drawStepDots(plot, run, split, at => plot.x(run.rows[at]), at => plot.y(run.rows[at + 2 + shown[0].column]));
  });
  if (run.status.reason === 'failed' && n > 0) {
    const at = (n - 1) * run.size, y = shown.length > 0 ? plot.y(run.rows[at + 2 + shown[0].column]) : plot.bottom;
    drawCross(g, plot.x(run.rows[at]), Math.min(plot.bottom, Math.max(plot.top, Number.isFinite(y) ? y : plot.top)), 5);
  }
  drawTicks(plot, run, now);
  drawHead(plot, now, plot.height, true);
  return plot;
}
function drawStepDots(plot, run, split, x, y) {
  const g = plot.g;
  g.fillStyle = seriesColour(0);
  for (let k = 0; k < split; k++) {
    const at = k * run.size;
    if (run.rows[at + 1] & ROW_SAMPLE) continue;
    g.beginPath();
    g.arc(x(at), y(at), 1.9, 0, 7);
    g.fill();
  }
}
function drawEventLines(plot, run, now) {
  const n = run.events.length / 4, g = plot.g;
  if (n > 200) return;
  g.strokeStyle = colourOf('event');
  g.lineWidth = 1;
  for (let k = 0; k < n; k++) {
    const t = run.events[4 * k], x = plot.x(t);
    g.globalAlpha = t <= now ? 0.55 : 0.2;
    g.beginPath();
    g.moveTo(x, plot.top);
    g.lineTo(x, plot.bottom);
    g.stroke();
  }
  g.globalAlpha = 1;
}
// Draws the attempts at the foot: accepted ones short, rejected ones taller and red.
function drawTicks(plot, run, now) {
  const a = run.attempts, n = a.length / ATTEMPT_SIZE, g = plot.g;
  const every = Math.max(1, Math.ceil(n / MOST_TICKS));
  for (let k = 0; k < n; k++) {
    const at = k * ATTEMPT_SIZE, rejected = isRejected(a[at + 3]);
    if (a[at] > now || (!rejected && (a[at + 3] === CUT_BY_EVENT || k % every !== 0))) continue;
    const x = plot.x(a[at] + a[at + 1]);
    if (x > plot.right + 1) continue;
    g.strokeStyle = rejected ? colourOf('rejected') : seriesColour(0);
    g.globalAlpha = rejected ? 0.95 : 0.5;
    g.lineWidth = rejected ? 1.4 : 1;
    g.beginPath();
    g.moveTo(x, plot.bottom - (rejected ? 10 : 5));
    g.lineTo(x, plot.bottom);
    g.stroke();
  }
  g.globalAlpha = 1;
}

// Draws the sizes of the attempts, or their errors relative to the tolerance, on a scale of powers of ten.
function drawAttempts(canvas, run, what, now, unit) {
  const plot = beginPlot(canvas, { left: 52, right: 18, top: 8, bottom: 34 });
  const g = plot.g, { start, end } = run.status, a = run.attempts, n = a.length / ATTEMPT_SIZE;
  const field = what === 'error' ? 2 : 1;
  let low = Infinity, high = 0;
  for (let at = field; at < a.length; at += ATTEMPT_SIZE) {
    const v = a[at];
    if (v > 0 && Number.isFinite(v)) {
      low = Math.min(low, v);
      high = Math.max(high, v);
    }
  }
  const empty = !(high > 0);
  if (empty) [low, high] = [0.1, 1];
  // A few tiny first or last steps must not flatten the others.
  if (what !== 'error' && !empty) low = Math.max(low, high * 1e-6);
  if (what === 'error') {
    low = Math.max(low, 1e-4);
    high = Math.max(high, 1.5);
  }
  low /= 1.5;
  high *= 1.5;
  if (high / low < 6) {
    low /= 2;
    high *= 2;
  }
  setScales(plot, start, end > start ? end : start + 1, low, high, true);
  drawAxes(plot, true, unit, logTicks(low, high, Math.max(2, (plot.bottom - plot.top) / 20)));
  if (what === 'error' && !empty) {
    g.fillStyle = colourOf('rejected');
    g.fillRect(plot.left, Math.round(plot.y(1)), plot.right - plot.left, 1);
  }
  clipped(plot, () => {
    const every = Math.max(1, Math.ceil(n / 20000));
    for (let k = 0; k < n; k++) {
      const at = k * ATTEMPT_SIZE, v = a[at + field], outcome = a[at + 3];
      if (!(v > 0) || outcome === CUT_BY_EVENT || (!isRejected(outcome) && k % every !== 0)) continue;
      const x = plot.x(a[at]), y = Math.min(plot.bottom, Math.max(plot.top, plot.y(v)));
      g.globalAlpha = a[at] <= now ? 1 : 0.28;
      if (isRejected(outcome)) drawCross(g, x, y, 2.9);
      else {
        g.fillStyle = seriesColour(0);
        g.beginPath();
        g.arc(x, y, 1.9, 0, 7);
        g.fill();
      }
    }
    g.globalAlpha = 1;
  });
  drawHead(plot, now, plot.bottom, false);
  plot.empty = empty;
  return plot;
}
function drawCross(g, x, y, r) {
  g.strokeStyle = colourOf('rejected');
  g.lineWidth = 1.5;
  g.beginPath();
  g.moveTo(x - r, y - r);
  g.lineTo(x + r, y + r);
  g.moveTo(x + r, y - r);
  g.lineTo(x - r, y + r);
  g.stroke();
}

const PHASE_MARGINS = { left: 52, right: 14, top: 18, bottom: 32 };
// Returns the range of a phase portrait. With view.equal a unit of x is as long as a unit of y: the range of one axis is larger than its data.
function phaseRange(canvas, run, view) {
  const [x0, x1] = fitRange(columnRange(run, view.x), wishOf(view.range, 0));
  const [y0, y1] = fitRange(columnRange(run, view.y), wishOf(view.range, 2));
  const width = canvas.clientWidth - PHASE_MARGINS.left - PHASE_MARGINS.right, height = canvas.clientHeight - PHASE_MARGINS.top - PHASE_MARGINS.bottom;
  if (!view.equal || !(width > 0) || !(height > 0)) return [x0, x1, y0, y1];
  const unit = Math.max((x1 - x0) / width, (y1 - y0) / height);
  const moreX = (unit * width - (x1 - x0)) / 2, moreY = (unit * height - (y1 - y0)) / 2;
  return [x0 - moreX, x1 + moreX, y0 - moreY, y1 + moreY];
}
// Returns the points of the arrows of the field: [x, y, x, y, …].
function fieldPoints(canvas, range) {
  const nx = Math.max(8, Math.round(canvas.clientWidth / 28)), ny = Math.max(6, Math.round(canvas.clientHeight / 28));
  const points = new Float64Array(2 * nx * ny);
  let k = 0;
  for (let i = 0; i < nx; i++)
    for (let j = 0; j < ny; j++) {
      points[k++] = range[0] + (i + 0.5) * (range[1] - range[0]) / nx;
      points[k++] = range[2] + (j + 0.5) * (range[3] - range[2]) / ny;
    }
  return points;
}
// Draws the phase portrait. view: {x, y, nameX, nameY, range, equal}; field: {points, rates} or null; start: [x, y] with a knob, or null.
function drawPhase(canvas, run, view, now, field, start, startText) {
  const plot = beginPlot(canvas, PHASE_MARGINS);
  const g = plot.g, range = phaseRange(canvas, run, view);
  setScales(plot, ...range, false);
  drawAxes(plot, true, null, niceTicks(range[2], range[3], Math.max(2, (plot.bottom - plot.top) / 60)));
  if (range[0] < 0 && range[1] > 0) line(plot, plot.x(0), plot.top, plot.x(0), plot.bottom, 0.28);
  const n = run.rows.length / run.size, split = rowsUntil(run, now), decimate = false;
  const x = at => plot.x(run.rows[at + 2 + view.x]), y = at => plot.y(run.rows[at + 2 + view.y]);
  clipped(plot, () => {
    if (field) drawField(plot, field);
    g.strokeStyle = seriesColour(0);
    g.globalAlpha = 0.28;
    g.lineWidth = 1.4;
    if (split < n) strokeRows(g, run, Math.max(0, split - 1), n, x, y, decimate);
    g.globalAlpha = 1;
    g.lineWidth = 2;
    strokeRows(g, run, 0, split, x, y, decimate);
    if (run.status.statistics.steps_taken <= MOST_DOTS) drawStepDots(plot, run, split, x, y);
  });
  g.font = 'italic 15px STIX, "STIX Two Text", Georgia, serif';
  label(plot, view.nameX, plot.right, plot.bottom + 24, 'right', colourOf('text'));
  label(plot, view.nameY, plot.left - 8, plot.top - 8, 'right', colourOf('text'));
  g.font = '12px Cantarell, system-ui, "Noto Sans", sans-serif';
  if (start) {
    g.fillStyle = colourOf('card');
    g.strokeStyle = seriesColour(0);
    g.lineWidth = 2;
    g.beginPath();
    g.arc(plot.x(start[0]), plot.y(start[1]), 5.5, 0, 7);
    g.fill();
    g.stroke();
    const atRight = plot.x(start[0]) > plot.right - 60;
    label(plot, startText, plot.x(start[0]) + (atRight ? -10 : 10), plot.y(start[1]) - 10, atRight ? 'right' : 'left', seriesColour(0));
  }
  if (split > 0) {
    const at = (split - 1) * run.size;
    if (Number.isFinite(x(at)) && Number.isFinite(y(at))) {
      g.fillStyle = colourOf('accent');
      g.strokeStyle = colourOf('card');
      g.lineWidth = 1.5;
      g.beginPath();
      g.arc(x(at), y(at), 6, 0, 7);
      g.fill();
      g.stroke();
    }
  }
  return plot;
}
function drawField(plot, field) {
  const g = plot.g, [x0, x1, y0, y1] = plot.range;
  const scaleX = (plot.right - plot.left) / (x1 - x0), scaleY = (plot.bottom - plot.top) / (y1 - y0);
  g.strokeStyle = colourOf('field');
  g.globalAlpha = 0.5;
  g.lineWidth = 1.1;
  g.beginPath();
  for (let k = 0; k < field.points.length; k += 2) {
    let dx = field.rates[k] * scaleX, dy = -field.rates[k + 1] * scaleY;
    const length = Math.hypot(dx, dy);
    if (!(length > 0) || !Number.isFinite(length)) continue;
    dx *= 5 / length;
    dy *= 5 / length;
    const x = plot.x(field.points[k]), y = plot.y(field.points[k + 1]), angle = Math.atan2(dy, dx);
    g.moveTo(x - dx, y - dy);
    g.lineTo(x + dx, y + dy);
    g.moveTo(x + dx + 4 * Math.cos(angle + 2.7), y + dy + 4 * Math.sin(angle + 2.7));
    g.lineTo(x + dx, y + dy);
    g.lineTo(x + dx + 4 * Math.cos(angle - 2.7), y + dy + 4 * Math.sin(angle - 2.7));
  }
  g.stroke();
  g.globalAlpha = 1;
}
