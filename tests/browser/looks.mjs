// SPDX-License-Identifier: Apache-2.0
// Every view, with something in it, in light and in dark: axe-core finds no serious fault.
import { axe, check, example, newPage, startStudio, walk } from './support.mjs';

let studio;
const views = ['data', 'hierarchies', 'promise', 'release', 'who', 'quasi', 'mine', 'baskets', 'custody', 'federation'];
const fill = {
  promise: async (page) => { await page.getByTestId('numbers').waitFor(); await page.getByText('As a table').click(); },
  release: async (page) => { await page.getByTestId('pairs').waitFor(); },
  who: async (page) => { await page.getByLabel('sex').fill('female'); await page.getByRole('region', { name: 'In the release' }).waitFor(); },
  hierarchies: async (page) => { await page.getByRole('button', { name: 'job', exact: true }).click(); await page.getByRole('region', { name: 'Levels' }).waitFor(); },
  quasi: async (page) => { await page.getByRole('region', { name: 'Choose' }).getByRole('button', { name: 'Measure' }).click(); await page.getByTestId('sets').waitFor(); },
  mine: async (page) => { await page.getByRole('button', { name: 'Learn', exact: true }).click(); await page.locator('iframe.report').waitFor(); },
  baskets: async (page) => {
    await page.getByLabel('Or the path of a file').fill(example('shop.dat')); await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('group', { name: 'Which items are private?' }).getByLabel('toy').check(); await page.getByRole('button', { name: 'Make the release' }).click(); await page.getByTestId('baskets-result').waitFor();
  },
  custody: async (page) => { await page.getByRole('button', { name: /What would each column tell/ }).click(); await page.getByTestId('advice').waitFor(); },
};

export const looks = async () => {
  walk('a release is there to look at', async () => {
    studio = await startStudio(example('patients.csv'), '--policy', example('patients.toml'));
    for (let i = 0; i < 200 && !(await studio.ask('api/state')).file; i += 1) await new Promise((resolve) => setTimeout(resolve, 50));
    const { job } = await studio.ask('api/start', { what: 'release' });
    for (let i = 0; i < 200 && (await studio.ask(`api/job?id=${job}`)).state === 'running'; i += 1) await new Promise((resolve) => setTimeout(resolve, 50));
    check((await studio.ask('api/state')).release !== null, 'it was made');
  });
  for (const view of views) {
    walk(`axe finds no serious fault in ${view}, light and dark`, async () => {
      const page = await newPage(`${studio.url}#${view}`);
      await page.locator('main h1').waitFor();
      await fill[view]?.(page);
      await page.evaluate(axe);
      const faults = [];
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await page.waitForTimeout(150);
        const found = await page.evaluate(() => window.axe.run(document, { iframes: false, resultTypes: ['violations'] }));
        for (const one of found.violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))) {
          faults.push(`${colorScheme}, ${one.id}: ${one.nodes.slice(0, 2).map((node) => node.html.slice(0, 120)).join(' | ')}`);
        }
      }
      await page.context().close();
      check(faults.length === 0, faults.join('\n'));
    });
  }
  walk('it ends', async () => { await studio.end(); });
};
