// A lesson in the page: its pages with text, question, guess, reveal and check. Runs are computed in the page; what only the window can show is named in a
// sentence.
'use strict';

const lessonState = { page: 0, revealed: new Set(), guesses: new Map(), model: -1 };

// Appends paragraphs: [[displayed, [[kind, text, right], …]], …]; kind 0: plain, 1: emphasis, 2: formula.
function appendParagraphs(parent, paragraphs) {
  for (const [, spans] of paragraphs || []) {
    const paragraph = make('p');
    for (const [kind, text, right] of spans) {
      if (kind === 0) paragraph.append(text);
      else if (kind === 1) paragraph.append(make('em', {}, text));
      else {
        const formula = make('span', { class: 'formula' });
        appendFormula(formula, right === undefined || right === null ? text : `${text} = ${right}`);
        paragraph.append(formula);
      }
    }
    parent.append(paragraph);
  }
}

// Says how a guess compares with the computed number, in the words of the window.
function compareGuess(guess, measured) {
  const ratio = guess / measured, error = Math.abs(ratio - 1);
  if (guess === measured) return _('exactly right');
  if (measured === 0 || guess === 0 || !Number.isFinite(ratio)) return Math.abs(guess) > Math.abs(measured) ? _('too large') : _('too small');
  if (ratio < 0) return _('of the wrong sign');
  if (error <= 0.01) return _('within 1 %');
  if (error <= 0.1) return _('within 10 %');
  if (ratio > 0.5 && ratio < 2) return fill(ratio > 1 ? _('{0} % too large') : _('{0} % too small'), formatNumber(100 * error, 2));
  return fill(ratio > 1 ? _('{0} times too large') : _('{0} times too small'), formatNumber(ratio > 1 ? ratio : 1 / ratio, 2));
}

const lessonPage = () => pageData.lesson.pages[lessonState.page];

// Applies the values and settings of a run of the lesson and, if `computes` is true, computes it. Returns the run, or null.
async function showLessonRun(index, computes) {
  const wanted = pageData.lesson.runs[index];
  if (!wanted || wanted.model === null) return null;
  const constants = JSON.stringify(wanted.values.filter(([table]) => table === 'constant'));
  if (lessonState.model !== wanted.model || lessonState.constants !== constants) {
    const { text, file, extension } = pageData.lesson.models[wanted.model];
    const answer = await state.ask({ type: 'open', text, file, extension, changes: { values: wanted.values, settings: [] } });
    if (answer.type === 'fault') {
      showFault(answer.message);
      return null;
    }
    lessonState.model = wanted.model;
    lessonState.constants = constants;
    state.text = text;
    state.run = null;
    state.model = answer.model;
  }
  state.values.clear();
  state.settings.clear();
  for (const [table, name, value] of wanted.values) state.values.set(`${table} ${name}`, [table, name, value]);
  for (const [key, text] of wanted.settings) state.settings.set(key, text);
  openModel(state.model);
  if (computes) return runNow();
  hideRun(_('Reveal computes the run.'));
  return null;
}

// Compares a run with the numbers that the lesson states about it. Returns [agreeing, compared, not compared].
function checkNumbers(run, index) {
  let agree = 0, compared = 0, left = 0;
  if (run.status.reason === 'cut') return [0, 0, 0];
  const columns = state.model.columns;
  for (const number of pageData.lesson.numbers) {
    if (number.run !== index) continue;
    let value = run.status.statistics[number.value];
    if (number.output !== undefined) {
      const column = columns.findIndex(entry => entry.name === number.output);
      const row = number.at === 'start' ? 0 : run.rows.length / run.size - 1;
      value = column < 0 ? undefined : run.rows[row * run.size + 2 + column];
    }
    if (value === undefined || value === null) {
      left++;
      continue;
    }
    compared++;
    if (number.text !== undefined ? value === number.text : value >= number.low && value <= number.high) agree++;
  }
  return [agree, compared, left];
}

function makeAnswers(page, index) {
  const place = make('div', { class: 'answers' });
  if (page.ask === 'choose') {
    page.items.forEach((item, k) => place.append(make('label', {}, make('input', { type: 'radio', name: `answer-${index}`, checked: lessonState.guesses.get(index) === k,
      disabled: lessonState.revealed.has(index), onchange: () => lessonState.guesses.set(index, k) }), item)));
  } else if (page.ask === 'number' || page.ask === 'set') {
    const field = make('input', { type: 'text', inputmode: 'decimal', 'aria-label': _('Your guess'), disabled: lessonState.revealed.has(index) });
    if (lessonState.guesses.has(index)) field.value = String(lessonState.guesses.get(index));
    field.addEventListener('input', () => {
      const value = parseNumber(field.value);
      if (field.value.trim() !== '' && Number.isFinite(value)) lessonState.guesses.set(index, value);
      else lessonState.guesses.delete(index);
    });
    place.append(make('label', {}, _('Your guess'), field, page.unit || ''));
  } else if (page.ask === 'order') {
    const order = lessonState.guesses.get(index) || page.shown.slice();
    lessonState.guesses.set(index, order);
    const move = (k, by) => {
      [order[k], order[k + by]] = [order[k + by], order[k]];
      showLesson();
    };
    order.forEach((item, k) => place.append(make('label', {}, make('button', { type: 'button', class: 'plain', disabled: k === 0 || lessonState.revealed.has(index), 'aria-label': fill(_('Move “{0}” up'), item), onclick: () => move(k, -1) }, '↑'),
      make('button', { type: 'button', class: 'plain', disabled: k === order.length - 1 || lessonState.revealed.has(index), 'aria-label': fill(_('Move “{0}” down'), item), onclick: () => move(k, 1) }, '↓'), item)));
  } else if (page.ask) {
    place.append(make('p', {}, page.ask === 'curve' ? _('Draw the curve on paper; Reveal shows it.') : _('Think of an answer; Reveal shows the run.')));
  }
  return place;
}

