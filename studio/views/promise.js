// SPDX-License-Identifier: Apache-2.0
// Promise: privacy models in plain words, with dials; what they cost, while they turn.
import { html, useEffect, useState, Busy, Card, Notice, Problem, Scroll, Typed, count, many, percent, Share } from '../ui.js';
import { useKept } from '../kept.js';
import { runJob } from '../server.js';
import { useLive } from '../live.js';
import { Frontier } from '../plots.js';
import { Lattice } from './lattice.js';

// k over a dial: fine steps where they matter.
const ks = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 18, 20, 25, 30, 40, 50, 60, 75, 100, 150, 200, 300, 500, 1000];
const sweepOf = (rows) => [2, 3, 5, 8, 12, 20, 30, 50, 100].filter((k) => k * 2 <= rows);
export const methodNames = {
  mondrian: 'Cut again and again at the middle (Mondrian)',
  'full-domain': 'One level for each column (full-domain)',
  local: 'Each group as fine as it can be (local)',
  constrained: 'Groups that keep within boundaries (constrained)',
  kmember: 'Nearest records together (k-member)',
  cells: 'Single cells hidden (cells)',
  microaggregation: 'Means of groups (microaggregation)',
};

// The models that have a dial here; all others are offered below by their own words.
const dials = [
  { key: 'alpha', title: (names) => `No value of ${names} is more likely than`, say: (v) => percent(v, 0), min: 0.05, max: 1, step: 0.01, start: 0.5,
    hint: 'In every group, no private value has a larger share. It keeps a group from giving its members away although nobody is singled out.' },
  { key: 'l-distinct', title: (names) => `Every group shows different values of ${names}: at least`, say: (v) => v, min: 2, max: 20, step: 1, start: 3,
    hint: 'So nobody learns a private value for certain.' },
  { key: 't', title: (names) => `Groups look like the whole table in ${names}, to within`, say: (v) => Number(v).toFixed(2), min: 0.05, max: 1, step: 0.01, start: 0.3,
    hint: 't-closeness: how differently the private values may be distributed in a group. Smaller is stricter.' },
];

const Dial = ({ id, title, hint, value, min, max, step, say, onInput }) => html`
  <div class="dial-line">
    <label for=${id}>${title}</label><output for=${id}>${say(value)}</output>
    <div class="control"><input id=${id} type="range" min=${min} max=${max} step=${step} value=${value} aria-valuetext=${String(say(value))}
      onInput=${(event) => onInput(Number(event.target.value))} />${hint && html`<span class="hint">${hint}</span>`}</div>
  </div>`;

const OtherModels = ({ catalog, privacy, change }) => {
  const known = ['k', ...dials.map((dial) => dial.key)];
  const others = catalog.models.filter((model) => !known.includes(model.parameters[0].name));
  const given = others.filter((model) => privacy[model.parameters[0].name] !== undefined);
  return html`
    <details open=${given.length > 0}><summary>Other promises</summary>
      <p class="hint">Each model's reference says what it needs: some need a table of the population or the size of the sample.</p>
      <div class="fields">${others.map((model) => { const first = model.parameters[0]; return html`
        <label>${model.name}<span class="hint">${first.summary}</span>
          <${Typed} type="text" inputmode="decimal" value=${privacy[first.name]} placeholder=${first.placeholder || 'not promised'}
            commit=${(text) => change(first.name, text.trim())} /></label>`; })}</div>
    </details>`;
};

const Result = ({ live }) => {
  const { answer, error, behind } = live;
  const close = answer?.sensitive?.reduce((most, one) => (one.highest_confidence > (most?.highest_confidence ?? 0) ? one : most), null);
  return html`
    <div class=${behind || error ? 'stale' : ''} aria-live="polite" aria-busy=${behind}>
      ${answer && html`
        <div class="big" data-testid="numbers">
          <${Card} value=${percent(answer.after.highest)} caption="highest risk of a record" note="was ${percent(answer.before.highest)}" tone=${answer.after.highest > 0.2 ? 'warn' : 'good'} />
          <${Card} value=${percent(answer.detail_kept)} caption="detail kept" note="over all cells that are made coarser" />
          <${Card} value=${count(answer.after.min_class)} caption="smallest group" note="${many(answer.after.classes, 'group')}, on average ${Number(answer.average_class_size).toFixed(1)}" />
          <${Card} value=${count(answer.suppressed)} caption=${answer.suppressed === 1 ? 'record shows nothing' : 'records show nothing'} note="of ${count(answer.rows)}" tone=${answer.suppressed > 0.1 * answer.rows ? 'warn' : 'plain'} />
          ${close && html`<${Card} value=${percent(close.highest_confidence, 0)} caption="surest guess of ${close.column}" note=${close.homogeneous_rows ? `${many(close.homogeneous_rows, 'record')} in groups that all share one value` : 'in the group that gives most away'} tone=${close.homogeneous_rows ? 'warn' : 'plain'} />`}
        </div>
        <h3>Loss, column by column</h3>
        <table><tbody>${answer.columns.map((one) => html`<tr><td>${one.column}</td><td class="n"><${Share} share=${one.loss} /></td></tr>`)}</tbody></table>`}
    </div>
    ${error && html`<${Problem} error=${error}>${error.code === 'infeasible' && html`<p>Let the promise be weaker, let more records show nothing, or give columns hierarchies.</p>`}<//>`}`;
};

