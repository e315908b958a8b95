// SPDX-License-Identifier: Apache-2.0
// Hierarchies: how the values of a column become coarser. Ranges cut on the histogram, masked digits,
// a tree of groups, or a file as ARX writes it.
import { html, useEffect, useRef, useState, Histogram, Notice, Problem, Typed, count, many } from '../ui.js';
import { useKept } from '../kept.js';
import { get, upload } from '../server.js';
import { useLive } from '../live.js';

const kinds = { none: 'None', intervals: 'Ranges', prefix: 'Masked digits', taxonomy: 'Groups', dates: 'Calendar', file: 'A file' };

const kindOf = (hierarchy) => {
  if (hierarchy === undefined) return 'none';
  if (typeof hierarchy === 'string') return 'file';
  return hierarchy.kind === 'levels' ? 'file' : hierarchy.kind;
};

const Levels = ({ live }) => {
  const levels = live.answer?.levels;
  if (live.error) return html`<${Problem} error=${live.error} />`;
  if (!levels) return null;
  return html`<div class="levels ${live.behind ? 'stale' : ''}" tabindex="0" role="region" aria-label="Levels">${levels.map((level, i) => html`
    <section><h4>${i === 0 ? 'The values' : i === levels.length - 1 ? 'Everything' : `Level ${i}`}: ${many(level.groups, i === 0 ? 'value' : 'group')}${i > 0 && level.groups > 1 ? `, from ${many(level.smallest, 'record')}` : ''}</h4>
      <ul>${level.first.slice(0, 80).map((group) => html`<li><span>${group.label === '' ? 'empty' : group.label}</span><span>${count(group.rows)}</span></li>`)}
        ${level.groups > 80 && html`<li><span>and ${count(level.groups - 80)} more</span></li>`}</ul></section>`)}</div>`;
};

// Cuts on the histogram: the finest level; the level above keeps every second cut, and so on.
const pyramid = (cuts) => {
  const out = [cuts];
  while (out[out.length - 1].length > 1) out.push(out[out.length - 1].filter((_, i) => i % 2 === 1));
  return out;
};

const Ranges = ({ column, hierarchy, put }) => {
  const cuts = Array.isArray(hierarchy?.cuts) ? hierarchy.cuts[0] : [];
  const [drag, set] = useState(cuts);
  useEffect(() => set(cuts), [JSON.stringify(cuts)]);
  const low = column.bars[0]?.low ?? 0;
  const high = column.bars[column.bars.length - 1]?.high ?? 1;
  const whole = Number.isInteger(low) && column.bars.every((bar) => Number.isInteger(bar.low) || column.distinct > 40);
  const tidy = (value) => (whole && high - low > 10 ? Math.round(value) : Number(value.toPrecision(3)));
  const save = (list) => {
    const sound = [...new Set(list.map(tidy))].filter((cut) => cut > low && cut <= high).sort((a, b) => a - b);
    put(sound.length ? { kind: 'intervals', cuts: pyramid(sound) } : { kind: 'intervals', quantiles: 8 });
  };
  const cut = (i, value, done) => {
    const list = value === null ? drag.filter((_, at) => at !== i) : drag.map((old, at) => (at === i ? tidy(Math.min(high, Math.max(low, value))) : old));
    set(list);
    if (done) save(list);
  };
  const even = (n) => save(Array.from({ length: n - 1 }, (_, i) => low + ((high - low) * (i + 1)) / n));
  const widest = () => { // a cut where most records lie between two
    const edges = [low, ...drag, high];
    const rows = (a, b) => column.bars.filter((bar) => bar.low >= a && bar.low < b).reduce((sum, bar) => sum + bar.rows, 0);
    let best = 0;
    for (let i = 0; i + 1 < edges.length; i += 1) if (rows(edges[i], edges[i + 1]) * (edges[i + 1] - edges[i]) > rows(edges[best], edges[best + 1]) * (edges[best + 1] - edges[best])) best = i;
    save([...drag, (edges[best] + edges[best + 1]) / 2]);
  };
  return html`
    <p>Drag the red lines, or move them with the arrow keys; Delete takes one away. The level above joins two and two.</p>
    <${Histogram} bars=${column.bars} label="Histogram of ${column.name} with cuts" cuts=${drag} onCut=${cut} />
    <div class="row"><button type="button" class="quiet small" onClick=${widest}>Add a cut</button>
      ${[4, 8, 16].map((n) => html`<button type="button" class="quiet small" onClick=${() => even(n)}>${n} equal ranges</button>`)}
      <button type="button" class="quiet small" onClick=${() => put({ kind: 'intervals', quantiles: 8 })}>8 ranges of as many records</button></div>
    ${hierarchy?.quantiles && html`<p class="hint">Now: ${hierarchy.quantiles} ranges with about as many records each.</p>`}`;
};

