// SPDX-License-Identifier: Apache-2.0
// Data: open a table, look at it page by page, and say what each column is for.
import { html, useEffect, useRef, useState, Bar, Histogram, Notice, Problem, Scroll, count, many, Share } from '../ui.js';
import { useKept } from '../kept.js';
import { get } from '../server.js';

export const roles = {
  identifier: 'names a person',
  quasi: 'could help to name one',
  sensitive: 'private',
  class: 'to be predicted',
  plain: 'released as it is',
  undecided: 'you decide',
};
const inRelease = {
  identifier: 'It is left out of the release.',
  quasi: 'It is made coarser in the release.',
  sensitive: 'It is released; the promise can protect it.',
  class: 'It is released as it is, for those who learn from the table.',
  plain: 'It is released as it is.',
  undecided: 'No release is made until you choose.',
};

const Opener = ({ open, compact }) => {
  const [path, type] = useState('');
  const [over, hover] = useState(false);
  const input = useRef(null);
  const dropped = (event) => {
    event.preventDefault();
    event.stopPropagation();
    hover(false);
    const file = event.dataTransfer?.files?.[0];
    if (file) open.file(file);
  };
  return html`
    <div class="drop ${over ? 'over' : ''}" onDragOver=${(event) => { event.preventDefault(); hover(true); }}
      onDragLeave=${() => hover(false)} onDrop=${dropped}>
      <p>${compact ? 'Drop another file here, or' : 'Drop a table here: CSV, Excel, SPSS, Stata, SAS, Parquet, ARFF or SQLite; texts also gzipped.'}</p>
      <input id="file" type="file" ref=${input} onChange=${(event) => { const file = event.target.files[0]; if (file) open.file(file); event.target.value = ''; }} />
      <label class="button" for="file">Choose a file</label>
    </div>
    <form class="row end" onSubmit=${(event) => { event.preventDefault(); if (path.trim()) open.path(path.trim()); }}>
      <label class="grow" for="path">Or the path of a file on this machine, or the address of a table of a PostgreSQL server
        <input id="path" type="text" value=${path} onInput=${(event) => type(event.target.value)} placeholder="patients.csv, or postgresql://ann@host/clinic?table=people" spellcheck="false" autocomplete="off" /></label>
      <button type="submit" disabled=${!path.trim()}>Open</button>
    </form>`;
};

