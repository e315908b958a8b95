// SPDX-License-Identifier: Apache-2.0
// Attacks: pages of other sites, other names of this machine, hostile names and values, what a browser
// without the token sees. And that many tables one after the other leave memory as it was.
import http from 'node:http';
import net from 'node:net';
import { readFileSync, readdirSync } from 'node:fs';
import { check, faults, newPage, put, same, startStudio, until, walk } from './support.mjs';

let studio;
let page;
let elsewhere;
const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
const raw = (text) => new Promise((resolve, reject) => {
  const { port } = new URL(studio.url);
  const socket = net.connect(Number(port), '127.0.0.1', () => socket.write(text));
  let answer = '';
  socket.setTimeout(3000, () => { socket.destroy(); resolve(answer); });
  socket.on('data', (bytes) => { answer += bytes; });
  socket.on('close', () => resolve(answer));
  socket.on('error', reject);
});
const memory = () => Number(readFileSync(`/proc/${studio.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]);

export const guarded = async () => {
  walk('HTML in names, values and the name of the file stays text', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => `${20 + (i % 10)},"${evil.replaceAll('"', '""')}",${i % 2 ? 'flu' : '<b>gout</b>'}`);
    const file = put('<b>ugly<b> name.csv', `age,"<svg onload=window.hacked=1>",ill\n${rows.join('\n')}\n`);
    studio = await startStudio(file);
    page = await newPage(studio.url);
    await page.getByText('40 records, 3 columns').waitFor();
    check((await page.locator('main').innerText()).includes('<svg onload=window.hacked=1>'), 'the name is shown as it is');
    await page.getByRole('button', { name: '<svg onload=window.hacked=1>' }).first().click();
    await page.waitForTimeout(300);
    check((await page.locator('main img[src=x]').count()) === 0, 'no picture was made of it');
    check(await page.evaluate(() => window.hacked === undefined), 'nothing ran');
  });
  walk('an ugly table is released, and its report shown, and nothing runs', async () => {
    const { policy } = await studio.ask('api/state');
    policy.columns.age = { role: 'quasi' };
    policy.columns['<svg onload=window.hacked=1>'] = { role: 'plain' };
    policy.columns.ill = { role: 'sensitive' };
    policy.privacy = { k: 4 };
    await studio.ask('api/policy', policy);
    await page.goto(`${studio.url}#release`);
    await page.getByRole('button', { name: 'Make the release' }).click();
    await page.getByTestId('guarantees').waitFor();
    await page.getByRole('button', { name: 'Show the report' }).click();
    const frame = page.frameLocator('iframe.report');
    await frame.locator('h1').waitFor();
    check((await frame.locator('img').count()) === 0 && (await frame.locator('svg[onload]').count()) === 0, 'nothing was made of it there');
    check(await page.evaluate(() => window.hacked === undefined), 'nothing ran');
    check(!/[<>]/.test((await studio.ask('api/state')).release.files.release), 'files have plain names');
  });
  walk('who could find me, with hostile words', async () => {
    await page.goto(`${studio.url}#who`);
    await page.getByLabel('age').fill(evil);
    await page.getByRole('alert').waitFor();
    check(await page.evaluate(() => window.hacked === undefined), 'nothing ran');
  });
  walk('a script that is put into the page does not run', async () => {
    const ran = await page.evaluate(() => {
      try { const script = document.createElement('script'); script.textContent = 'window.inline = 1'; document.head.append(script); } catch { /* trusted types */ }
      try { document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.inline = 1">'); } catch { /* trusted types */ }
      try { setTimeout('window.inline = 1', 10); } catch { /* trusted types */ }
      try { const link = document.createElement('a'); link.href = 'javascript:window.inline=1'; document.body.append(link); link.click(); } catch { /* refused */ }
      return new Promise((resolve) => setTimeout(() => resolve(window.inline), 300));
    });
    same(ran, undefined, 'an inline script');
    faults.length = 0;  // the refusals are what was wanted
  });
  walk('a second browser profile without the token sees nothing', async () => {
    const other = await newPage(null);
    const origin = new URL(studio.url).origin;
    for (const path of ['/', '/index.html', '/assets/app.js', '/api/state', `/s/${'0'.repeat(64)}/`]) {
      const answer = await other.goto(origin + path);
      same(answer.status(), 403, path);
      check(!(await other.content()).includes('ugly'), `nothing of the table at ${path}`);
    }
    await other.context().close();
  });
  walk('a page of another site reads, sends and frames nothing, even with the token', async () => {
    elsewhere = http.createServer((request, response) => { response.setHeader('Content-Type', 'text/html'); response.end('<h1>elsewhere</h1>'); });
    await new Promise((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const other = await newPage(null);
    await other.goto(`http://localhost:${elsewhere.address().port}/`);
    const { url } = studio;
    const before = JSON.stringify((await studio.ask('api/state')).policy);
    const got = await other.evaluate(async (target) => {
      const out = [];
      out.push(await fetch(`${target}api/state`).then((answer) => answer.text(), () => 'refused'));
      out.push(await fetch(`${target}api/state`, { mode: 'no-cors' }).then((answer) => answer.type + (answer.status || ''), () => 'refused'));
      out.push(await fetch(`${target}api/policy`, { method: 'POST', mode: 'no-cors', body: '{}' }).then((answer) => answer.type, () => 'refused'));
      out.push(await new Promise((resolve) => { const script = document.createElement('script'); script.src = `${target}assets/app.js`; script.onload = () => resolve('loaded'); script.onerror = () => resolve('refused'); document.head.append(script); }));
      const frame = document.createElement('iframe');
      frame.src = target;
      document.body.append(frame);
      await new Promise((resolve) => setTimeout(resolve, 700));
      let seen = 'refused';
      try { seen = frame.contentDocument?.body?.innerText ?? 'refused'; } catch { /* another origin */ }
      out.push(seen);
      return out;
    }, url);
    check(!got.join().includes('columns'), `nothing was read: ${got}`);
    same(got[0], 'refused', 'reading');
    same(got[3], 'refused', 'a script of ours');
    const frame = other.frames().find((one) => one !== other.mainFrame());
    check(!frame || !(await frame.content()).includes('Privet studio'), 'it is not shown in a frame');
    same(JSON.stringify((await studio.ask('api/state')).policy), before, 'the policy is as it was');
    await other.context().close();
    elsewhere.close();
    faults.length = 0;  // this page asks elsewhere by design
  });
  walk('another name of this machine gets no answer (DNS rebinding)', async () => {
    const { pathname, port } = new URL(studio.url);
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', '']) {
      const answer = await raw(`GET ${pathname}api/state HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      check(/^HTTP\/1.1 4\d\d/.test(answer) && !answer.includes('columns'), `${host}: ${answer.slice(0, 60)}`);
    }
    check((await raw(`GET ${pathname}api/state HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`)).includes('"columns"'), 'our own name does');
  });
  walk('names of files are no paths', async () => {
    const { pathname, port } = new URL(studio.url);
    for (const path of ['files/../../../../etc/passwd', 'files/%2e%2e%2f%2e%2e%2fetc%2fpasswd', 'files/open.html', 'files/question.toml', 'pages/..%2Fopen.html', 'assets/../../CMakeLists.txt']) {
      const answer = await raw(`GET ${pathname}${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
      check(/^HTTP\/1.1 (40\d)/.test(answer), `${path}: ${answer.slice(0, 60)}`);
    }
  });
  walk('a request that lies about its size is refused, and the studio lives on', async () => {
    const { pathname, port } = new URL(studio.url);
    const answer = await raw(`POST ${pathname}api/upload?as=table&name=x.csv HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 99999999999999\r\n\r\nabc`);
    check(/^HTTP\/1.1 4\d\d/.test(answer) || answer === '', answer.slice(0, 60));
    check((await studio.ask('api/state')).file !== null, 'it lives on');
  });
  walk('a hundred tables opened one after the other leave memory as it was', async () => {
    const text = `a,b,c\n${Array.from({ length: 2000 }, (_, i) => `${i},${i % 7},${i % 13}`).join('\n')}\n`;
    const open = async () => {
      const { job } = await (await fetch(`${studio.url}api/upload?as=table&name=many.csv`, { method: 'POST', body: text })).json();
      for (;;) { const { state } = await studio.ask(`api/job?id=${job}`); if (state !== 'running') { same(state, 'done', 'it opens'); return; } await new Promise((resolve) => setTimeout(resolve, 10)); }
    };
    for (let i = 0; i < 20; i += 1) await open();
    const early = memory();
    for (let i = 0; i < 80; i += 1) await open();
    check(memory() < early + 16000, `${early} kB after 20, ${memory()} kB after 100`);
  });
  walk('a hundred sessions opened and closed leave memory as it was', async () => {
    const { policy } = await studio.ask('api/state');
    policy.privacy = { k: 3 };
    for (const column of Object.values(policy.columns)) column.role = 'quasi';
    await studio.ask('api/policy', policy);
    const pages = ['', 'assets/app.js', 'assets/views.js', 'assets/report.css', 'assets/studio.css', 'api/catalog', 'api/state', 'api/rows?from=0&count=50', 'api/column?name=a', 'api/jobs'];
    // What a page does from its opening to its end, its stream of events included.
    const session = async () => {
      const gone = new AbortController();
      const events = await fetch(`${studio.url}api/events`, { signal: gone.signal });
      const reader = events.body.getReader();
      check(new TextDecoder().decode((await reader.read()).value).includes('hello'), 'it learns that it is listened to');
      for (const one of pages) same((await (await fetch(studio.url + one)).arrayBuffer()).byteLength > 0, true, one);
      const answer = await studio.ask('api/preview', policy);
      check(answer.after?.min_class >= 3, JSON.stringify(answer).slice(0, 200));
      gone.abort();
    };
    const files = () => readdirSync(`/proc/${studio.pid}/fd`).length;
    // A stream is noticed to be gone when something is said to it, so the next may have to wait.
    const patient = () => until(() => session().then(() => true, (error) => { if (/503|not so/.test(error.message)) return false; throw error; }), 'a session');
    for (let i = 0; i < 20; i += 1) await patient();
    const early = memory();
    const open = files();
    for (let i = 0; i < 100; i += 1) await patient();
    check(memory() < early + 16000, `${early} kB after 20, ${memory()} kB after 120`);
    await until(() => files() <= open + 2, 'connections are given back');
  });
  walk('it ends', async () => { await page.context().close(); same(await studio.end(), 0, 'exit status'); });
};
