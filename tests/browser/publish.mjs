// SPDX-License-Identifier: Apache-2.0
// Walks on the patients: look, decide, promise, release, ask who could be found.
import { readFileSync } from 'node:fs';
import { check, example, folder, newPage, privet, put, same, startStudio, walk } from './support.mjs';

let studio;
let page;
const go = async (view) => { await page.goto(`${studio.url}#${view}`); await page.locator('main h1').waitFor(); };
const policy = async () => (await studio.ask('api/state')).policy;
const eventually = async (truth, what) => {
  for (let i = 0; i < 100; i += 1) { if (await truth()) return; await page.waitForTimeout(100); }
  check(false, what);
};
const button = (name, exact = true) => page.getByRole('button', { name, exact });
const setPolicy = async (change) => { const all = await policy(); change(all); const answer = await studio.ask('api/policy', all); check(!answer.error, JSON.stringify(answer)); await page.waitForTimeout(100); };
const numbers = () => page.getByTestId('numbers');
const makeRelease = async ({ keep = false, drop = false } = {}) => {
  await go('release');
  const old = (await studio.ask('api/state')).release?.files.release;
  if (keep) await page.getByLabel('Keep the order').check();
  if (drop) await page.getByLabel('Leave out records').check();
  await page.getByRole('button', { name: /^Make (the release|it again)/ }).click();
  await eventually(async () => (await studio.ask('api/state')).release && (await studio.ask('api/state')).release.files.release !== old, 'a release was made');
  await page.getByTestId('guarantees').waitFor();
  const { release } = await studio.ask('api/state');
  await page.getByTestId('command').filter({ hasText: release.files.release }).waitFor();  // the page is behind the server for a moment
  return release;
};
// The command that the page shows, run in a folder that has the downloaded policy.
const byCommand = async (made) => {
  put(made.files.policy, await studio.file(made.files.policy));
  const words = (await page.getByTestId('command').innerText()).match(/'[^']*'|\S+/g).map((word) => word.replace(/^'|'$/g, ''));
  same(words.shift(), 'privet', 'the command begins');
  privet(...words);
  return readFileSync(`${folder}/${made.files.release}`);
};
const lines = (bytes) => bytes.toString().trim().split('\n').sort().join('\n');