const Mask = ({ hierarchy, put }) => html`
  <div class="fields">
    <label>Characters masked per level<${Typed} type="number" min="1" max="20" value=${hierarchy?.step ?? 1} commit=${(text) => put({ ...hierarchy, kind: 'prefix', step: Math.max(1, Number(text) || 1) })} /></label>
    <label>The sign<${Typed} type="text" maxlength="1" value=${hierarchy?.mask ?? '*'} commit=${(text) => put({ ...hierarchy, kind: 'prefix', mask: text || '*' })} /></label>
  </div>`;

// The root, under which what has no group stands.
const top = '*';

// A tree: every value and group has a parent or stands at the top.
const Tree = ({ column, values, hierarchy, put }) => {
  const pairs = hierarchy?.pairs ?? [];
  const parent = new Map(pairs.filter(([, above]) => above !== top));
  const groups = [...new Set(pairs.map(([, above]) => above))].filter((group) => group !== top).sort();
  const [picked, pick] = useState([]);
  const [name, type] = useState('');
  const entries = [...new Set([...values, ...groups])];
  const under = (node, above) => { for (let at = above; at !== undefined; at = parent.get(at)) if (at === node) return true; return false; };
  const place = (nodes, above) => {
    const rest = pairs.filter(([child]) => !nodes.includes(child));
    const moved = above === top ? nodes : nodes.filter((node) => !under(node, above));
    const kept = pairs.filter(([child]) => nodes.includes(child) && !moved.includes(child));
    const all = [...rest, ...kept, ...moved.map((node) => [node, above])];
    // A group that holds nothing any more goes; one that stands nowhere goes under everything.
    const parents = new Set(all.map(([, above_]) => above_));
    const sound = all.filter(([child]) => values.includes(child) || parents.has(child));
    if (above !== top && !sound.some(([child]) => child === above)) sound.push([above, top]);
    put({ kind: 'taxonomy', pairs: sound });
    pick([]);
  };
  const depth = (node) => { let n = 0; for (let at = parent.get(node); at !== undefined && n < 50; at = parent.get(at)) n += 1; return n; };
  const ordered = [];
  const walk = (node) => { ordered.push(node); entries.filter((one) => parent.get(one) === node).forEach(walk); };
  entries.filter((node) => !parent.has(node)).forEach(walk);
  return html`
    <p>Tick values or groups, then put them under a group. What stands under nothing goes under everything.</p>
    <form class="row end" onSubmit=${(event) => { event.preventDefault(); if (name.trim() && picked.length) { place(picked, name.trim()); type(''); } }}>
      <label class="grow">Put ${picked.length ? many(picked.length, 'of them', 'of them') : 'the ticked'} under<input type="text" list="groups" value=${name} onInput=${(event) => type(event.target.value)} placeholder="name of a group" /></label>
      <datalist id="groups">${groups.map((group) => html`<option value=${group}></option>`)}</datalist>
      <button type="submit" disabled=${!name.trim() || !picked.length}>Put there</button>
      <button type="button" class="quiet" disabled=${!picked.length} onClick=${() => place(picked, top)}>Take out</button>
    </form>
    <div class="scroll tall" tabindex="0" role="region" aria-label="Values and groups of ${column.name}"><table><tbody>${ordered.map((node) => html`<tr><td>
      <label class="check" style=${{ paddingLeft: `${depth(node) * 26}px` }}><input type="checkbox" checked=${picked.includes(node)} onChange=${(event) => pick(event.target.checked ? [...picked, node] : picked.filter((one) => one !== node))} />${groups.includes(node) ? html`<strong>${node}</strong>` : node || 'empty'}</label></td></tr>`)}</tbody></table></div>`;
};

const Imported = ({ column, hierarchy, put, fail }) => {
  const input = useRef(null);
  const take = async (event) => {
    const file = event.target.files[0];
    event.target.value = '';
    if (!file) return;
    try {
      const { name } = await upload(file, 'file');
      put({ upload: name });
    } catch (error) { fail(error); }
  };
  return html`<p>A file of rows as ARX writes them, the value first: <code>San Diego;California;West Coast;United States</code></p>
    <div class="drop"><input id="hierarchy-file" type="file" ref=${input} onChange=${take} /><label class="button" for="hierarchy-file">Choose a file</label></div>
    ${typeof hierarchy === 'string' && html`<p class="hint">Now: ${hierarchy}</p>`}
    ${hierarchy?.kind === 'levels' && html`<p class="hint">Now: ${many(hierarchy.rows.length, 'row')}, kept in the policy of ${column.name}.</p>`}`;
};

