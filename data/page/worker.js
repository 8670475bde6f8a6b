// The worker of a page: a runner whose requests and answers are messages.
'use strict';

const runnerOfWorker = makeRunner(answer => {
  const parts = answer.run ? [answer.run.rows.buffer, answer.run.attempts.buffer, answer.run.events.buffer] : [];
  self.postMessage(answer, parts);
}, func => { setTimeout(func, 0); });
self.onmessage = event => { runnerOfWorker(event.data); };