const Methods = ({ work, catalog, use }) => {
  const [found, put] = useState(null);
  const [job, setJob] = useState(null);
  const [error, fail] = useState(null);
  const [kept, keep] = useKept('promise.methods', null);
  const watch = (what) => {
    put([]); fail(null);
    const running = runJob(what, (event) => {
      if (event.type === 'method') put((old) => [...old, event.method]);
      if (event.type === 'progress') setJob((old) => ({ ...old, ...event }));
    }, keep);
    setJob({ cancel: running.cancel });
    running.then((answer) => put(answer.methods), (refusal) => { if (refusal.state !== 'cancelled' && refusal.status !== 404) fail(refusal); }).finally(() => setJob(null));
  };
  const compare = () => watch({ what: 'methods', policy: work, methods: catalog.methods.map((method) => method.name) });
  useEffect(() => { if (kept) watch({ job: kept }); }, []);
  return html`
    <h2>Methods side by side</h2>
    <p>The same promise, kept in different ways.</p>
    ${job ? html`<${Busy} job=${job} cancel=${job.cancel} />` : html`<div class="row"><button type="button" class="quiet" onClick=${compare}>Compare the methods</button></div>`}
    <${Problem} error=${error} />
    ${found?.length > 0 && html`<${Scroll} label="Methods side by side"><table data-testid="methods">
      <thead><tr><th>Method</th><th>Detail kept</th><th class="n">Highest risk</th><th class="n">Smallest group</th><th class="n">Records that show nothing</th><th></th></tr></thead>
      <tbody>${found.map((one) => html`<tr>
        <td>${methodNames[one.method] ?? one.method}</td>
        ${one.preview ? html`<td><${Share} share=${one.preview.detail_kept} /></td><td class="n">${percent(one.preview.after.highest)}</td>
          <td class="n">${count(one.preview.after.min_class)}</td><td class="n">${count(one.preview.suppressed)}</td>
          <td>${work.method?.name === one.method ? 'chosen' : html`<button type="button" class="quiet small" onClick=${() => use(one.method)}>Use<span class="hidden"> ${one.method}</span></button>`}</td>`
        : html`<td colspan="5">${one.error.message}</td>`}</tr>`)}</tbody></table><//>`}`;
};