export const Hierarchies = ({ desk, setPolicy, fail }) => {
  const quasi = desk.columns.filter((column) => desk.policy.columns?.[column.name]?.role === 'quasi').map((column) => column.name);
  const [name, choose] = useKept('hierarchies.column', quasi[0]);
  const [column, set] = useState(null);
  const [values, list] = useState([]);
  const chosen = quasi.includes(name) ? name : quasi[0];
  const [draft, draw] = useState(null);
  useEffect(() => {
    set(null); draw(null);
    if (!chosen) return;
    get('api/column', { name: chosen }).then(set, fail);
    get('api/values', { name: chosen }).then((answer) => list(answer.values), fail);
  }, [chosen]);
  // What is shown of the old column goes at once: nothing of it can be pressed for the new one.
  const turn = (one) => { if (one === chosen) return; set(null); draw(null); choose(one); };
  const kept = desk.policy.columns?.[chosen]?.hierarchy;
  const hierarchy = draft ?? kept;
  const live = useLive('api/levels', chosen && column && hierarchy !== undefined ? { column: chosen, hierarchy: hierarchy.upload ? { file: hierarchy.upload } : hierarchy } : null);
  // An uploaded file goes into the policy as rows, so that the policy stands alone.
  useEffect(() => {
    if (draft?.upload && live.answer?.rows && !live.behind) { save({ kind: 'levels', rows: live.answer.rows }); }
  }, [live]);
  const save = (value) => {
    draw(null);
    return setPolicy((policy) => { if (value === undefined) delete policy.columns[chosen].hierarchy; else policy.columns[chosen].hierarchy = value; });
  };
  if (!chosen) return html`<${Notice} tone="warn"><p>Only columns that could help to name a person are made coarser, and there is none. <a href="#data">Choose what each column is for</a>.</p><//>`;
  const kind = draft?.upload ? 'file' : kindOf(hierarchy);
  const fitting = column ? ['none', ...(column.type === 'numeric' ? ['intervals'] : []), ...(column.type === 'date' ? ['dates'] : []), ...(column.type === 'text' ? ['prefix', ...(values.length === column.distinct ? ['taxonomy'] : [])] : []), 'file'] : [];
  const begin = { none: () => save(undefined), intervals: () => save({ kind: 'intervals', quantiles: 8 }), prefix: () => save({ kind: 'prefix' }), dates: () => save({ kind: 'dates' }),
    taxonomy: () => save({ kind: 'taxonomy', pairs: values.map((value) => [value, top]) }), file: () => draw({ kind: 'levels', rows: [] }) };
  const importing = kind === 'file';
  return html`
    <div class="tabs" role="group" aria-label="Columns">${quasi.map((one) => html`<button type="button" aria-pressed=${one === chosen} onClick=${() => turn(one)}>${one}</button>`)}</div>
    ${column && html`
      <section class="panel" aria-label="Hierarchy of ${chosen}">
        <div class="tabs" role="group" aria-label="Kind of hierarchy">${[...new Set([...fitting, kind])].map((one) => html`<button type="button" aria-pressed=${one === kind} onClick=${() => { if (one !== kind) begin[one]?.(); }}>${kinds[one] ?? one}</button>`)}</div>
        ${kind === 'none' && html`<p>${column.type === 'text' ? 'Without a hierarchy, groups show sets of values, such as {divorced,married}.' : 'Without a hierarchy, groups show ranges of their own, such as [18-21].'}</p>`}
        ${kind === 'intervals' && html`<${Ranges} column=${column} hierarchy=${hierarchy} put=${save} />`}
        ${kind === 'prefix' && html`<${Mask} hierarchy=${hierarchy} put=${save} />`}
        ${kind === 'taxonomy' && html`<${Tree} column=${column} values=${values} hierarchy=${hierarchy} put=${save} />`}
        ${kind === 'dates' && html`<p>Days become months, years and decades.</p>`}
        ${importing && html`<${Imported} column=${column} hierarchy=${hierarchy?.rows?.length === 0 ? undefined : hierarchy} put=${draw} fail=${fail} />`}
      </section>
      ${hierarchy !== undefined && !(hierarchy.kind === 'levels' && hierarchy.rows?.length === 0) && html`<h2>Its levels</h2><p>Each level's groups and how many records they hold.</p><${Levels} live=${live} />`}`}`;
};
