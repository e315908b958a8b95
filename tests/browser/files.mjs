// SPDX-License-Identifier: Apache-2.0
// Walks on other tables than the patients: Adult, an ugly file, a table of a PostgreSQL server. Each
// ends with a release that has the bytes of the command. And: a reload loses nothing.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { check, example, folder, newPage, program, put, root, same, startStudio, until, walk } from './support.mjs';
import { startPostgres } from './postgres.mjs';

let studio;
let page;
const data = (name) => path.join(process.env.PRIVET_DATA ?? path.join(root, '../shared/data'), name);
const adult = data('adult/arx_adult_30162.csv.gz');
const go = async (view) => { await page.goto(`${studio.url}#${view}`); await page.locator('main h1').waitFor(); };
const policy = async () => (await studio.ask('api/state')).policy;
const button = (name) => page.getByRole('button', { name, exact: true });
// Chooses roles in the page, as a person does, and waits for the server to have them.
const choose = async (roles) => {
  for (const [column, role] of Object.entries(roles)) await page.getByLabel(`What ${column} is for`, { exact: true }).selectOption(role);
  await until(async () => { const { columns } = await policy(); return Object.entries(roles).every(([column, role]) => columns[column].role === role); }, 'the server has the roles');
};
// Makes the release with the order kept; accepts by name what is refused.
const release = async () => {
  await go('release');
  const old = (await studio.ask('api/state')).release?.files.release;
  await page.getByLabel('Keep the order').check();
  await page.getByRole('button', { name: /^Make (the release|it again)/ }).click();
  const made = async () => { const found = (await studio.ask('api/state')).release; return found && found.files.release !== old ? found : null; };
  const accept = page.getByRole('button', { name: /all the same$|^Every record is another person$/ });
  for (let i = 0; i < 600 && !(await made()); i += 1) {
    if (await accept.count()) await accept.first().click({ timeout: 1000 }).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const found = await made();
  check(found, `a release was made: ${await page.getByRole('alert').allInnerTexts()}`);
  await page.getByTestId('command').filter({ hasText: found.files.release }).waitFor();
  return found;
};
// Runs what "copy as command" puts on the clipboard by a shell, beside the downloaded policy.
const sameByCommand = async (made) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button('Copy as command').click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  same(line, await page.getByTestId('command').innerText(), 'what is copied is what is shown');
  put(made.files.policy, await studio.file(made.files.policy));
  shell(line);
  check(readFileSync(path.join(folder, made.files.release)).equals(await studio.file(made.files.release)), 'the same bytes');
};
const shell = (line) => execFileSync('sh', ['-c', `privet() { "${program}" "$@"; }; ${line}`], { cwd: folder, timeout: 120000, stdio: ['ignore', 'ignore', 'pipe'] });

const ugly = () => {
  const rows = Array.from({ length: 90 }, (_, i) => [`Übel ${i}`, i % 11 === 0 ? '' : `${20 + (i % 9)}`, `0${6100 + (i % 4)}`,
    ['"a ""quoted"" thing"', '<b>gout</b>', '"it\'s; so"', '$(touch owned)'][i % 4]].join(';'));
  return `Name;Alter (in Jahren);"Post ""Code""";was, denn?\r\n${rows.join('\r\n')}\r\n`;
};