// Returns [sentence, whether it is right or null].
function verdictOf(page, index) {
  const guess = lessonState.guesses.get(index);
  if (page.ask === 'choose') {
    if (guess === undefined) return [fill(_('The answer: {0}.'), page.items[page.answer]), null];
    return guess === page.answer ? [_('Right.'), true] : [fill(_('Not so. The answer: {0}.'), page.items[page.answer]), false];
  }
  if (page.ask === 'number' || page.ask === 'set') {
    const answer = fill(_('The answer: {0}.'), withUnit(page.digits, page.unit));
    if (guess === undefined) return [answer, null];
    const right = page.within !== undefined ? Math.abs(guess - page.number) <= page.within * (1 + 1e-12) : null;
    return [`${fill(_('Your guess: {0}, {1}.'), withUnit(formatNumber(guess, 6), page.unit), compareGuess(guess, page.number))} ${answer}`, right];
  }
  if (page.ask === 'order') {
    const right = guess && guess.every((item, k) => item === page.items[k]);
    return right ? [_('Right.'), true] : [fill(_('Not so. The right order: {0}.'), page.items.join(', ')), false];
  }
  return ['', null];
}

async function reveal() {
  const index = lessonState.page, page = lessonPage();
  lessonState.revealed.add(index);
  showLesson();
  if (page.reveal === null || page.reveal === undefined) return;
  const run = await showLessonRun(page.reveal, true);
  if (!run || lessonState.page !== index) return;
  const [agree, compared, left] = checkNumbers(run, page.reveal);
  const note = $('lesson').querySelector('.check');
  if (!note || compared === 0) return;
  note.textContent = fill(ngettext('The run in this page agrees with {0} of {1} number of the lesson.', 'The run in this page agrees with {0} of {1} numbers of the lesson.', compared), agree, compared)
    + (left > 0 ? ' ' + fill(ngettext('{0} more is not compared here.', '{0} more are not compared here.', left), left) : '');
  note.classList.add(agree === compared ? 'right' : 'wrong');
}

function showLesson() {
  const { pages } = pageData.lesson, index = lessonState.page, page = pages[index], revealed = lessonState.revealed.has(index);
  const place = $('lesson');
  const hint = page.hint ? make('details', {}, make('summary', {}, _('Hint'))) : null;
  if (hint) appendParagraphs(hint, page.hint);
  const text = make('div', { class: 'text' });
  appendParagraphs(text, page.text);
  const question = page.question ? make('div', { class: 'question' }) : null;
  if (question) appendParagraphs(question, page.question);
  const after = make('div', { class: 'text' });
  const [sentence, right] = revealed ? verdictOf(page, index) : ['', null];
  if (revealed) {
    if (sentence) after.append(make('p', { class: `verdict${right === null ? '' : right ? ' right' : ' wrong'}`, role: 'status' }, sentence));
    appendParagraphs(after, page.after);
    after.append(make('p', { class: 'verdict check', role: 'status' }));
  }
  const elsewhere = page.elsewhere ? make('p', {}, make('small', {}, page.elsewhere === 'branch' ? _('The run of this page begins inside another run; only the window shows it.')
    : page.elsewhere === 'study' ? _('The number of this page comes from a study; the window computes it.')
      : fill(_('This page of the lesson happens in the view “{0}” of the window.'), page.elsewhere))) : null;
  const needsReveal = (page.question || page.after || page.reveal !== null) && !revealed;
  const go = by => {
    lessonState.page = Math.min(pages.length - 1, Math.max(0, index + by));
    showLesson();
    preparePage();
  };
  const buttons = make('span', { class: 'buttons' },
    make('button', { type: 'button', class: 'plain', id: 'lesson-back', disabled: index === 0, onclick: () => go(-1) }, _('Back')),
    needsReveal ? make('button', { type: 'button', class: 'plain main', id: 'lesson-reveal', onclick: reveal }, _('Reveal')) : null,
    make('button', { type: 'button', class: needsReveal ? 'plain' : 'plain main', id: 'lesson-next', disabled: index === pages.length - 1, onclick: () => go(1) }, _('Next')));
  place.replaceChildren(...[
    make('div', { class: 'head' }, make('h2', {}, page.title || fill(_('Page {0}'), index + 1)), make('small', {}, fill(_('{0} of {1}'), index + 1, pages.length)), buttons),
    text, make('div', { class: 'asked' }, question, page.question ? makeAnswers(page, index) : null, hint, elsewhere, after),
  ].filter(part => part !== null));
  // The answer must be seen.
  if (revealed) after.scrollIntoView({ block: 'nearest' });
}

// Shows the run with which the page begins. A page that asks shows no run before Reveal, since it would give the answer away.
async function preparePage() {
  const page = lessonPage();
  const revealed = lessonState.revealed.has(lessonState.page);
  if (revealed && page.reveal !== null) await showLessonRun(page.reveal, true);
  else await showLessonRun(page.before, revealed || !page.ask);
}

async function startLesson() {
  $('lesson').hidden = false;
  $('lesson').setAttribute('aria-label', _('Lesson'));
  document.body.classList.add('has-lesson');
  showLesson();
  addEventListener('keydown', event => {
    if (/TEXTAREA|INPUT|SELECT/.test(event.target.tagName)) return;
    if (event.key === 'PageDown') {
      event.preventDefault();
      ($('lesson-reveal') || $('lesson-next')).click();
    } else if (event.key === 'PageUp') {
      event.preventDefault();
      $('lesson-back').click();
    }
  });
  await preparePage();
}
