// SPDX-License-Identifier: Apache-2.0
// Who could find me? What somebody who knows a few values finds, before and after.
import { html, useEffect, useState, Notice, Problem, count, many, percent, Share } from '../ui.js';
import { useKept } from '../kept.js';
import { get } from '../server.js';
import { useLive } from '../live.js';

const Field = ({ name, value, put }) => {
  const [column, set] = useState(null);
  useEffect(() => { get('api/column', { name }).then(set, () => {}); }, [name]);
  return html`<label>${name}<input type="text" value=${value} list="values-${name}" placeholder="not known" spellcheck="false" autocomplete="off" onInput=${(event) => put(event.target.value)} />
    ${column && html`<datalist id="values-${name}">${column.common.map((one) => html`<option value=${one.value}></option>`)}</datalist>`}</label>`;
};

const Found = ({ side, title, what }) => {
  const one = side.matches === 1;
  const anyone = side.anybody > 0 ? ` ${side.matches ? 'Besides, ' : ''}${many(side.anybody, 'record')} that ${side.anybody === 1 ? 'shows' : 'show'} nothing could be anybody.` : '';
  return html`<section class="panel" aria-label=${title}><h3>${title}</h3>
    <p data-testid="matches"><strong>${side.matches === 0 ? 'No record matches.' : one ? 'One record matches: that is the person.' : `${count(side.matches)} records match.`}</strong>
      ${side.matches > 1 ? ` The chance to pick the right one is ${percent(1 / side.matches)}.` : ''}${anyone}</p>
    ${side.unused.length > 0 && html`<p class="hint">${side.unused.join(', ')}: not in ${what}.</p>`}
    ${side.learned.map((column) => html`<p class="label">${one ? `They learn ${column.column}` : `What they learn of ${column.column}`}</p>
      <table><tbody>${column.values.map((value) => html`<tr><td>${value.value === '' ? html`<em>empty</em>` : value.value}</td><td class="n"><${Share} share=${value.share} tone=${value.share > 0.9 ? 'warn' : ''} /></td></tr>`)}</tbody></table>
      ${column.distinct > column.values.length && html`<p class="hint">and ${many(column.distinct - column.values.length, 'other value')}</p>`}`)}
  </section>`;
};

export const Who = ({ desk }) => {
  const [known, put] = useKept('who.known', {});
  const asked = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== ''));
  const live = useLive('api/who', Object.keys(asked).length ? { known: asked } : null);
  const role = (name) => desk.policy.columns?.[name]?.role ?? 'plain';
  const fields = desk.columns.map((column) => column.name).sort((a, b) => (role(b) === 'quasi') - (role(a) === 'quasi'));
  const main = fields.filter((name) => role(name) === 'quasi');
  const others = fields.filter((name) => !main.includes(name));
  const field = (name) => html`<${Field} key=${name} name=${name} value=${known[name] ?? ''} put=${(value) => put({ ...known, [name]: value })} />`;
  return html`
    <section class="panel" aria-label="What is known"><p>Type what a neighbour, an employer or a newspaper knows about one person, in the table's own words. It stays on this machine.</p>
      <div class="fields">${main.map(field)}</div>
      ${others.length > 0 && html`<details><summary>Other columns</summary><div class="fields">${others.map(field)}</div></details>`}
    </section>
    <${Problem} error=${live.error} />
    ${live.answer && !live.error && Object.keys(asked).length > 0 && html`
      ${live.answer.after && !live.answer.current && html`<${Notice} tone="warn"><p>The policy has changed since the release was made; this is the release as it is.</p><//>`}
      <div class="two ${live.behind ? 'stale' : ''}" aria-live="polite">
        <${Found} side=${live.answer.before} title="In the table" what="the table" />
        ${live.answer.after ? html`<${Found} side=${live.answer.after} title="In the release" what="the release" />`
          : html`<section class="panel" aria-label="In the release"><h3>In the release</h3><p>There is none yet. <a href="#release">Make one</a>, and see what changes.</p></section>`}
      </div>`}`;
};
