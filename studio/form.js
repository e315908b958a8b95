// SPDX-License-Identifier: Apache-2.0
// A command's settings as a form, from its own description, and its result: what it says, its page with
// plots, its files. Views choose which settings come first.
import { html, useEffect, useState, Busy, Notice, Problem, Typed } from './ui.js';
import { useKept } from './kept.js';
import { get, runJob } from './server.js';

const hidden = ['file', 'output', 'report', 'save', 'key', 'passphrase-file', 'task', 'delimiter', 'no-header', 'encoding', 'skip-lines', 'skip-last-lines', 'type', 'decimal', 'date-format',
  'missing-mark', 'table', 'tables', 'join', 'explain-join', 'inputs', 'view'];

export const useParameters = (command, fail, task) => {
  const [list, put] = useState(null);
  useEffect(() => { put(null); get('api/command', task ? { name: command, task } : { name: command }).then(put, fail); }, [command, task]);
  return list;
};

const Choice = ({ id, value, put, choices, none }) => html`<select id=${id} value=${value ?? ''} onChange=${(event) => put(event.target.value)}>
  ${none !== undefined && html`<option value="" selected=${!value}>${none}</option>`}${choices.map((one) => html`<option value=${one} selected=${one === value}>${one}</option>`)}</select>`;

export const Columns = ({ legend, hint, columns, value = [], put }) => html`
  <fieldset><legend>${legend}</legend>${hint && html`<span class="hint">${hint}</span>`}
    <div class="chips">${columns.map((name) => html`<label><input type="checkbox" checked=${value.includes(name)}
      onChange=${(event) => put(event.target.checked ? [...value, name] : value.filter((one) => one !== name))} />${name}</label>`)}</div></fieldset>`;

const Field = ({ parameter, value, put, columns, words }) => {
  const id = `setting-${parameter.name}`;
  const title = words?.[parameter.name] ?? parameter.name.replaceAll('-', ' ');
  if (parameter.kind === 'flag') {
    return html`<label class="check" for=${id}><input id=${id} type="checkbox" checked=${!!value} onChange=${(event) => put(event.target.checked || undefined)} />${title}<span class="hint">${parameter.summary}</span></label>`;
  }
  const label = html`<label for=${id}>${title}<span class="hint">${parameter.summary}</span></label>`;
  if (parameter.choices) return html`<div>${label}<${Choice} id=${id} value=${value ?? parameter.default} choices=${parameter.choices} none=${parameter.default ? undefined : 'not said'} put=${(text) => put(text || undefined)} /></div>`;
  if (parameter.kind === 'column') return html`<div>${label}<${Choice} id=${id} value=${value} choices=${columns} none="choose a column" put=${(text) => put(text || undefined)} /></div>`;
  const number = parameter.kind === 'count' || parameter.kind === 'real';
  return html`<div>${label}<${Typed} id=${id} type=${number ? 'number' : 'text'} step=${parameter.kind === 'real' ? 'any' : undefined} min=${parameter.min} max=${parameter.max}
    value=${value} placeholder=${parameter.default || parameter.placeholder} commit=${(text) => put(text === '' ? undefined : text)} /></div>`;
};

// `first`: the names of the settings that are always shown, in this order.
export const Fields = ({ parameters, first, settings, set, columns, words }) => {
  const by = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const more = parameters.filter((parameter) => !first.includes(parameter.name) && !hidden.includes(parameter.name) && parameter.kind !== 'file');
  const one = (parameter) => html`<${Field} key=${parameter.name} parameter=${parameter} value=${settings[parameter.name]} columns=${columns} words=${words} put=${(value) => set(parameter.name, value)} />`;
  const lists = first.map((name) => by.get(name)).filter((parameter) => parameter?.kind === 'columns');
  return html`
    <div class="fields">${first.map((name) => by.get(name)).filter((parameter) => parameter && parameter.kind !== 'columns').map(one)}</div>
    ${lists.map((parameter) => html`<div class="row"><${Columns} legend=${words?.[parameter.name] ?? parameter.name} hint=${parameter.summary} columns=${columns} value=${settings[parameter.name]} put=${(list) => set(parameter.name, list.length ? list : undefined)} /></div>`)}
    ${more.length > 0 && html`<details><summary>More settings</summary><div class="fields">${more.map(one)}</div></details>`}`;
};

const written = (settings) => Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== '')
  .map(([name, value]) => [name, Array.isArray(value) && name !== 'task' ? value.join(',') : value]));

// Runs commands one after the other; gives [results, run, busy, error]. They are found again under
// `name`: those that are done show their results, one that runs is waited for, and the rest is run.
export const useCommands = (name) => {
  const [kept, keep] = useKept(name, null);
  const [results, put] = useState(null);
  const [busy, setBusy] = useState(null);
  const [error, fail] = useState(null);
  const run = async (asked) => {
    put(null); fail(null);
    const list = asked.map(({ passphrase, ...one }) => ({ ...one, ...(passphrase ? { secret: true } : {}) }));
    const done = [];
    keep(list);
    try {
      for (const [i, { title, command, settings, passphrase, secret, job }] of asked.entries()) {
        if (secret && !job) break;  // nobody keeps the passphrase
        const running = runJob(job ? { job } : { what: 'command', command, settings: written(settings), ...(passphrase ? { passphrase } : {}) },
          (event) => { if (event.type === 'progress') setBusy((old) => ({ ...old, ...event })); },
          (id) => { list[i] = { ...list[i], job: id }; keep([...list]); });
        setBusy({ stage: title ?? 'working', cancel: running.cancel });
        done.push({ title, command, ...(await running) });
      }
      put(done);
      return done;
    } catch (refusal) {
      if (refusal.state === 'cancelled' || refusal.status === 404) keep(null); else fail(refusal);
      return null;
    } finally { setBusy(null); }
  };
  useEffect(() => { if (kept?.length && kept[0].job) run(kept); }, []);
  return [results, run, busy, error];
};

export const RunButton = ({ busy, run, children, disabled }) => (busy
  ? html`<${Busy} job=${busy} cancel=${busy.cancel} />`
  : html`<div class="row"><button type="button" onClick=${run} disabled=${disabled}>${children}</button></div>`);

export const Outcome = ({ result, children, files = {} }) => html`
  <section class="outcome" aria-label=${result.title ?? 'Result'}>
    ${result.title && html`<h3>${result.title}</h3>`}
    ${result.warnings?.length > 0 && html`<${Notice} tone="warn"><p>To consider:</p><ul>${result.warnings.map((text) => html`<li>${text}</li>`)}</ul><//>`}
    ${children}
    ${Object.entries(files).some(([name]) => result.files[name]) && html`<div class="row">${Object.entries(files).map(([name, text]) => result.files[name] && html`<a class="button quiet" href="files/${result.files[name]}" download=${result.files[name]}>${text}</a>`)}</div>`}
    ${result.files.report && html`<iframe class="report" sandbox="allow-scripts" title="Report of ${result.command}" src="pages/${result.files.report}"></iframe>`}
    <details open=${!result.files.report && !children}><summary>In full</summary><pre class="text" tabindex="0">${result.text}</pre></details>
  </section>`;

export const Failure = ({ error }) => html`<${Problem} error=${error} />`;
