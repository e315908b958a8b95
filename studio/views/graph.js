// SPDX-License-Identifier: Apache-2.0
// Who learns about whom, drawn.
import { html, count, many } from '../ui.js';

// The number of values along an arrow; before a run, which alone shows how many they are, that of their kinds.
const number = (arrow) => (arrow.open ? many(arrow.learns.length, 'kind') : count(arrow.total));

// Parties on a circle; an arrow from whom something was learned about to who learned it.
export const Graph = ({ parties, ledger, word = 'learned' }) => {
  const width = 760;
  const height = 380;
  const at = Object.fromEntries(parties.map((party, i) => {
    const angle = -Math.PI / 2 + (2 * Math.PI * i) / parties.length;
    return [party.name, { x: width / 2 + 250 * Math.cos(angle), y: height / 2 + 130 * Math.sin(angle) }];
  }));
  const arrows = new Map();
  for (const item of ledger) {
    for (const about of item.about) {
      if (about === item.party || !at[about] || !at[item.party]) continue;
      const key = `${about} ${item.party}`;
      const old = arrows.get(key) ?? { about, party: item.party, total: 0, learns: [] };
      old.total += item.count ?? 0;
      old.open ||= item.count === undefined;
      old.learns.push(`${item.learns} (${item.count === undefined ? item.most : count(item.count)})`);
      arrows.set(key, old);
    }
  }
  const most = Math.max(1, ...[...arrows.values()].map((arrow) => arrow.total));
  return html`<svg class="drawing" viewBox="0 0 ${width} ${height}" role="img" aria-label="Who learned about whom: ${[...arrows.values()].map((arrow) => `${arrow.party} ${word} ${number(arrow)}${arrow.open ? ' of' : ''} values about ${arrow.about}`).join('; ')}">
    <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="arrow" d="M0 0L8 4L0 8z" /></marker></defs>
    ${[...arrows.values()].map((arrow) => {
      const a = at[arrow.about]; const b = at[arrow.party];
      const dx = b.x - a.x; const dy = b.y - a.y; const length = Math.hypot(dx, dy) || 1;
      const nx = -dy / length; const ny = dx / length; const bend = 34;
      const from = { x: a.x + (dx / length) * 44 + nx * 10, y: a.y + (dy / length) * 44 + ny * 10 };
      const to = { x: b.x - (dx / length) * 50 + nx * 10, y: b.y - (dy / length) * 50 + ny * 10 };
      const middle = { x: (from.x + to.x) / 2 + nx * bend, y: (from.y + to.y) / 2 + ny * bend };
      return html`<g><path class="edge" stroke-width=${1 + 1.4 * (Math.log1p(arrow.total) / Math.log1p(most))} marker-end="url(#tip)" d="M${from.x} ${from.y} Q${middle.x} ${middle.y} ${to.x} ${to.y}"><title>${arrow.learns.join('\n')}</title></path>
        <text class="soft" x=${(from.x + to.x) / 4 + middle.x / 2} y=${(from.y + to.y) / 4 + middle.y / 2 + 4} text-anchor="middle">${number(arrow)}</text></g>`;
    })}
    ${parties.map((party) => html`<g><circle class="node" cx=${at[party.name].x} cy=${at[party.name].y} r="38" /><text x=${at[party.name].x} y=${at[party.name].y + 5} text-anchor="middle">${party.name}</text></g>`)}
  </svg>`;
};
