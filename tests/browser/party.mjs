// SPDX-License-Identifier: Apache-2.0
// Walks with a party's daemon running: its jobs, what each would tell whom, yes and no.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { axe, check, example, newPage, privet, program, same, startStudio, until, walk } from './support.mjs';

// Its own place, with a short name: the path of a socket has little room.
const place = mkdtempSync(path.join(tmpdir(), 'pvp-'));
const at = (name) => path.join(place, name);
const names = ['clinic', 'laboratory', 'insurer'];
const daemons = [];
let studio;
let page;
const ask = (...words) => JSON.parse(privet(...words, '--json'));
const state = (name, id) => { try { return ask('job', 'show', id, '--folder', at(name)).state; } catch { return 'unknown'; } };
const submit = async () => {
  const { id } = ask('job', 'submit', example('federation/tree.toml'), '--folder', at('clinic'));
  for (const name of ['laboratory', 'insurer']) await until(() => state(name, id) === 'waiting', `${name} has the job`);
  return id;
};

export const party = async () => {
  walk('without a daemon the view says how to start one', async () => {
    studio = await startStudio();
    page = await newPage(`${studio.url}#federation`);
    await page.getByText('No daemon of a party answers').waitFor();
    await page.getByLabel('The folder of the party').fill(at('nowhere'));
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByRole('alert').filter({ hasText: 'no daemon of a party answers in this folder' }).waitFor();
  });
  walk('three organisations meet', async () => {
    for (const name of names) {
      privet('party', 'init', '--name', name, '--folder', at(name), '--listen', '127.0.0.1:0', '--quiet');
      copyFileSync(example(`federation/${name}.csv`), path.join(at(name), 'patients.csv'));
      writeFileSync(path.join(at(name), 'config.toml'), `${readFileSync(path.join(at(name), 'config.toml'))}\n[tables.patients]\nfile = "patients.csv"\n`);
      copyFileSync(example('federation/policy.toml'), path.join(at(name), 'policy.toml'));
      daemons.push(spawn(program, ['party', 'serve', '--folder', at(name), '--quiet'], { stdio: 'ignore' }));
    }
    for (const name of names) await until(() => existsSync(path.join(at(name), 'control.sock')), `${name} is there`);
    for (const [one, other] of [[0, 1], [0, 2], [1, 2]].map((pair) => pair.map((i) => names[i]))) {
      const invitation = privet('party', 'invite', '--folder', at(one)).trim().split(/\s+/).find((word) => word.startsWith('privet-invitation.'));
      const { code } = ask('party', 'join', invitation, '--folder', at(other));
      privet('party', 'confirm', other, code, '--folder', at(one));
      privet('party', 'confirm', one, code, '--folder', at(other));
    }
    await page.getByLabel('The folder of the party').fill(at('laboratory'));
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByText('This is laboratory').waitFor();
    await page.getByText('No job waits for your decision.').waitFor();
  });
  let approved;
  walk('a job that arrives is shown with its forecast', async () => {
    approved = await submit();
    await page.getByText('One job waits for your decision.').waitFor();
    const job = page.getByTestId('job');
    await job.getByText('Who comes back within a month?').waitFor();
    const own = ask('job', 'show', approved, '--folder', at('laboratory')).forecast;
    same(await job.getByTestId('forecast').locator('tbody tr').count(), own.length, 'as many lines as the command shows');
    const first = await job.getByTestId('forecast').locator('tbody tr').first().innerText();
    check(first.includes(own[0].learns) && first.includes(own[0].why), first);
    check((await job.getByRole('img', { name: /would learn/ }).count()) === 1, 'it is drawn');
  });
  walk('axe finds no serious fault in it, light and dark', async () => {
    await page.evaluate(axe);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await page.evaluate(() => window.axe.run(document, { iframes: false, resultTypes: ['violations'] }));
      const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
      same(serious.map((one) => `${one.id}: ${one.nodes[0].html}`).join('; '), '', colorScheme);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  });
  walk('it is still there after a reload, and is approved', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByTestId('job-state').filter({ hasText: 'is approved here' }).waitFor();
    same(state('laboratory', approved), 'approved', 'at the daemon too');
    privet('job', 'approve', approved, '--folder', at('insurer'));
    await page.getByTestId('job-state').filter({ hasText: 'is done' }).waitFor();
    await page.getByRole('heading', { name: 'What was opened to this party' }).waitFor();
  });
  walk('another is rejected, with a reason that the others learn', async () => {
    const id = await submit();
    await page.getByRole('button', { name: id.slice(0, 8) }).click();
    await page.getByRole('region', { name: `Job ${id.slice(0, 8)}` }).getByLabel('Why not').fill('not in this month');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByTestId('job-state').filter({ hasText: 'was rejected' }).waitFor();
    await until(() => state('clinic', id) === 'rejected', 'the clinic knows');
    check(ask('job', 'show', id, '--folder', at('clinic')).reason.includes('not in this month'), 'with the reason');
  });
  walk('a daemon that ends is said to be gone', async () => {
    daemons[1].kill('SIGTERM');
    await page.getByText('No daemon of a party answers').waitFor();
  });
  walk('it ends', async () => {
    await page.context().close();
    same(await studio.end(), 0, 'exit status');
    for (const daemon of daemons) {
      if (daemon.exitCode === null && daemon.signalCode === null) {
        const gone = new Promise((resolve) => daemon.once('exit', resolve));
        daemon.kill('SIGTERM');
        await gone;
      }
    }
    rmSync(place, { recursive: true, force: true });
  });
};
