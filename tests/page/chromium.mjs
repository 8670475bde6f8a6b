// A headless Chromium that is controlled through a pipe (Chrome DevTools Protocol), without packages of node.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export class Browser {
  constructor(program) {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stepwise-chromium-'));
    this.process = spawn(program, ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--hide-scrollbars',
      '--disable-background-networking', '--disable-component-update', '--lang=en', '--remote-debugging-pipe', `--user-data-dir=${this.folder}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    this.next = 0;
    this.waiting = new Map();
    this.listeners = [];
    let text = '';
    this.process.stdio[4].on('data', data => {
      text += data;
      for (let at = text.indexOf('\0'); at >= 0; at = text.indexOf('\0')) {
        this.receive(JSON.parse(text.slice(0, at)));
        text = text.slice(at + 1);
      }
    });
  }
  receive(message) {
    const entry = this.waiting.get(message.id);
    if (entry) {
      this.waiting.delete(message.id);
      if (message.error) entry.reject(new Error(`${entry.method}: ${message.error.message}`));
      else entry.resolve(message.result);
      return;
    }
    for (const listener of this.listeners) listener(message);
  }
  send(method, params = {}, sessionId = undefined) {
    const id = ++this.next;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, method });
      this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0');
    });
  }
  // Opens an address in a new tab of a size. requests: collects the addresses that it loads, for which Chromium reads each page twice. The tab collects everything that is written to its console, errors included, also of its workers and frames.
  async open(address, { width = 1280, height = 800, dark = false, language = 'en', requests = false } = {}) {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const tab = new Tab(this, targetId, sessionId);
    await tab.send('Page.enable');
    await tab.send('Runtime.enable');
    await tab.send('Log.enable');
    if (requests) await tab.send('Network.enable');
    await tab.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: width < 600 });
    await tab.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] });
    await tab.send('Emulation.setLocaleOverride', { locale: language });
    await tab.send('Emulation.setUserAgentOverride', { userAgent: 'stepwise-test', acceptLanguage: language });
    await tab.send('Page.navigate', { url: address });
    return tab;
  }
  async close() {
    await this.send('Browser.close').catch(() => {});
    await new Promise(resolve => {
      if (this.process.exitCode !== null) resolve();
      else this.process.once('exit', resolve);
    });
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

class Tab {
  constructor(browser, targetId, sessionId) {
    this.browser = browser;
    this.targetId = targetId;
    this.sessionId = sessionId;
    this.messages = [];
    this.requests = [];
    browser.listeners.push(message => {
      if (message.sessionId !== sessionId) return;
      const { method, params } = message;
      if (method === 'Runtime.consoleAPICalled') this.messages.push(params.args.map(arg => arg.value ?? arg.description).join(' '));
      if (method === 'Runtime.exceptionThrown') this.messages.push(params.exceptionDetails.exception?.description || params.exceptionDetails.text);
      if (method === 'Log.entryAdded') this.messages.push(params.entry.text);
      if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
    });
  }
  send(method, params) {
    return this.browser.send(method, params, this.sessionId);
  }
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
    return result.value;
  }
  // Waits until an expression is true.
  async wait(expression, seconds = 30) {
    const stop = Date.now() + 1000 * seconds;
    for (;;) {
      const value = await this.evaluate(expression).catch(() => undefined);
      if (value) return value;
      if (Date.now() > stop) throw new Error(`not true after ${seconds} s: ${expression}; console: ${this.messages.join(' | ')}`);
      await new Promise(resolve => { setTimeout(resolve, 20); });
    }
  }
  async key(name, code, text) {
    await this.send('Input.dispatchKeyEvent', { type: 'keyDown', key: name, code: code || name, text });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', key: name, code: code || name });
  }
  async drag(x0, y0, x1, y1) {
    const event = (type, x, y, buttons) => this.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons, clickCount: 1 });
    await event('mousePressed', x0, y0, 1);
    await event('mouseMoved', (x0 + x1) / 2, (y0 + y1) / 2, 1);
    await event('mouseMoved', x1, y1, 1);
    await event('mouseReleased', x1, y1, 0);
  }
  async screenshot(file) {
    const { data } = await this.send('Page.captureScreenshot', { format: 'png' });
    fs.writeFileSync(file, Buffer.from(data, 'base64'));
  }
  close() {
    return this.browser.send('Target.closeTarget', { targetId: this.targetId });
  }
}