export const Promise_ = ({ desk, catalog, setPolicy }) => {
  const work = desk.policy;
  const change = (edit) => {
    setPolicy((policy) => { policy.privacy ??= {}; policy.method ??= { name: 'mondrian' }; edit(policy); });
  };
  const promise = (key, value) => change((policy) => {
    if (value === undefined || value === '') delete policy.privacy[key];
    else policy.privacy[key] = typeof value === 'string' && /^-?[\d.]+$/.test(value) ? Number(value) : value;
  });

  const privacy = work.privacy ?? {};
  const method = work.method ?? {};
  const quasi = Object.entries(work.columns ?? {}).filter(([, column]) => column.role === 'quasi').map(([name]) => name);
  const secret = Object.entries(work.columns ?? {}).filter(([, column]) => column.role === 'sensitive').map(([name]) => name);
  const undecided = Object.entries(work.columns ?? {}).filter(([, column]) => column.role === 'undecided').map(([name]) => name);
  const ready = quasi.length > 0 && undecided.length === 0;
  const live = useLive('api/preview', ready ? work : null);

  // The frontier is for everything but k: it is drawn anew when something else changed and nothing moves.
  const [points, setPoints] = useState([]);
  const [sweep, setSweep] = useState(null);
  const other = JSON.stringify({ ...work, privacy: { ...privacy, k: 0 } });
  const start = () => {
    setPoints([]);
    const running = runJob({ what: 'sweep', policy: work, k: sweepOf(desk.file.rows) }, (event) => {
      if (event.type === 'point' && event.point.preview) {
        const { preview, k } = event.point;
        setPoints((old) => [...old.filter((point) => point.k !== k), { k, risk: preview.after.highest, detail: preview.detail_kept }]);
      }
    });
    setSweep(running);
    running.catch(() => {}).finally(() => setSweep((old) => (old === running ? null : old)));
    return running;
  };
  useEffect(() => {
    if (!ready || desk.file.rows > 200000) return undefined;
    let running = null;
    const soon = setTimeout(() => { running = start(); }, 600);
    return () => { clearTimeout(soon); running?.cancel(); };
  }, [other, ready]);
  const yours = live.answer && !live.error ? { risk: live.answer.after.highest, detail: live.answer.detail_kept } : null;

  if (quasi.length === 0) return html`<${Notice} tone="warn"><p>No column is said to help to name a person, so there is nothing to protect. <a href="#data">Choose what each column is for</a>.</p><//>`;
  if (undecided.length > 0) return html`<${Notice} tone="warn"><p>${undecided.join(', ')}: <a href="#data">decide what ${undecided.length === 1 ? 'this column is' : 'these columns are'} for</a> first.</p><//>`;
  const k = Number(privacy.k ?? 0);
  const nearest = ks.reduce((best, one, i) => (Math.abs(one - k) < Math.abs(ks[best] - k) ? i : best), 0);
  const promised = Object.keys(privacy).length > 0;
  return html`
    <div class="split">
      <section class="panel" aria-label="The promise">
        <p class="hint">Somebody who knows ${quasi.join(', ')} of a person shall not find the person's record${secret.length ? `, nor learn ${secret.join(' or ')}` : ''}.</p>
        ${!promised && html`<${Notice}><p>Nothing is promised here, so groups of 5 are: the default.</p><//>`}
        <div class="promise">
          <${Dial} id="k" title="Nobody is among fewer than" hint="k-anonymity: every record looks like at least this many in what others may know." value=${nearest} min=${0} max=${ks.length - 1} step=${1}
            say=${() => (k ? `${count(k)} people` : 'not promised')} onInput=${(i) => promise('k', ks[i])} />
        </div>
        ${secret.length > 0 && dials.map((dial) => { const value = privacy[dial.key]; const on = value !== undefined; return html`
          <div class="promise">
            ${on ? html`<${Dial} id=${dial.key} title=${dial.title(secret.join(', '))} hint=${dial.hint} value=${Number(value)} min=${dial.min} max=${dial.max} step=${dial.step} say=${dial.say} onInput=${(v) => promise(dial.key, v)} />
              <div class="row"><button type="button" class="quiet small" onClick=${() => promise(dial.key, undefined)}>Do not promise this</button></div>`
            : html`<div class="row"><span class="grow"><span class="label">${dial.title(secret.join(', '))} …</span><span class="hint">${dial.hint}</span></span>
              <button type="button" class="quiet small" onClick=${() => promise(dial.key, dial.start)}>Promise this</button></div>`}
          </div>`; })}
        ${secret.length === 0 && html`<p class="hint">No column is private, so only who is who can be protected.</p>`}
        <div class="promise">
          <${Dial} id="suppression" title="Records that may show nothing: at most" value=${Number(method['max-suppression'] ?? 0.05)} min=${0} max=${0.5} step=${0.01} say=${(v) => percent(v, 0)}
            onInput=${(v) => change((policy) => { policy.method['max-suppression'] = v; })} />
          <label for="method">How the records are grouped<select id="method" value=${method.name ?? 'mondrian'}
            onChange=${(event) => change((policy) => { const limit = policy.method['max-suppression']; policy.method = { name: event.target.value }; if (limit !== undefined) policy.method['max-suppression'] = limit; })}>
            ${catalog.methods.map((one) => html`<option value=${one.name} selected=${one.name === (method.name ?? 'mondrian')}>${methodNames[one.name] ?? one.name}</option>`)}</select>
            <span class="hint">${catalog.methods.find((one) => one.name === (method.name ?? 'mondrian'))?.summary}</span></label>
        </div>
        <${OtherModels} catalog=${catalog} privacy=${privacy} change=${promise} />
      </section>
      <section aria-label="What it costs">
        <${Result} live=${live} />
        <p class="hint">A look ahead, in the page's own time: the release itself is made from the file and judged by its guard.</p>
        <div class="row"><a class="button" href="#release">Next: the release</a></div>
      </section>
    </div>
    <h2>Detail against risk</h2>
    <p>The same promise for other sizes of groups. The large point is yours.</p>
    ${points.length > 0 && html`<figure><${Frontier} points=${points} yours=${yours} />
      <figcaption><span class="swatch"></span>other k <span class="swatch two"></span>yours</figcaption></figure>
      <details><summary>As a table</summary><table data-testid="frontier"><thead><tr><th class="n">k</th><th class="n">Highest risk</th><th class="n">Detail kept</th></tr></thead>
        <tbody>${[...points].sort((a, b) => a.k - b.k).map((point) => html`<tr><td class="n">${point.k}</td><td class="n">${percent(point.risk)}</td><td class="n">${percent(point.detail)}</td></tr>`)}</tbody></table></details>`}
    ${sweep ? html`<${Busy} job=${{ stage: 'looking along k' }} cancel=${sweep.cancel} />`
      : html`<div class="row"><button type="button" class="quiet small" onClick=${start}>Draw it again</button></div>`}
    ${method.name === 'full-domain' && html`<${Lattice} work=${work} search=${live.answer?.search} change=${change} />`}
    <${Methods} work=${work} catalog=${catalog} use=${(name) => change((policy) => { const limit = policy.method['max-suppression']; policy.method = { name }; if (limit !== undefined) policy.method['max-suppression'] = limit; })} />`;
};
