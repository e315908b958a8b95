// SPDX-License-Identifier: Apache-2.0
// Quasi-identifiers: which columns tell people apart, which few are enough, which to withhold.
import { html, Notice, Share, percent } from '../ui.js';
import { useKept } from '../kept.js';
import { Failure, Fields, Outcome, RunButton, useCommands, useParameters } from '../form.js';

const commands = {
  'quasi measure': ['Measure', 'How well columns tell the records apart, alone and together.', ['columns', 'subsets', 'max-size']],
  'quasi find': ['Find', 'A small set of columns that is enough to tell almost all records apart.', ['kind', 'epsilon', 'columns', 'all']],
  'quasi mask': ['Withhold', 'Which columns to publish so that they tell few records apart.', ['kind', 'beta', 'columns']],
};

const Shown = ({ result }) => {
  const { json, command } = result;
  if (command === 'quasi measure') {
    const sets = json.sets ?? [json];
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Sets of columns"><table data-testid="sets"><thead><tr><th>Columns</th><th>Pairs told apart</th><th>Different records</th></tr></thead>
      <tbody>${sets.map((set) => html`<tr><td>${set.columns.join(', ')}</td><td>${set.separation_ratio === null ? '–' : html`<${Share} share=${set.separation_ratio} digits=${2} />`}</td><td><${Share} share=${set.distinct_ratio} digits=${2} /></td></tr>`)}</tbody></table></div>`;
  }
  if (command === 'quasi find') {
    const sets = json.sets ?? [json];
    if (!json.reached) return html`<${Notice} tone="good"><p>No set of columns does what was asked.</p><//>`;
    return html`<${Notice} tone="warn"><p>${sets.length === 1 ? 'This is enough' : 'Each of these is enough'} to tell people apart:</p><ul data-testid="found">${sets.map((set) => html`<li>${set.columns.join(', ')}${typeof set.separation_ratio === 'number' ? `: ${percent(set.separation_ratio, 2)} of pairs` : ''}</li>`)}</ul><p class="hint">${json.guarantee}</p><//>`;
  }
  return html`<div class="two"><section class="panel" aria-label="Publish"><h4>Publish</h4><ul class="plainly" data-testid="publish">${json.publish.map((name) => html`<li>${name}</li>`)}</ul></section>
    <section class="panel" aria-label="Withhold"><h4>Withhold</h4><ul class="plainly">${json.withhold.map((name) => html`<li>${name}</li>`)}</ul></section></div><p class="hint">${json.guarantee}</p>`;
};

export const Quasi = ({ desk, fail }) => {
  const [command, choose] = useKept('quasi.command', 'quasi measure');
  const names = desk.columns.map((column) => column.name);
  const usual = names.filter((name) => desk.policy.columns?.[name]?.role !== 'identifier');
  const [settings, put] = useKept('quasi.settings', { columns: usual });
  const parameters = useParameters(command, fail);
  const [results, run, busy, error] = useCommands('quasi.results');
  const switchTo = (what) => { choose(what); put({ columns: settings.columns, ...(what === 'quasi find' ? { kind: 'separation' } : {}), ...(what === 'quasi mask' ? { kind: 'distinct', beta: '0.5' } : {}) }); };
  return html`
    <h2><span class="step">1</span>What do you want to know?</h2>
    <div class="tabs" role="group" aria-label="What to know">${Object.entries(commands).map(([name, [title]]) => html`<button type="button" aria-pressed=${name === command} onClick=${() => switchTo(name)}>${title}</button>`)}</div>
    <p>${commands[command][1]}</p>
    <h2><span class="step">2</span>Choose</h2>
    <section class="panel" aria-label="Choose">
      ${parameters && html`<${Fields} parameters=${parameters} first=${commands[command][2]} settings=${settings} columns=${names} set=${(name, value) => put((old) => ({ ...old, [name]: value }))} />`}
      <${RunButton} busy=${busy} run=${() => run([{ command, settings }])}>${commands[command][0]}<//>
    </section>
    <${Failure} error=${error} />
    ${results && html`<h2><span class="step">3</span>Result</h2>${results.map((result) => html`<${Outcome} result=${result}><${Shown} result=${result} /><//>`)}`}`;
};
