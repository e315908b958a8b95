// SPDX-License-Identifier: Apache-2.0
// Walks through the views beside publishing: quasi-identifiers, mining, baskets, custody, federation.
import { readFileSync } from 'node:fs';
import { check, example, folder, newPage, privet, put, same, startStudio, walk } from './support.mjs';

let studio;
let page;
const go = async (view) => { await page.goto(`${studio.url}#${view}`); await page.locator('main h1').waitFor(); };
const button = (name, exact = true) => page.getByRole('button', { name, exact });
const sorted = (text) => text.toString().replace(/\n$/, '').split('\n').map((line) => line.split(' ').sort().join(' ')).sort().join('\n');

export const closer = async () => {
  walk('columns are measured, one by one and together', async () => {
    studio = await startStudio(example('patients.csv'), '--policy', example('patients.toml'));
    page = await newPage(studio.url);
    await page.getByText('1,500 records').first().waitFor();
    await go('quasi');
    await page.getByRole('region', { name: 'Choose' }).getByRole('button', { name: 'Measure' }).click();
    await page.getByTestId('sets').waitFor();
    const own = JSON.parse(privet('quasi', 'measure', example('patients.csv'), '--columns', 'age,sex,zip,marital,job,diagnosis,nights', '--json'));
    const shown = await page.getByTestId('sets').innerText();
    const ratio = (own.sets ?? [own])[0].distinct_ratio;
    check(shown.includes(`${(100 * ratio).toFixed(ratio === 1 ? 0 : 2)}%`), `${shown} has ${ratio}`);
  });
  walk('a few columns that are enough are found', async () => {
    await page.getByRole('group', { name: 'What to know' }).getByRole('button', { name: 'Find' }).click();
    await page.getByRole('region', { name: 'Choose' }).getByRole('button', { name: 'Find' }).click();
    await page.getByTestId('found').waitFor();
    check((await page.getByTestId('found').innerText()).includes('zip'), 'the postcode is among them');
  });
  walk('columns to withhold are chosen', async () => {
    await button('Withhold').first().click();
    await page.getByRole('region', { name: 'Choose' }).getByRole('button', { name: 'Withhold' }).click();
    await page.getByTestId('publish').waitFor();
    const own = JSON.parse(privet('quasi', 'mask', example('patients.csv'), '--kind', 'distinct', '--beta', '0.5', '--columns', 'age,sex,zip,marital,job,diagnosis,nights', '--json'));
    same((await page.getByTestId('publish').getByRole('listitem').allInnerTexts()).join(), own.publish.join(), 'to publish');
  });
  walk('a tree is learned from the table', async () => {
    await go('mine');
    await button('Learn').click();
    await page.frameLocator('iframe.report').getByRole('heading', { name: 'Decision tree for diagnosis' }).first().waitFor();
    await page.getByText('In full').click();
    const own = privet('mine', 'tree', example('patients.csv'), '--class', 'diagnosis', '--columns', 'age,sex,zip,marital,job,nights');
    const shown = await page.locator('pre.text').innerText();
    same(shown.trim().split('\n')[0], own.trim().split('\n')[0], 'the same tree as by the command');
  });
  walk('the table and its release are compared', async () => {
    await studio.ask('api/start', { what: 'release' });
    await page.getByLabel('both, side by side').click({ timeout: 20000 });
    await page.getByLabel('max depth').fill('3');
    await page.getByLabel('max depth').blur();
    await button('Learn').click();
    await page.getByText(/On records that were not learned from, the table gives an accuracy of [\d.]+%, the release [\d.]+%/).waitFor();
    same(await page.locator('iframe.report').count(), 2, 'two reports side by side');
  });
  walk('clusters are found and drawn', async () => {
    await button('Clusters').click();
    await page.getByLabel('the table', { exact: true }).check();
    await button('Learn').click();
    await page.frameLocator('iframe.report').locator('svg').first().waitFor();
  });
  walk('survival curves are drawn', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `${1 + (i * 7) % 50},${i % 3 ? 1 : 0},${i % 2 ? 'a' : 'b'}`);
    await studio.ask('api/open', { path: put('lives.csv', `time,died,arm\n${rows.join('\n')}\n`) });
    await page.locator('aside').getByText('lives.csv').waitFor();
    await button('Survival curves').click();
    await page.locator('#setting-time').selectOption('time');
    await page.locator('#setting-event').selectOption('died');
    await page.getByRole('group', { name: 'by' }).getByLabel('arm').check();
    await button('Learn').click();
    await page.frameLocator('iframe.report').locator('svg').first().waitFor();
    check(!(await page.getByRole('alert').count()), 'no error');
    await studio.ask('api/open', { path: example('patients.csv') });
    await page.locator('aside').getByText('patients.csv').waitFor();
  });
  walk('baskets are looked at and released as the command does', async () => {
    await go('baskets');
    await page.getByLabel('Or the path of a file').fill(example('shop.dat'));
    await button('Open').click();
    await page.getByText('1,200 baskets, 19 items').waitFor();
    await page.getByRole('group', { name: 'Which items are private?' }).getByLabel('toy').check();
    await button('Make the release').click();
    await page.getByTestId('baskets-result').waitFor();
    check((await page.getByTestId('baskets-result').innerText()).includes('239'), '239 sets gave people away');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download the release' }).click()]);
    privet('baskets', 'anonymize', example('shop.dat'), '--private', 'toy', '--h', '0.5', '--k', '20', '--p', '3', '-o', 'shop.release.dat');
    same(sorted(readFileSync(await download.path())), sorted(readFileSync(`${folder}/shop.release.dat`)), 'the same baskets');
  });
  walk('a person is looked for by what is known of the basket', async () => {
    const tries = page.getByRole('region', { name: 'Try it' });
    await tries.getByLabel('milk').check();
    await tries.getByLabel('bread').check();
    await tries.getByRole('button', { name: 'Look for the person' }).click();
    await page.getByRole('region', { name: 'In the release' }).getByText(/baskets hold that/).waitFor();
  });
  walk('a table is encoded, and a tree mined from it turned back into that of the table', async () => {
    await go('custody');
    await button('What would each column tell?').click();
    const advice = await page.getByTestId('advice').innerText();
    const zip = JSON.parse(privet('custody', 'advise', example('patients.csv'), '--class', 'diagnosis', '--json')).attributes.find((one) => one.name === 'zip');
    check(zip.points_risk_order > zip.sorting_risk_order && advice.includes(`${(100 * zip.points_risk_order).toFixed(1)}%`), 'the bar of zip is not its best attack');
    await page.getByLabel('A passphrase for the key').fill('correct horse');
    await page.getByLabel('The same again').fill('correct horse');
    await button('Encode the table').click();
    await button('Or mine one here').click();
    await page.getByText('encoded-tree.json').waitFor();
    await button('Turn it back').click();
    const shown = await page.getByRole('region', { name: 'The tree of your table' }).locator('pre').innerText();
    const own = privet('mine', 'tree', example('patients.csv'), '--class', 'diagnosis', '--columns', 'age,sex,zip,marital,job,nights');
    same(shown.trim().split('\n').slice(0, 12).join('\n'), own.trim().split('\n').slice(0, 12).join('\n'), 'the tree of the table itself');
  });
  walk('an encoded table is attacked', async () => {
    await button('Attack it').click();
    await page.frameLocator('iframe.report').locator('figure svg').first().waitFor({ timeout: 60000 });
  });
  walk('a column is dragged to another party', async () => {
    await go('federation');
    await page.getByRole('region', { name: 'Party 1' }).getByRole('button', { name: /^age/ }).dragTo(page.getByRole('region', { name: 'Party 3' }));
    await page.getByRole('region', { name: 'Party 3' }).getByRole('button', { name: /^age/ }).waitFor();
    await page.getByRole('region', { name: 'Party 3' }).getByRole('button', { name: /^age/ }).press('Enter');
    await page.getByRole('region', { name: 'Nobody' }).getByRole('button', { name: /^age/ }).waitFor();
  });
  walk('a federation is rehearsed, and its ledger drawn', async () => {
    await page.locator('#task').selectOption('mine bayes');
    await page.getByRole('region', { name: 'Task' }).getByRole('button', { name: 'Rehearse' }).click();
    await page.getByText('The answer is that of one who has the whole table').waitFor({ timeout: 60000 });
    check((await page.getByTestId('ledger').locator('tbody tr').count()) > 2, 'the ledger has entries');
    check((await page.getByRole('img', { name: /^Who learned about whom: party-/ }).count()) === 1, 'it is drawn');
  });
  walk('a running rehearsal is cancelled', async () => {
    await page.getByLabel('Simulated delay').selectOption('50');
    await page.getByRole('region', { name: 'Task' }).getByRole('button', { name: 'Rehearse' }).click();
    await button('Cancel').click();
    await page.getByRole('region', { name: 'Task' }).getByRole('button', { name: 'Rehearse' }).waitFor();
    check((await studio.ask('api/jobs')).at(-1).state === 'cancelled', 'the job is cancelled');
  });
  walk('it ends, and so do its parties', async () => { await page.context().close(); same(await studio.end(), 0, 'exit status'); });
};
