// SPDX-License-Identifier: Apache-2.0
// The lattice of a full-domain search, where one stands and its neighbours; a step fixes the levels.
import { html, useState, Problem, count, percent } from '../ui.js';
import { useLive } from '../live.js';

const textOf = (levels) => Object.entries(levels).map(([name, level]) => `${name}=${level}`).join(',');

export const Lattice = ({ work, search, change }) => {
  const [walk, put] = useState(null);  // column -> level, when walking
  const sound = search && search.heights.length > 0 && !Object.keys(search.levels).some((name) => /[=,]/.test(name));
  const levels = walk ?? (sound ? search.levels : null);
  const asked = walk && { ...work, method: { ...work.method, name: 'full-domain', 'min-level': textOf(walk), 'max-level': textOf(walk) } };
  const live = useLive('api/preview', asked);
  if (!levels) return null;
  const names = Object.keys(levels);
  const heights = Object.fromEntries(Object.keys(search?.levels ?? levels).map((name, i) => [name, search?.heights[i] ?? levels[name]]));
  const step = (name, by) => put({ ...levels, [name]: levels[name] + by });
  const coarser = names.filter((name) => levels[name] < heights[name]);
  const finer = names.filter((name) => levels[name] > 0);
  const width = 760;
  const place = (i, n) => (width / (n + 1)) * (i + 1);
  const node = (name, i, n, y, by) => html`
    <g class="neighbour"><line class="edge" x1=${width / 2} y1=${130} x2=${place(i, n)} y2=${y} />
      <circle class="node" cx=${place(i, n)} cy=${y} r="16" /><text x=${place(i, n)} y=${y + 4.5} text-anchor="middle">${levels[name] + by}</text>
      <text class="soft" x=${place(i, n)} y=${by > 0 ? y - 24 : y + 34} text-anchor="middle">${name.length > 14 ? name.slice(0, 13) + '…' : name}</text></g>`;
  return html`
    <h2>The lattice</h2>
    <p>Every combination of levels is a point; ${search ? html`there are ${count(search.nodes)}, of which ${count(search.checked)} were checked${search.exact ? ', and none within the limits is better than the one found' : ''}` : 'this is one of them'}. Walk from here: each step makes one column coarser or finer.</p>
    <figure><svg class="drawing" viewBox="0 0 ${width} 260" role="img" aria-label="Where you stand in the lattice, with ${coarser.length} coarser and ${finer.length} finer neighbours">
      <text class="soft" x="8" y="14">coarser</text><text class="soft" x="8" y="254">finer</text>
      ${coarser.map((name, i) => node(name, i, coarser.length, 46, 1))}${finer.map((name, i) => node(name, i, finer.length, 212, -1))}
      <circle class="node best" cx=${width / 2} cy="130" r="26" /><text class="best-text" x=${width / 2} y="135" text-anchor="middle">${names.map((name) => levels[name]).join('\u2009')}</text>
    </svg>
    <figcaption>The numbers are the levels of ${names.join(', ')}; 0 is the value itself.</figcaption></figure>
    <div class="fields">${names.map((name) => html`<div role="group" aria-label="Level of ${name}"><span class="label">${name}</span>
      <button type="button" class="quiet small" disabled=${levels[name] === 0} onClick=${() => step(name, -1)} aria-label="Make ${name} finer">finer</button>
      ${' '}level ${levels[name]} of ${heights[name]}${' '}
      <button type="button" class="quiet small" disabled=${levels[name] >= heights[name]} onClick=${() => step(name, 1)} aria-label="Make ${name} coarser">coarser</button></div>`)}</div>
    ${walk && html`
      <${Problem} error=${live.error} />
      ${live.answer && !live.error && html`<p role="status">Here: detail kept ${percent(live.answer.detail_kept)}, highest risk ${percent(live.answer.after.highest)}, ${count(live.answer.suppressed)} records show nothing.</p>`}
      <div class="row"><button type="button" onClick=${() => { const text = textOf(walk); put(null); change((policy) => { policy.method['min-level'] = text; policy.method['max-level'] = text; }); }} disabled=${!!live.error}>Use these levels</button>
        <button type="button" class="quiet" onClick=${() => put(null)}>Back to the one found</button></div>`}
    ${!walk && work.method['min-level'] !== undefined && html`<div class="row"><button type="button" class="quiet" onClick=${() => change((policy) => { delete policy.method['min-level']; delete policy.method['max-level']; })}>Search all levels again</button></div>`}`;
};
