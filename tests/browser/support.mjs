// SPDX-License-Identifier: Apache-2.0
// A studio and a browser for walks: starts and ends both, and keeps what every walk must not see
// (errors in the page, refused content, requests to elsewhere).
import { spawn, execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../..');
const require = createRequire(path.join(root, 'build/npm/package.json'));
const { chromium } = require('playwright-core');
export const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
export const program = path.resolve(process.argv[2] ?? path.join(root, 'build/release/bin/privet'));
export const folder = mkdtempSync(path.join(tmpdir(), 'privet-browser-'));
export const example = (name) => path.join(root, 'examples', name);
export const put = (name, text) => { const file = path.join(folder, name); writeFileSync(file, text); return file; };
export const privet = (...words) => execFileSync(program, words, { cwd: folder, encoding: 'utf8', timeout: 60000, stdio: ['ignore', 'pipe', 'pipe'] });

export const startStudio = async (...words) => {
  const child = spawn(program, ['studio', '--no-browser', '--json', ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const url = await new Promise((resolve, reject) => {
    let text = '';
    const late = setTimeout(() => reject(new Error(`studio did not start: ${text}`)), 20000);
    child.stdout.on('data', (bytes) => { text += bytes; try { resolve(JSON.parse(text).url); clearTimeout(late); } catch { /* not all of it yet */ } });
    child.stderr.on('data', (bytes) => { text += bytes; });
    child.on('exit', (status) => { clearTimeout(late); reject(new Error(`studio ended with ${status}: ${text}`)); });
  });
  const end = () => new Promise((resolve) => {
    if (child.exitCode !== null) { resolve(child.exitCode); return; }
    const kill = setTimeout(() => child.kill('SIGKILL'), 15000);
    child.removeAllListeners('exit');
    child.on('exit', (status) => { clearTimeout(kill); resolve(status); });
    child.kill('SIGTERM');
  });
  const ask = async (target, body) => (await fetch(url + target, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) })).json();
  const file = async (name) => Buffer.from(await (await fetch(`${url}files/${name}`)).arrayBuffer());
  return { url, end, ask, file, pid: child.pid };
};

const switches = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];
let browser;
export const launch = async () => { browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: switches }); return browser; };
export const faults = [];
export const newPage = async (url, options = {}) => {
  const context = await (await launch()).newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(20000);
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`error in the page: ${error.message}`));
  page.on('console', (message) => { if (/Content Security Policy|TrustedScript|TrustedHTML/.test(message.text())) faults.push(message.text()); });
  page.on('request', (request) => { if (url && !request.url().startsWith(new URL(url).origin) && !/^(data|blob|about):/.test(request.url())) faults.push(`asked elsewhere: ${request.url()}`); });
  if (url) await page.goto(url);
  return page;
};

const walks = [];
export const walk = (name, steps) => walks.push({ name, steps });
export const check = (truth, what) => { if (!truth) throw new Error(`not so: ${what}`); };
// Looks again and again until it is so; fails after some seconds.
export const until = async (truth, what) => {
  for (const end = Date.now() + 30000; Date.now() < end;) {
    if (await truth()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`not so in time: ${what}`);
};
export const same = (a, b, what) => { if (a !== b) throw new Error(`${what}: ${JSON.stringify(a)?.slice(0, 300)} is not ${JSON.stringify(b)?.slice(0, 300)}`); };

// Runs the walks one after the other; the number of those that failed.
export const runWalks = async () => {
  let failed = 0;
  for (const { name, steps } of walks.splice(0)) {
    const began = Date.now();
    faults.length = 0;
    try {
      await steps();
      if (faults.length) throw new Error(faults.join('; '));
      console.log(`ok      ${name} (${Date.now() - began} ms)`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}: ${error.message}`);
    }
  }
  return failed;
};
export const finish = async () => { await browser?.close(); rmSync(folder, { recursive: true, force: true }); };
