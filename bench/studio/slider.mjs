// SPDX-License-Identifier: Apache-2.0
// How long a move of the dial "Nobody is among fewer than" takes on Adult, in a real browser: from the
// move to the frame that shows the new risk and detail. Run by hand; figures go to docs/performance.md.
// Usage: node bench/studio/slider.mjs PROGRAM [TABLE.csv [MOVES]]    TABLE: Adult of ../shared/data
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { finish, folder, newPage, root, startStudio, until } from '../../tests/browser/support.mjs';

const adult = path.join(process.env.PRIVET_DATA ?? path.join(root, '../shared/data'), 'adult/arx_adult_30162.csv.gz');
const quasi = ['sex', 'age', 'race', 'marital-status', 'education', 'native-country', 'workclass', 'occupation'];
const places = 26;  // of the dial

const cpu = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
};
// In the page: turns the dial to a place; the milliseconds until the answer to it is painted.
const turn = (place) => new Promise((resolve) => {
  const dial = document.getElementById('k');
  const box = document.querySelector('[data-testid=numbers]').parentElement;
  const begin = performance.now();
  let asked = false;
  const watch = new MutationObserver(() => {
    if (box.getAttribute('aria-busy') === 'true') { asked = true; return; }
    if (!asked) return;
    watch.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - begin));
  });
  watch.observe(box, { attributes: true, childList: true, subtree: true });
  // A dial that stays where it is asks nothing.
  dial.value = String(dial.value === String(place) ? place + 1 : place);
  dial.dispatchEvent(new Event('input', { bubbles: true }));
});

const table = process.argv[3] || path.join(folder, 'adult.csv');
if (!process.argv[3]) {
  if (!existsSync(adult)) { console.log(`needs ${adult}`); process.exit(77); }
  writeFileSync(table, gunzipSync(readFileSync(adult)));
}
const moves = Number(process.argv[4] ?? 100);
let studio;
try {
  const before = Date.now();
  studio = await startStudio(table);
  await until(async () => (await studio.ask('api/state')).file, 'the table is open');
  const opened = Date.now() - before;
  const { policy, file } = await studio.ask('api/state');
  for (const [name, column] of Object.entries(policy.columns)) {
    if (!process.argv[3]) column.role = quasi.includes(name) ? 'quasi' : 'sensitive';
    else if (column.role === 'undecided') column.role = 'plain';
  }
  await studio.ask('api/policy', policy);
  const page = await newPage(`${studio.url}#promise`);
  await page.getByTestId('numbers').waitFor({ timeout: 60000 });
  for (const part of ['while the frontier is drawn', 'alone']) {
    if (part === 'alone') await until(async () => (await studio.ask('api/jobs')).every((job) => job.state !== 'running'), 'the frontier is drawn');
    const spent = cpu(studio.pid);
    const times = [];
    for (let i = 0; i < moves; i += 1) times.push(await page.evaluate(turn, i % 2 ? 4 + (i * 7) % (places - 4) : 1 + (i * 5) % 8));
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(0);
    console.log(`${file.rows} records, ${part}: ${moves} moves, median ${at(0.5)} ms, 95% within ${at(0.95)} ms, longest ${at(1)} ms; `
      + `${((cpu(studio.pid) - spent) / moves).toFixed(3)} s of processor each; load ${loadavg()[0].toFixed(1)}; opened in ${opened} ms`);
  }
  await page.context().close();
} finally {
  await studio?.end();
  await finish();
}