const Rows = ({ columns, total, file }) => {
  const [page, turn] = useState({ from: 0, rows: [] });
  const [place, keep] = useKept('data.page', 0);
  const [error, fail] = useState(null);
  const size = 50;
  const fetchFrom = (from) => { keep(from); return get('api/rows', { from, count: size }).then(turn, fail); };
  useEffect(() => { fetchFrom(place); }, [file.opened]);
  const last = Math.max(0, Math.floor((total - 1) / size) * size);
  return html`
    <h2>Records</h2>
    <${Problem} error=${error} />
    <${Scroll} label="Records of the table" class="cells tall">
      <table><thead><tr><th class="n">#</th>${columns.map((column) => html`<th>${column.name}</th>`)}</tr></thead>
      <tbody>${page.rows.map((row, i) => html`<tr><td class="n">${count(page.from + i + 1)}</td>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>
    <//>
    <div class="row" role="group" aria-label="Pages of records">
      <button type="button" class="quiet small" disabled=${page.from === 0} onClick=${() => fetchFrom(0)}>First</button>
      <button type="button" class="quiet small" disabled=${page.from === 0} onClick=${() => fetchFrom(Math.max(0, page.from - size))}>Back</button>
      <span role="status">${count(page.from + 1)} to ${count(page.from + page.rows.length)} of ${count(total)}</span>
      <button type="button" class="quiet small" disabled=${page.from >= last} onClick=${() => fetchFrom(page.from + size)}>On</button>
      <button type="button" class="quiet small" disabled=${page.from >= last} onClick=${() => fetchFrom(last)}>Last</button>
    </div>`;
};

const Detail = ({ name, role }) => {
  const [column, put] = useState(null);
  const [error, fail] = useState(null);
  useEffect(() => { put(null); get('api/column', { name }).then(put, fail); }, [name]);
  if (error) return html`<${Problem} error=${error} />`;
  if (!column) return null;
  return html`
    <section class="panel" aria-label="Column ${name}">
      <h3>${name}</h3>
      <p>${many(column.distinct, 'different value')}${column.missing ? `, missing in ${many(column.missing, 'record')}` : ', never missing'}${column.unique ? `; ${many(column.unique, 'value')} that only one record has` : ''}. ${inRelease[role] ?? ''}</p>
      <div class="two">
        ${column.bars.length > 0 && html`<div><p class="label">How the values lie${column.type === 'date' ? '' : `, from ${column.lowest} to ${column.highest}`}</p>
          <${Histogram} bars=${column.bars} label="Histogram of ${name}, from ${column.lowest} to ${column.highest}" /></div>`}
        <div><p class="label">The commonest values</p>
          <table><tbody>${column.common.slice(0, 8).map((value) => html`<tr><td>${value.value === '' ? html`<em>empty</em>` : value.value}</td>
            <td class="n"><span class="share"><${Bar} share=${value.rows / column.common[0].rows} /><span>${count(value.rows)}</span></span></td></tr>`)}</tbody></table></div>
      </div>
    </section>`;
};

export const Data = ({ desk, setPolicy, open, busy }) => {
  const [chosen, choose] = useKept('data.column', null);
  if (!desk.file) return busy ? null : html`<${Opener} open=${open} />`;
  const role = (name) => desk.policy.columns?.[name]?.role ?? 'plain';
  const set = (name, value) => setPolicy((policy) => { policy.columns[name] = { ...policy.columns[name], role: value }; });
  const open_ = desk.columns.filter((column) => role(column.name) === 'undecided').length;
  const shown = chosen ?? (desk.columns.find((column) => column.type === 'numeric' && role(column.name) === 'quasi') ?? desk.columns[0])?.name;
  return html`
    ${desk.file.problems.length > 0 && html`<${Notice} tone="warn"><p>Look at this first:</p><ul>${desk.file.problems.map((text) => html`<li>${text}</li>`)}</ul><//>`}
    ${open_ > 0 && html`<${Notice} tone="warn"><p>${open_ === 1 ? 'One column needs' : `${count(open_)} columns need`} your decision before a release can be made.</p><//>`}
    <div class="row"><p class="grow">${desk.file.path ?? desk.file.name}: ${many(desk.file.rows, 'record')}, ${many(desk.columns.length, 'column')}. Choose what each column is for; the suggestions have their reasons.</p>
      <a class="button" href="#promise">Next: the promise</a></div>
    <${Scroll} label="Columns" class="columns">
      <table><thead><tr><th>Column</th><th>What it is for</th><th>Type</th><th class="n">Different values</th><th class="n">Missing</th><th>Tells pairs apart</th><th>Why this is suggested</th></tr></thead>
      <tbody>${desk.columns.map((column, i) => html`
        <tr class=${shown === column.name ? 'chosen' : ''}>
          <td><button type="button" class="link" aria-expanded=${shown === column.name} onClick=${() => choose(column.name)}>${column.name}</button></td>
          <td class="role"><select aria-label="What ${column.name} is for" value=${role(column.name)} onChange=${(event) => set(column.name, event.target.value)}>
            ${Object.entries(roles).map(([value, text]) => html`<option value=${value} selected=${value === role(column.name)}>${text}</option>`)}</select>
            ${role(column.name) !== column.suggested_role && column.suggested_role !== 'undecided' && html`
              <button type="button" class="link hint" onClick=${() => set(column.name, column.suggested_role)}>suggested: ${roles[column.suggested_role]}</button>`}</td>
          <td>${column.type === 'numeric' ? 'number' : column.type}</td>
          <td class="n">${count(column.distinct)}</td><td class="n">${count(column.missing)}</td>
          <td>${column.separation_ratio === null ? '–' : html`<${Share} share=${column.separation_ratio} />`}</td>
          <td class="why">${column.evidence || 'nothing points to a person'}</td>
        </tr>`)}</tbody></table>
    <//>
    ${shown && html`<${Detail} name=${shown} role=${role(shown)} />`}
    <${Rows} columns=${desk.columns} total=${desk.file.rows} file=${desk.file} />
    <h2>Another table</h2>
    <${Opener} open=${open} compact />`;
};
