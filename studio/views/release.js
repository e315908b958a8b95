// SPDX-License-Identifier: Apache-2.0
// Release: made from the file by the policy, judged by its guard, shown beside the original.
import { html, useEffect, useState, Busy, Card, Notice, Problem, Scroll, count, many, percent, Share } from '../ui.js';
import { useKept } from '../kept.js';
import { get, runJob } from '../server.js';

const words = {
  'k-anonymity': (verdict) => `nobody is among fewer than ${verdict.parameters.k}: the smallest group has ${verdict.value}`,
};
const promised = (verdict) => words[verdict.model]?.(verdict)
  ?? `${verdict.model} with ${Object.entries(verdict.parameters).map(([name, value]) => `${name} ${value}`).join(', ')}: reached ${Number(verdict.value.toPrecision(4))}`;

const Pairs = ({ made, columns }) => {
  const size = 40;
  const [page, turn] = useState({ from: 0, rows: [], total: 0 });
  const [error, fail] = useState(null);
  const go = (from) => get('api/compare', { from, count: size }).then(turn, fail);
  useEffect(() => { go(0); }, [made.release.sha256]);
  const kept = made.columns.map((name) => [name, columns.indexOf(name)]);
  const last = Math.max(0, Math.floor((page.total - 1) / size) * size);
  let shade = 0;
  return html`
    <h2>Before and after</h2>
    <p>${made.paired ? 'Each record of the release with its original below it, group by group.' : 'The records of the release, group by group.'} Records of one shade look alike in what others may know.</p>
    <${Problem} error=${error} />
    <${Scroll} label="Records before and after" class="tall">
      <table class="pairs" data-testid="pairs"><thead><tr><th class="n">Group of</th>${kept.map(([name]) => html`<th>${name}</th>`)}</tr></thead>
      <tbody>${page.rows.map((row, i) => {
        const first = i === 0 || page.rows[i - 1].class !== row.class;
        if (first && i > 0) shade = 1 - shade;
        return html`<tr class="class${shade} ${first ? 'first' : ''}"><td class="n">${first ? count(row.size) : ''}</td>
          ${kept.map(([, at], c) => html`<td><span class="after">${row.after[c]}</span>${row.before && row.before[at] !== row.after[c] && html`<br /><span class="before">${row.before[at]}</span>`}</td>`)}</tr>`;
      })}</tbody></table>
    <//>
    <div class="row" role="group" aria-label="Pages of records">
      <button type="button" class="quiet small" disabled=${page.from === 0} onClick=${() => go(Math.max(0, page.from - size))}>Back</button>
      <span role="status">${count(page.from + 1)} to ${count(page.from + page.rows.length)} of ${count(page.total)}</span>
      <button type="button" class="quiet small" disabled=${page.from >= last} onClick=${() => go(page.from + size)}>On</button>
    </div>`;
};

export const CopyCommand = ({ command }) => {
  const [copied, say] = useState(false);
  const copy = () => navigator.clipboard.writeText(command).then(() => { say(true); setTimeout(() => say(false), 2500); }, () => {});
  return html`<div class="command"><pre tabindex="0" data-testid="command">${command}</pre>
    <button type="button" class="quiet" onClick=${copy}>${copied ? 'Copied' : 'Copy as command'}</button></div>`;
};

