// SPDX-License-Identifier: Apache-2.0
// Mine: learn from the original and from the release, and compare.
import { html, Notice } from '../ui.js';
import { useKept } from '../kept.js';
import { Failure, Fields, Outcome, RunButton, useCommands, useParameters } from '../form.js';

const learners = {
  'mine tree': ['Decision tree', ['class', 'columns', 'cross-validate', 'max-depth']],
  'mine forest': ['Random forest', ['class', 'columns', 'cross-validate']],
  'mine boost': ['Boosted trees', ['class', 'columns', 'cross-validate']],
  'mine bayes': ['Naive Bayes', ['class', 'columns', 'cross-validate']],
  'mine logistic': ['Logistic regression', ['class', 'columns', 'cross-validate']],
  'mine linear': ['Linear regression', ['target', 'columns']],
  'mine kmeans': ['Clusters', ['k', 'columns', 'scale']],
  'mine survival': ['Survival curves', ['time', 'event', 'event-value', 'by']],
  'mine cox': ['Hazards (Cox)', ['time', 'event', 'event-value', 'columns']],
  'mine outliers': ['Outliers', ['columns', 'distance', 'fraction']],
};
const paged = (command) => command !== 'mine outliers';

export const Mine = ({ desk, fail }) => {
  const [command, choose] = useKept('mine.command', 'mine tree');
  const role = (name) => desk.policy.columns?.[name]?.role;
  const names = desk.columns.map((column) => column.name);
  const usual = names.filter((name) => role(name) !== 'identifier');
  const goal = usual.find((name) => role(name) === 'class') ?? usual.find((name) => role(name) === 'sensitive');
  const numbers = desk.columns.filter((column) => column.type === 'numeric' && usual.includes(column.name)).map((column) => column.name);
  const begin = (what) => (what === 'mine kmeans' || what === 'mine outliers' ? { columns: numbers, ...(what === 'mine kmeans' ? { k: '3' } : {}) }
    : what === 'mine survival' ? {} : what === 'mine cox' ? {} : what === 'mine linear' ? { target: numbers[0], columns: usual.filter((name) => name !== numbers[0]) }
    : { class: goal, columns: usual.filter((name) => name !== goal), 'cross-validate': '5' });
  const [settings, put] = useKept('mine.settings', () => begin('mine tree'));
  const [from, take] = useKept('mine.from', 'table');
  const parameters = useParameters(command, fail);
  const [results, run, busy, error] = useCommands('mine.results');
  const switchTo = (what) => { choose(what); put(begin(what)); };
  const release = desk.release?.files?.release;
  const left = release ? (settings.columns ?? []).filter((name) => !desk.release.columns.includes(name)) : [];
  const start = () => {
    const page = paged(command) ? { report: `${command.replace(' ', '-')}.html` } : {};
    const asked = [];
    if (from !== 'release') asked.push({ title: 'From the table', command, settings: { ...settings, ...page } });
    if (from !== 'table') asked.push({ title: 'From the release', command, settings: { ...settings, ...(settings.columns ? { columns: settings.columns.filter((name) => !left.includes(name)) } : {}), ...page, file: `work:${release}` } });
    return run(asked);
  };
  return html`
    <div class="tabs" role="group" aria-label="What to learn">${Object.entries(learners).map(([name, [title]]) => html`<button type="button" aria-pressed=${name === command} onClick=${() => switchTo(name)}>${title}</button>`)}</div>
    <section class="panel" aria-label=${learners[command][0]}>
      ${parameters && html`<${Fields} parameters=${parameters} first=${learners[command][1]} settings=${settings} columns=${names} set=${(name, value) => put((old) => ({ ...old, [name]: value }))} />`}
      <fieldset class="row"><legend>Learn from</legend>${[['table', 'the table'], ['release', 'the release'], ['both', 'both, side by side']].map(([value, text]) => html`
        <label class="check"><input type="radio" name="from" value=${value} checked=${from === value} disabled=${value !== 'table' && !release} onChange=${() => take(value)} />${text}</label>`)}</fieldset>
      ${!release && html`<p class="hint">There is no release yet. <a href="#release">Make one</a> to compare.</p>`}
      ${from !== 'table' && left.length > 0 && html`<p class="hint">Not in the release, so left out there: ${left.join(', ')}.</p>`}
      <${RunButton} busy=${busy} run=${start}>Learn<//>
    </section>
    <${Failure} error=${error} />
    ${results && html`<h2>What was learned</h2>
      ${results.length === 2 && results[0].json.accuracy !== undefined && html`<${Notice}><p>${settings['cross-validate'] ? 'On records that were not learned from, the' : 'On the records it learned from (which flatters it), the'} table gives an accuracy of ${(100 * results[0].json.accuracy).toFixed(1)}%, the release ${(100 * results[1].json.accuracy).toFixed(1)}%.</p><//>`}
      <div class=${results.length === 2 ? 'two' : ''}>${results.map((result) => html`<${Outcome} result=${result} />`)}</div>`}`;
};