export const files = async () => {
  const skip = existsSync(adult) ? null : `needs ${adult}`;
  walk('Adult is opened, and its roles are chosen', async () => {
    if (skip) { console.log(`skipped: ${skip}`); return; }
    writeFileSync(path.join(folder, 'adult.csv'), gunzipSync(readFileSync(adult)));
    studio = await startStudio(path.join(folder, 'adult.csv'));
    page = await newPage(studio.url);
    await page.getByText('30,162 records, 9 columns').waitFor();
    await choose({ sex: 'quasi', age: 'quasi', race: 'quasi', 'marital-status': 'quasi', education: 'quasi', 'native-country': 'plain', workclass: 'plain', occupation: 'sensitive', 'salary-class': 'plain' });
  });
  walk('a hierarchy of ARX is imported for Adult, and its levels are shown', async () => {
    if (skip) return;
    await go('hierarchies');
    await button('education').click();
    await button('A file').click();
    await page.locator('#hierarchy-file').setInputFiles(data('adult/hierarchies_arx/adult_hierarchy_education.csv'));
    await until(async () => (await policy()).columns.education.hierarchy?.rows?.length === 16, 'the rows are in the policy');
    await page.getByRole('region', { name: 'Levels' }).getByText(/^Level 1: \d+ groups/).waitFor();
  });
  walk('risk and detail of Adult move with the dial', async () => {
    if (skip) return;
    await go('promise');
    await page.getByLabel('Nobody is among fewer than').fill('9');  // the tenth place: 10
    await page.getByTestId('numbers').filter({ hasText: '10.0%' }).waitFor();
    await until(async () => (await policy()).privacy.k === 10, 'the server has it');
  });
  walk('the release of Adult has the bytes of the command', async () => {
    if (skip) return;
    const made = await release();
    check((await page.getByTestId('guarantees').innerText()).includes('fewer than 10'), 'the guard says so');
    await sameByCommand(made);
  });
  walk('who could find me, in Adult', async () => {
    if (skip) return;
    await go('who');
    await page.getByLabel('age', { exact: true }).fill('39');
    await page.getByLabel('sex', { exact: true }).fill('Male');
    await page.getByLabel('education', { exact: true }).fill('Bachelors');
    await page.getByRole('region', { name: 'In the release' }).getByText(/records match/).waitFor();
    await page.reload();
    await page.getByRole('region', { name: 'In the release' }).getByText(/records match/).waitFor();
    same(await page.getByLabel('age', { exact: true }).inputValue(), '39', 'what was typed is there after a reload');
  });
  walk('that studio ends', async () => { if (skip) return; await page.context().close(); same(await studio.end(), 0, 'exit status'); });

  walk('an ugly file is chosen, and what is wrong with it is said in words', async () => {
    studio = await startStudio();
    page = await newPage(studio.url);
    await page.locator('#file').setInputFiles(put("ugly, isn't it?.csv", Buffer.from(ugly(), 'latin1')));
    await page.getByText("ugly, isn't it?.csv: 90 records, 4 columns").waitFor();
    await page.getByText('Übel 0', { exact: true }).first().waitFor();
    await page.getByText('Look at this first').waitFor();
  });
  walk('the release of the ugly file has the bytes of the command', async () => {
    await choose({ Name: 'identifier', 'Alter (in Jahren)': 'quasi', 'Post "Code"': 'quasi', 'was, denn?': 'sensitive' });
    const made = await release();
    await sameByCommand(made);
    check(!existsSync(path.join(folder, 'owned')), 'nothing of a value was run');
    await page.getByTestId('pairs').getByText('<b>gout</b>').first().waitFor();
  });
  walk('the ugly file is looked through for one person', async () => {
    await go('who');
    await page.getByLabel('Alter (in Jahren)').fill('21');
    await page.getByRole('region', { name: 'In the table' }).getByText(/match/).first().waitFor();
    check((await page.getByRole('region', { name: 'In the table' }).innerText()).includes("it's; so"), 'what they would learn');
  });
  walk('what a view shows is there after a reload, and after going back', async () => {
    await go('quasi');
    await page.getByRole('group', { name: 'columns' }).getByLabel('was, denn?').uncheck();
    await page.getByRole('region', { name: 'Choose' }).getByRole('button', { name: 'Measure' }).click();
    await page.getByTestId('sets').waitFor();
    const shown = await page.getByTestId('sets').innerText();
    await page.reload();
    await page.getByTestId('sets').waitFor();
    same(await page.getByTestId('sets').innerText(), shown, 'the result after a reload');
    await go('mine');
    await button('Clusters').click();
    await page.goBack();
    await page.getByTestId('sets').waitFor();
    await page.goForward();
    await page.locator('button[aria-pressed=true]').filter({ hasText: 'Clusters' }).waitFor();
  });
  walk('a running job is found again after a reload, and cancelled', async () => {
    await studio.ask('api/open', { path: example('patients.csv') });
    await page.locator('aside').getByText('patients.csv').waitFor();
    await go('federation');
    await page.getByRole('button', { name: 'Rehearse', exact: true }).first().click();
    await page.locator('#task').selectOption('mine bayes');
    await page.getByLabel('Simulated delay').selectOption('50');
    await page.getByRole('region', { name: 'Task' }).getByRole('button', { name: 'Rehearse' }).click();
    await button('Cancel').waitFor();
    await until(async () => (await studio.ask('api/state')).notes['rehearsal.results']?.[0]?.job, 'the server knows which job is shown');
    await page.reload();
    await button('Cancel').click();
    await page.getByRole('region', { name: 'Task' }).getByRole('button', { name: 'Rehearse' }).waitFor();
    same((await studio.ask('api/jobs')).at(-1).state, 'cancelled', 'the job');
  });
  walk('that studio ends too', async () => { await page.context().close(); same(await studio.end(), 0, 'exit status'); });

  let server;
  walk('a table of a PostgreSQL server is opened by its address, and its release has the bytes of the command', async () => {
    server = await startPostgres();
    if (!server.address) { console.log(`skipped: ${server.why}`); return; }
    const rows = Array.from({ length: 60 }, (_, i) => `(${20 + (i % 10)}, '${i % 2 ? 'f' : 'm'}', '${['flu', 'gout', 'cold'][i % 3]}')`);
    server.run(`CREATE TABLE people (age integer, sex text, ill text); INSERT INTO people VALUES ${rows.join(', ')};`);
    const address = server.address('people');
    studio = await startStudio(address);
    page = await newPage(studio.url);
    await page.getByText('60 records, 3 columns').waitFor();
    await page.locator('aside').getByText('people').waitFor();
    await choose({ age: 'quasi', sex: 'quasi', ill: 'sensitive' });
    const made = await release();
    check(made.paired, 'each record is shown beside its original');
    check(made.command.includes('postgresql://'), made.command);
    await sameByCommand(made);
    await page.context().close();
    same(await studio.end(), 0, 'exit status');
  });
  walk('the server is stopped', async () => { server?.stop?.(); });
};