export const Release = ({ desk, setPolicy }) => {
  const [wishes, wish] = useKept('release.wishes', { keep_order: false, drop_suppressed: false, queries: '', classify: '' });
  const [job, setJob] = useState(null);
  const [error, fail] = useState(null);
  const [warnings, warn] = useState([]);
  const [shown, show] = useState(false);
  const [kept, keep] = useKept('release.job', null);
  const watch = (what) => {
    fail(null); warn([]);
    const running = runJob(what, (event) => { if (event.type === 'progress') setJob((old) => ({ ...old, ...event })); }, keep);
    setJob({ cancel: running.cancel, stage: 'making the release' });
    running.then((answer) => warn(answer.warnings), (refusal) => { if (refusal.state !== 'cancelled' && refusal.status !== 404) fail(refusal); }).finally(() => setJob(null));
  };
  const make = () => watch({ what: 'release', ...wishes });
  useEffect(() => { if (kept) watch({ job: kept }); }, []);
  // Columns that the refusal says must be accepted by name.
  const accept = error?.code === 'policy' || error?.parameter
    ? (error.message.match(/--accept-(unchanged|sets) ('[^']*'|[^\s;.]+)/) ?? null) : null;
  const names = accept ? accept[2].replace(/^'|'$/g, '').split(',').filter((name) => desk.policy.columns[name]) : [];
  const takeOn = () => setPolicy((policy) => { for (const name of names) policy.columns[name][`accept_${accept[1]}`] = true; }).then(make);
  const persons = error && /--rows-are-persons/.test(error.whole ?? error.message);
  const made = desk.release;
  const current = made && JSON.stringify(made.policy) === JSON.stringify(desk.policy);
  const answer = made?.release;
  return html`
    <section class="panel" aria-label="Make the release">
      <div class="two">
        <label class="check"><input type="checkbox" checked=${wishes.keep_order} onChange=${(event) => wish({ ...wishes, keep_order: event.target.checked })} />Keep the order of the records
          <span class="hint">Otherwise they are shuffled. Whoever knows how the table was sorted learns from the places.</span></label>
        <label class="check"><input type="checkbox" checked=${wishes.drop_suppressed} onChange=${(event) => wish({ ...wishes, drop_suppressed: event.target.checked })} />Leave out records that show nothing
          <span class="hint">Otherwise they stay, with * in what is protected.</span></label>
      </div>
      <div class="two"><label for="queries">Ask both tables random questions<select id="queries" value=${wishes.queries} onChange=${(event) => wish({ ...wishes, queries: event.target.value })}>${[['', 'no'], ['100', '100 counting questions'], ['1000', '1,000 counting questions']].map(([value, text]) => html`<option value=${value} selected=${value === wishes.queries}>${text}</option>`)}</select></label>
        <label for="classify">Let classifiers learn from both<select id="classify" value=${wishes.classify} onChange=${(event) => wish({ ...wishes, classify: event.target.value })}><option value="">no</option>${desk.columns.filter((column) => desk.policy.columns[column.name]?.role !== 'identifier').map((column) => html`<option value=${column.name} selected=${column.name === wishes.classify}>to predict ${column.name}</option>`)}</select></label></div>
      <div class="row">${job ? html`<${Busy} job=${job} cancel=${job.cancel} />` : html`<button type="button" onClick=${make}>${made ? 'Make it again' : 'Make the release'}</button>`}
        <a class="button quiet" href="api/policy.toml" download="policy.toml">Download the policy</a></div>
      <${Problem} error=${error}>
        ${names.length > 0 && html`<div class="row"><button type="button" class="quiet" onClick=${takeOn}>Release ${names.join(', ')} ${accept[1] === 'sets' ? 'as sets' : 'as it is'} all the same</button></div>`}
        ${persons && html`<div class="row"><button type="button" class="quiet" onClick=${() => setPolicy((policy) => { policy.privacy['rows-are-persons'] = true; }).then(make)}>Every record is another person</button></div>`}
      <//>
    </section>
    ${warnings.length > 0 && html`<${Notice} tone="warn"><p>To consider:</p><ul>${warnings.map((text) => html`<li>${text}</li>`)}</ul><//>`}
    ${made && html`
      ${!current && html`<${Notice} tone="warn"><p>The policy has changed since this release was made.</p><//>`}
      <${Notice} tone="good"><p>The guard has read the finished file and found every promise kept:</p>
        <ul data-testid="guarantees">${answer.guarantees.map((verdict) => html`<li>${promised(verdict)}</li>`)}</ul>
        ${answer.warnings.length > 0 && html`<p>What it does not cover:</p><ul>${answer.warnings.map((text) => html`<li>${text}</li>`)}</ul>`}<//>
      <div class="big">
        <${Card} value=${percent(answer.risk.after.highest)} caption="highest risk of a record" note="was ${percent(answer.risk.before.highest)}" tone=${answer.risk.after.highest > 0.2 ? 'warn' : 'good'} />
        <${Card} value=${percent(1 - answer.quality.ncp)} caption="detail kept" />
        <${Card} value=${count(answer.classes)} caption="groups" note="the smallest has ${count(answer.min_class)}" />
        <${Card} value=${count(answer.suppressed)} caption="records show nothing" note="of ${many(answer.rows, 'record')}" />
      </div>
      <div class="row">
        <a class="button" href="files/${made.files.release}" download=${made.files.release}>Download the release</a>
        <a class="button quiet" href="files/${made.files.policy}" download=${made.files.policy}>Its policy</a>
        <a class="button quiet" href="files/${made.files.report}" download=${made.files.report}>Report</a>
        <a class="button quiet" href="files/${made.files.summary}" download=${made.files.summary}>Page for outsiders</a>
      </div>
      <p class="hint">The same without the studio, beside the downloaded policy; with the order kept, the same bytes:</p>
      <${CopyCommand} command=${made.command} />
      <${Pairs} made=${made} columns=${desk.columns.map((column) => column.name)} />
      ${(answer.query_error || answer.classification) && html`<h2>What it is still good for</h2>
        ${answer.query_error && html`<p data-testid="queries">${count(answer.query_error.queries)} counting questions over two columns are off by ${percent(answer.query_error.median)} (the median); on average by ${percent(answer.query_error.mean)}.</p>`}
        ${answer.classification && html`<table data-testid="classifiers"><thead><tr><th>Predicting ${answer.classification.class}, right on records not learned from</th><th>From the table</th><th>From the release</th></tr></thead>
          <tbody>${answer.classification.accuracy.map((one) => html`<tr><td>${one.learner}</td><td><${Share} share=${one.original} /></td><td><${Share} share=${one.release} /></td></tr>`)}
          <tr><td>always the commonest value</td><td colspan="2"><${Share} share=${answer.classification.commonest} /></td></tr></tbody></table>`}`}
      <h2>Loss, column by column</h2>
      <${Scroll} label="Columns of the release"><table><thead><tr><th>Column</th><th>In the release</th><th class="n">Values before</th><th class="n">Values shown</th><th>Loss</th></tr></thead>
        <tbody>${answer.roles.map((column) => { const loss = made.losses.find((one) => one.column === column.column); return html`<tr><td>${column.column}</td><td>${column.treatment}</td>
          <td class="n">${count(column.distinct)}</td><td class="n">${count(column.shown)}</td><td>${loss ? html`<${Share} share=${loss.loss} />` : '–'}</td></tr>`; })}</tbody></table><//>
      <h2>The report</h2>
      <div class="row"><button type="button" class="quiet" aria-expanded=${shown} onClick=${() => show(!shown)}>${shown ? 'Hide the report' : 'Show the report'}</button></div>
      ${shown && html`<iframe class="report" sandbox="allow-scripts" title="Report of the release" src="pages/${made.files.report}"></iframe>`}`}`;
};