export const publish = async () => {
  walk('starts with the table of the command line', async () => {
    studio = await startStudio(example('patients.csv'), '--policy', example('patients.toml'));
    page = await newPage(studio.url);
    await page.getByText('1,500 records, 9 columns').waitFor();
    same(await page.title(), 'Data – Privet studio', 'title');
    check((await page.getByRole('navigation', { name: 'Views' }).getByRole('link').count()) >= 10, 'all views are named');
  });
  walk('shows why a role is suggested', async () => {
    const row = page.getByRole('row').filter({ hasText: 'its name says age' });
    same(await row.getByRole('combobox').inputValue(), 'quasi', 'role of age');
    check((await row.innerText()).includes('98.2%'), 'age tells 98.2% of pairs apart');
  });
  walk('a role is changed by one choice, kept by the server, and still there after a reload', async () => {
    await page.getByLabel('What nights is for').selectOption('sensitive');
    await eventually(async () => (await policy()).columns.nights.role === 'sensitive', 'the server knows');
    await page.reload();
    await page.getByText('1,500 records').first().waitFor();
    same(await page.getByLabel('What nights is for').inputValue(), 'sensitive', 'after the reload');
    await page.getByLabel('What nights is for').selectOption('plain');
    await eventually(async () => (await policy()).columns.nights.role === 'plain', 'and back');
  });
  walk('the suggestion is one click away', async () => {
    await page.getByLabel('What sex is for').selectOption('plain');
    await button('suggested: could help to name one').click();
    await eventually(async () => (await policy()).columns.sex.role === 'quasi', 'sex is a quasi-identifier again');
  });
  walk('a column is looked at closely', async () => {
    await button('job').click();
    const detail = page.getByRole('region', { name: 'Column job' });
    await detail.getByText('The commonest values').waitFor();
    check((await detail.innerText()).includes('missing in 14 records'), 'job is missing 14 times');
    await button('age').click();
    await page.getByRole('img', { name: /Histogram of age, from 18 to 95/ }).waitFor();
  });
  walk('records are shown page by page', async () => {
    const pages = page.getByRole('group', { name: 'Pages of records' });
    await pages.getByRole('button', { name: 'On' }).click();
    await pages.getByText('51 to 100 of 1,500').waitFor();
    await pages.getByRole('button', { name: 'Last' }).click();
    await pages.getByText('1,451 to 1,500 of 1,500').waitFor();
    check((await page.getByRole('region', { name: 'Records of the table' }).innerText()).includes('P01500'), 'the last patient is there');
    await pages.getByRole('button', { name: 'First' }).click();
    await pages.getByText('1 to 50 of 1,500').waitFor();
  });
  walk('the back button goes back', async () => {
    await page.getByRole('link', { name: 'Promise', exact: true }).click();
    await numbers().waitFor();
    await page.getByRole('link', { name: 'Quasi-identifiers' }).click();
    await page.getByRole('heading', { name: 'Quasi-identifiers' }).waitFor();
    await page.goBack();
    await numbers().waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Data', exact: true }).waitFor();
    await page.goForward();
    await numbers().waitFor();
  });
  walk('the keyboard alone suffices to go to the promise and turn its dial', async () => {
    await go('data');
    await page.reload();
    await page.getByText('1,500 records').first().waitFor();
    for (let i = 0; i < 12 && !(await page.evaluate(() => document.activeElement.textContent === 'Promise')); i += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await numbers().waitFor();
    for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement.id === 'k')); i += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await eventually(async () => (await policy()).privacy.k === 7, 'k is 7');
    await eventually(async () => /\n?7\n+smallest group/.test(await numbers().innerText()), 'the smallest group has 7');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await eventually(async () => (await policy()).privacy.k === 5, 'k is 5 again');
  });
  walk('a dial that is turned while changes are on their way never turns back', async () => {
    const changes = '**/api/policy*';
    await page.route(changes, async (route) => { await page.waitForTimeout(300); await route.continue().catch(() => {}); });
    const dial = page.locator('#k');
    const before = Number(await dial.inputValue());
    await dial.focus();
    for (let i = 1; i <= 6; i += 1) {
      await page.keyboard.press(i <= 3 ? 'ArrowRight' : 'ArrowLeft');
      await page.waitForTimeout(200);
      same(await dial.inputValue(), String(before + (i <= 3 ? i : 6 - i)), `after ${i} steps`);
    }
    await page.unroute(changes);
    await eventually(async () => (await policy()).privacy.k === 5, 'k is 5 at the end');
  });
  walk('risk and detail move with the slider as the program itself finds them', async () => {
    await page.getByLabel('Nobody is among fewer than').fill('9');  // the tenth place: 10
    await eventually(async () => (await numbers().innerText()).includes('10.0%'), 'the highest risk is 10%');
    const shown = await numbers().innerText();
    const own = JSON.parse(privet('anonymize', example('patients.csv'), '--policy', example('patients.toml'), '--k', '10', '-o', 'ten.csv', '--json'));
    check(shown.includes(`${(100 * (1 - own.quality.ncp)).toFixed(1)}%`), `detail kept is ${1 - own.quality.ncp}`);
    await page.reload();
    await numbers().waitFor();
    same(await page.getByLabel('Nobody is among fewer than').inputValue(), '9', 'after a reload');
    await page.getByLabel('Nobody is among fewer than').fill('4');
    await eventually(async () => (await policy()).privacy.k === 5, 'k is 5 again');
  });
  walk('a private value is kept from being too likely', async () => {
    const line = page.locator('.promise').filter({ hasText: 'more likely than' });
    await line.getByRole('button', { name: 'Promise this' }).click();
    await eventually(async () => (await policy()).privacy.alpha === 0.5, 'alpha is promised');
    await eventually(async () => Number((await numbers().innerText()).match(/(\d+)%\s+surest guess/)?.[1]) <= 50, 'no guess is surer than 50%');
    await line.getByRole('button', { name: 'Do not promise' }).click();
    await eventually(async () => (await policy()).privacy.alpha === undefined, 'and not any more');
  });
  walk('different values and closeness can be promised too', async () => {
    for (const [text, key] of [['shows different values', 'l-distinct'], ['look like the whole table', 't']]) {
      const line = page.locator('.promise').filter({ hasText: text });
      await line.getByRole('button', { name: 'Promise this' }).click();
      await eventually(async () => (await policy()).privacy[key] !== undefined, `${key} is promised`);
      await line.getByRole('button', { name: 'Do not promise' }).click();
      await eventually(async () => (await policy()).privacy[key] === undefined, `${key} is not any more`);
    }
  });
  walk('what cannot be had is said in words', async () => {
    const line = page.locator('.promise').filter({ hasText: 'more likely than' });
    await line.getByRole('button', { name: 'Promise this' }).click();
    await line.getByRole('slider').fill('0.05');
    await page.getByRole('alert').filter({ hasText: 'Let the promise be weaker' }).waitFor();
    await line.getByRole('button', { name: 'Do not promise' }).click();
    await eventually(async () => (await page.getByRole('alert').count()) === 0, 'and gone again');
  });
  walk('the frontier fills in, with your point on it', async () => {
    await page.getByText('As a table').click();
    await eventually(async () => (await page.getByTestId('frontier').locator('tbody tr').count()) === 9, 'nine points');
    const ks = await page.getByTestId('frontier').locator('tbody tr td:first-child').allTextContents();
    same(ks.join(), '2,3,5,8,12,20,30,50,100', 'k along the frontier');
    check((await page.locator('.uplot canvas').count()) === 1, 'it is drawn');
  });
  walk('methods are compared and one is used', async () => {
    await button('Compare the methods').click();
    await eventually(async () => (await page.getByTestId('methods').locator('tbody tr').count()) === 7, 'seven methods');
    await page.getByRole('button', { name: 'Use local' }).click();
    await eventually(async () => (await policy()).method.name === 'local', 'local is the method');
  });
  walk('the lattice is walked, and its levels are used', async () => {
    await page.getByLabel('How the records are grouped').selectOption('full-domain');
    await page.getByRole('heading', { name: 'The lattice' }).waitFor();
    await button('Make sex coarser').click();
    await page.getByText(/^Here: detail kept/).waitFor();
    await button('Use these levels').click();
    await eventually(async () => /sex=1/.test((await policy()).method['min-level'] ?? ''), 'the level of sex is fixed');
    await button('Search all levels again').click();
    await eventually(async () => (await policy()).method['min-level'] === undefined, 'and free again');
  });
  walk('records that show nothing are left out, with the bytes of the command', async () => {
    await setPolicy((all) => { all.method = { name: 'full-domain' }; });
    const made = await makeRelease({ keep: true, drop: true });
    check(made.command.includes('--drop-suppressed'), 'the command says so');
    check(made.release.dropped > 0, 'some were left out');
    check((await byCommand(made)).equals(await studio.file(made.files.release)), 'the same bytes');
  });
  walk('a release is made with the bytes of the command', async () => {
    await setPolicy((all) => { all.method = { name: 'mondrian' }; });
    const made = await makeRelease({ keep: true });
    check((await byCommand(made)).equals(await studio.file(made.files.release)), 'the same bytes');
    check((await page.getByTestId('guarantees').innerText()).includes('fewer than 5: the smallest group has 5'), 'the guard says what it found');
  });
  walk('a shuffled release has the records of the command, and is paired with the original', async () => {
    const made = await makeRelease();
    same(lines(await byCommand(made)), lines(await studio.file(made.files.release)), 'the same records');
    const first = (await page.getByTestId('pairs').locator('tbody tr').first().innerText());
    check(/\[\d+-\d+\]\s*\n?\s*\d+/.test(first), `a range above its value: ${first}`);
    const pairs = await studio.ask('api/compare?from=0&count=300');
    check(pairs.rows.every((row) => row.after[5] === row.before[7] && row.size >= 5), 'each with its own original, in groups of 5 or more');
  });
  walk('questions and classifiers are compared as by the command', async () => {
    await go('release');
    await page.getByLabel('Ask both tables random questions').selectOption('100');
    await page.getByLabel('Let classifiers learn from both').selectOption('diagnosis');
    await page.getByRole('button', { name: /^Make it again/ }).click();
    await page.getByTestId('queries').waitFor();
    const made = (await studio.ask('api/state')).release;
    check(made.command.includes('--queries 100 --classify diagnosis'), made.command);
    same(await page.getByTestId('classifiers').locator('tbody tr').count(), made.release.classification.accuracy.length + 1, 'a row for each learner');
    check((await page.getByTestId('queries').innerText()).includes(`${(100 * made.release.query_error.median).toFixed(1)}%`), 'the median error');
  });
  walk('release, policy and report are downloaded', async () => {
    for (const name of ['Download the release', 'Its policy', 'Report', 'Page for outsiders']) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name, exact: true }).click()]);
      check(/^patients\.(release|policy|report|summary)(-\d+)?\.(csv|toml|html)$/.test(download.suggestedFilename()), download.suggestedFilename());
      check(readFileSync(await download.path()).length > 100, 'it has content');
    }
  });
  walk('the report is shown in a frame without rights', async () => {
    await button('Show the report').click();
    const frame = page.frameLocator('iframe.report');
    await frame.locator('h1').waitFor();
    same(await page.locator('iframe.report').getAttribute('sandbox'), 'allow-scripts', 'its rights');
    check((await frame.locator('svg').count()) > 1, 'its plots are drawn');
  });
  walk('a release that is behind the policy says so', async () => {
    await setPolicy((all) => { all.privacy.k = 6; });
    await page.getByText('The policy has changed since this release was made.').waitFor();
    await setPolicy((all) => { all.privacy.k = 5; });
    await page.getByText('The policy has changed since').waitFor({ state: 'detached' });
  });
  walk('a column that singles people out is released only when that is accepted', async () => {
    await setPolicy((all) => { delete all.columns.nights.accept_unchanged; });
    await go('release');
    await page.getByRole('button', { name: 'Make it again' }).click();
    await page.getByRole('button', { name: /Release nights as it is all the same/ }).click();
    await eventually(async () => (await policy()).columns.nights.accept_unchanged === true, 'it is accepted by name');
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });
  walk('who could find me: one in the table, several in the release', async () => {
    await makeRelease();
    await go('who');
    const row = (await studio.ask('api/rows?from=0&count=1')).rows[0];
    await page.getByLabel('age', { exact: true }).fill(row[2]);
    await page.getByLabel('sex', { exact: true }).fill(row[3]);
    await page.getByLabel('zip', { exact: true }).fill(row[4]);
    const before = page.getByRole('region', { name: 'In the table' });
    await before.getByText('One record matches').waitFor();
    check((await before.innerText()).includes(row[7]), 'the diagnosis is learned');
    const after = await page.getByRole('region', { name: 'In the release' }).getByTestId('matches').innerText();
    check(Number(after.match(/(\d+) records match/)?.[1]) >= 5, after);
  });
  walk('who could find me: a word where a number belongs is refused in words', async () => {
    await page.getByLabel('age', { exact: true }).fill('old');
    await page.getByRole('alert').filter({ hasText: "'old' is not a number" }).waitFor();
  });
  walk('ranges are cut by buttons, by dragging and by keys', async () => {
    await go('hierarchies');
    await button('Ranges').click();
    await button('4 equal ranges').click();
    const cuts = async () => (await policy()).columns.age.hierarchy?.cuts?.[0]?.join();
    await eventually(async () => (await cuts()) === '37,57,76', 'three cuts');
    const first = page.getByRole('slider', { name: 'Cut 1' });
    await first.press('ArrowRight');
    await eventually(async () => (await cuts()) === '38,57,76', 'moved by a key');
    const box = await page.getByRole('slider', { name: 'Cut 2' }).boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + 40, { steps: 4 });
    await page.mouse.up();
    await eventually(async () => Number((await cuts())?.split(',')[1]) > 58, 'dragged to the right');
    await page.getByRole('slider', { name: 'Cut 3' }).press('Delete');
    await eventually(async () => (await cuts())?.split(',').length === 2, 'taken away');
    await page.getByRole('region', { name: 'Levels' }).getByText('Level 1: 3 groups').waitFor();
  });
  walk('digits are masked', async () => {
    await button('zip').click();
    await page.getByLabel('Characters masked per level').fill('2');
    await page.getByLabel('Characters masked per level').blur();
    await eventually(async () => (await policy()).columns.zip.hierarchy?.step === 2, 'two at a time');
    await page.getByRole('region', { name: 'Levels' }).getByText('401**').waitFor();
  });
  walk('a tree of groups is made', async () => {
    await button('marital').click();
    await button('Groups').click();
    for (const name of ['divorced', 'widowed', 'single']) await page.getByLabel(name, { exact: true }).check();
    await page.getByPlaceholder('name of a group').fill('alone');
    await button('Put there').click();
    await page.getByRole('region', { name: 'Levels' }).getByText('Level 1: 2 groups').waitFor();
    same(JSON.stringify((await policy()).columns.marital.hierarchy.pairs.filter(([, above]) => above === 'alone').length), '3', 'three under it');
  });
  walk("ARX's rows are imported, and the release is that of the command", async () => {
    await button('sex').click();
    await button('A file').click();
    await page.locator('#hierarchy-file').setInputFiles(put('sex.csv', 'female;person;*\nmale;person;*\n'));
    await eventually(async () => (await policy()).columns.sex.hierarchy?.rows?.length === 2, 'the rows are in the policy');
    const made = await makeRelease({ keep: true });
    check((await byCommand(made)).equals(await studio.file(made.files.release)), 'the same bytes with all these hierarchies');
  });
  walk('another table is opened by its path; a wrong path leaves all as it was', async () => {
    await go('data');
    await page.getByLabel('Or the path of a file').fill('/nothing/there.csv');
    await button('Open').click();
    await page.getByRole('alert').filter({ hasText: '/nothing/there.csv' }).waitFor();
    check((await page.locator('aside').innerText()).includes('patients.csv'), 'the patients are still there');
    await page.getByLabel('Or the path of a file').fill(put('small.csv', 'age,ill\n1,a\n2,b\n3,a\n'));
    await button('Open').click();
    await page.getByText('3 records, 2 columns').waitFor();
  });
  walk('a table is chosen, and another dropped', async () => {
    await page.locator('#file').setInputFiles(put('chosen.csv', 'a;b\n1;x\n2;y\n'));
    await page.getByText('chosen.csv: 2 records, 2 columns').waitFor();
    const transfer = await page.evaluateHandle(() => { const data = new DataTransfer(); data.items.add(new File(['c,d\n1,2\n3,4\n5,6\n7,8\n'], 'dropped.csv')); return data; });
    await page.locator('.drop').first().dispatchEvent('drop', { dataTransfer: transfer });
    await page.getByText('dropped.csv: 4 records, 2 columns').waitFor();
  });
  walk('it ends at a signal', async () => { await page.context().close(); same(await studio.end(), 0, 'exit status'); });
};
