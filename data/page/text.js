// Texts and formulas of a page. All texts are put in by textContent, never as markup.
'use strict';

const pageData = JSON.parse(document.getElementById('page-data').textContent);
const pageLanguage = pageData.language || ((navigator.language || 'en').toLowerCase().startsWith('de') ? 'de' : 'en');
const readTexts = id => (pageLanguage === 'en' ? {} : JSON.parse(document.getElementById(id).textContent)[pageLanguage] || {});
const translations = readTexts('page-texts');

// Returns the translation of a message.
function _(message) {
  const found = translations[message];
  return Array.isArray(found) ? found[0] : found || message;
}
// Returns the translation of a message with a number.
function ngettext(one, many, n) {
  const found = translations[one];
  if (Array.isArray(found)) return n === 1 ? found[0] : found[1];
  return n === 1 ? one : many;
}
// Replaces {0}, {1}, … in a text.
function fill(text, ...values) {
  return text.replace(/\{(\d)\}/g, (all, k) => values[Number(k)]);
}

const $ = id => document.getElementById(id);
// Makes an element with attributes; children are elements or texts.
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key in element && key !== 'list' && typeof value !== 'string') element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

const GREEK = {
  alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', zeta: 'ζ', eta: 'η', theta: 'θ', iota: 'ι', kappa: 'κ', lambda: 'λ', mu: 'μ',
  nu: 'ν', xi: 'ξ', pi: 'π', rho: 'ρ', sigma: 'σ', tau: 'τ', phi: 'φ', chi: 'χ', psi: 'ψ', omega: 'ω', Gamma: 'Γ', Delta: 'Δ', Theta: 'Θ',
  Lambda: 'Λ', Xi: 'Ξ', Pi: 'Π', Sigma: 'Σ', Phi: 'Φ', Psi: 'Ψ', Omega: 'Ω',
};
// Writes a unit with raised powers: m/s^2 becomes m/s².
function unitText(unit) {
  const raised = { '-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' };
  return unit.replace(/\^(-?\d+)(?![\d.])/g, (all, power) => [...power].map(c => raised[c]).join('')).replaceAll('*', '·');
}

// Appends a name as an italic symbol: theta_1 becomes θ with the index 1, and x' gets a dot.
function appendName(parent, name, dots) {
  const match = /^([A-Za-z]+?)(?:_?(\d+)|_(\w+))?$/.exec(name);
  const base = match ? match[1] : name;
  const index = match ? match[2] || match[3] : undefined;
  const symbol = make('i', {}, (GREEK[base] || base) + (dots === 1 ? '\u0307' : dots === 2 ? '\u0308' : ''));
  parent.append(symbol);
  if (index !== undefined) parent.append(make('sub', {}, GREEK[index] || index));
}
// Appends an expression as a formula. Powers with a plain exponent are raised, and the sign of a product becomes a thin space.
function appendFormula(parent, text) {
  const tokens = text.match(/[A-Za-z_][\w.]*'*|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+|<=|>=|==|!=|\s+|./gu) || [];
  for (let k = 0; k < tokens.length; k++) {
    const token = tokens[k];
    if (/^\s+$/.test(token)) continue;
    if (/^[A-Za-z_]/.test(token)) {
      let dots = (/'*$/.exec(token) || [''])[0].length;
      const name = dots > 0 ? token.slice(0, -dots) : token;
      // The dot of an element, u[i]', is above its name.
      const close = tokens[k + 1] === '[' ? tokens.indexOf(']', k) : -1;
      while (close > 0 && tokens[close + 1] === "'") {
        tokens.splice(close + 1, 1);
        dots++;
      }
      if (tokens[k + 1] === '(' && dots === 0) parent.append(name);
      else appendName(parent, name, dots);
    } else if (token === '^' && /^[\w.]+$/.test(tokens[k + 1] || '') && tokens[k + 2] !== '(') {
      const raised = make('sup');
      if (/^[A-Za-z_]/.test(tokens[k + 1])) appendName(raised, tokens[k + 1], 0);
      else raised.append(tokens[k + 1]);
      parent.append(raised);
      k++;
    } else if (token === '*') parent.append('\u2009');
    else if (token === '-') parent.append(k === 0 || /^[(,=]$/.test(tokens[k - 1]) ? '−' : '\u2009−\u2009');
    else if (['+', '=', '<', '>', '<=', '>=', '==', '!='].includes(token)) parent.append(`\u2009${token}\u2009`);
    else if (token === ',') parent.append(', ');
    else parent.append(token);
  }
}
