// SPDX-License-Identifier: Apache-2.0
// Federation: rehearse with partners that are not there yet. Who holds what is chosen by dragging (or
// by a key), and what everybody learned is drawn from the ledger.
import { html, useState, Card, Notice, Scroll, count, many } from '../ui.js';
import { Columns, Failure, Outcome, RunButton, useCommands } from '../form.js';

const tasks = {
  vertical: { 'mine tree': 'Decision tree', 'mine bayes': 'Naive Bayes', 'mine kmeans': 'Clusters' },
  horizontal: { 'mine tree': 'Decision tree', 'mine bayes': 'Naive Bayes', 'mine logistic': 'Logistic regression', 'mine kmeans': 'Clusters' },
};
const size = (bytes) => (bytes < 1e4 ? `${count(bytes)} bytes` : bytes < 1e7 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

// Parties on a circle; an arrow from whom something was learned about to who learned it.
const Graph = ({ parties, ledger }) => {
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
      old.total += item.count;
      old.learns.push(`${item.learns} (${count(item.count)})`);
      arrows.set(key, old);
    }
  }
  const most = Math.max(1, ...[...arrows.values()].map((arrow) => arrow.total));
  return html`<svg class="drawing" viewBox="0 0 ${width} ${height}" role="img" aria-label="Who learned about whom: ${[...arrows.values()].map((arrow) => `${arrow.party} learned ${count(arrow.total)} values about ${arrow.about}`).join('; ')}">
    <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="arrow" d="M0 0L8 4L0 8z" /></marker></defs>
    ${[...arrows.values()].map((arrow) => {
      const a = at[arrow.about]; const b = at[arrow.party];
      const dx = b.x - a.x; const dy = b.y - a.y; const length = Math.hypot(dx, dy) || 1;
      const nx = -dy / length; const ny = dx / length; const bend = 34;
      const from = { x: a.x + (dx / length) * 44 + nx * 10, y: a.y + (dy / length) * 44 + ny * 10 };
      const to = { x: b.x - (dx / length) * 50 + nx * 10, y: b.y - (dy / length) * 50 + ny * 10 };
      const middle = { x: (from.x + to.x) / 2 + nx * bend, y: (from.y + to.y) / 2 + ny * bend };
      return html`<g><path class="edge" stroke-width=${1 + 1.4 * (Math.log1p(arrow.total) / Math.log1p(most))} marker-end="url(#tip)" d="M${from.x} ${from.y} Q${middle.x} ${middle.y} ${to.x} ${to.y}"><title>${arrow.learns.join('\n')}</title></path>
        <text class="soft" x=${(from.x + to.x) / 4 + middle.x / 2} y=${(from.y + to.y) / 4 + middle.y / 2 + 4} text-anchor="middle">${count(arrow.total)}</text></g>`;
    })}
    ${parties.map((party) => html`<g><circle class="node" cx=${at[party.name].x} cy=${at[party.name].y} r="38" /><text x=${at[party.name].x} y=${at[party.name].y + 5} text-anchor="middle">${party.name}</text></g>`)}
  </svg>`;
};

export const Federation = ({ desk }) => {
  const names = desk.columns.map((column) => column.name);
  const role = (name) => desk.policy.columns?.[name]?.role;
  const usual = names.filter((name) => role(name) !== 'identifier');
  const [split, divide] = useState('vertical');
  const [parties, invite] = useState(3);
  const [task, choose] = useState('mine tree');
  const [goal, aim] = useState(usual.find((name) => role(name) === 'class') ?? usual.find((name) => role(name) === 'sensitive') ?? usual[usual.length - 1]);
  const [holder, deal] = useState(Object.fromEntries(usual.map((name, i) => [name, i % 3])));
  const [columns, use] = useState(usual);
  const [link, slow] = useState({ delay: '0', bandwidth: '0' });
  const [k, group] = useState('3');
  const [over, hover] = useState(null);
  const [results, run, busy, error] = useCommands();
  const grow = (n) => { invite(n); deal(Object.fromEntries(Object.entries(holder).map(([name, at]) => [name, Math.min(at, n)]))); };
  const move = (name, to) => deal({ ...holder, [name]: to });
  const classes = task !== 'mine kmeans';
  const held = (party) => usual.filter((name) => (holder[name] ?? parties) === party);
  const start = () => {
    const settings = { task: task.split(' '), split };
    if (split === 'vertical') settings.parts = Array.from({ length: parties }, (_, i) => held(i).join(',')).join('|');
    else { settings.parties = String(parties); settings.columns = classes ? [...columns.filter((name) => name !== goal), ...(task === 'mine logistic' ? [] : [goal])] : columns; }
    if (classes) settings.class = goal;
    if (task === 'mine kmeans') settings.k = k;
    if (link.delay !== '0') settings.delay = `${link.delay}ms`;
    if (link.bandwidth !== '0') settings.bandwidth = `${link.bandwidth}mbit`;
    return run([{ command: 'rehearse', settings }]);
  };
  const empty = split === 'vertical' && Array.from({ length: parties }, (_, i) => held(i)).some((list) => list.length === 0);
  const done = results?.[0].json;
  const box = (party, title) => html`
    <section class="panel ${over === party ? 'over' : ''}" aria-label=${title} onDragOver=${(event) => { event.preventDefault(); hover(party); }} onDragLeave=${() => hover(null)}
      onDrop=${(event) => { event.preventDefault(); event.stopPropagation(); hover(null); const name = event.dataTransfer.getData('text/plain'); if (usual.includes(name)) move(name, party); }}>
      <h3>${title}</h3><div class="chips">${held(party).map((name) => html`<button type="button" class="quiet small" draggable="true" onDragStart=${(event) => event.dataTransfer.setData('text/plain', name)}
        aria-label="${name}, held by ${title}: give it to the next" onClick=${() => move(name, (party + 1) % (parties + 1))}>${name}</button>`)}</div></section>`;
  return html`
    <p>A rehearsal runs every party as a process of its own on this machine, talking over TLS, and compares the answer with that of one who has all. Nothing is sent to anybody.</p>
    <h2><span class="step">1</span>Who holds what</h2>
    <div class="tabs" role="group" aria-label="How the table is divided">${[['vertical', 'Each has some columns'], ['horizontal', 'Each has some records']].map(([value, text]) => html`<button type="button" aria-pressed=${split === value} onClick=${() => { divide(value); if (!tasks[value][task]) choose('mine tree'); }}>${text}</button>`)}</div>
    <div class="row"><label for="parties">Parties<select id="parties" value=${String(parties)} onChange=${(event) => grow(Number(event.target.value))}>${[2, 3, 4, 5].map((n) => html`<option value=${n} selected=${n === parties}>${n}</option>`)}</select></label></div>
    ${split === 'vertical' ? html`<p class="hint">Drag a column to another party, or press it to pass it on.</p><div class="two">${Array.from({ length: parties }, (_, i) => box(i, `Party ${i + 1}`))}${box(parties, 'Nobody')}</div>`
      : html`<section class="panel" aria-label="Columns"><p>The records are divided in equal shares.</p><${Columns} legend="Columns to learn from" columns=${usual.filter((name) => !classes || name !== goal)} value=${columns} put=${use} /></section>`}
    <h2><span class="step">2</span>What they learn together</h2>
    <section class="panel" aria-label="Task"><div class="fields">
      <label for="task">Task<select id="task" value=${task} onChange=${(event) => choose(event.target.value)}>${Object.entries(tasks[split]).map(([value, text]) => html`<option value=${value} selected=${value === task}>${text}</option>`)}</select></label>
      ${classes ? html`<label for="federated-goal">To predict<select id="federated-goal" value=${goal} onChange=${(event) => aim(event.target.value)}>${usual.map((name) => html`<option value=${name} selected=${name === goal}>${name}</option>`)}</select></label>`
        : html`<label for="clusters">Clusters<input id="clusters" type="number" min="1" value=${k} onInput=${(event) => group(event.target.value)} /></label>`}
      <label for="delay">Simulated delay of the lines<select id="delay" value=${link.delay} onChange=${(event) => slow({ ...link, delay: event.target.value })}>${[['0', 'none'], ['5', '5 ms: a city'], ['15', '15 ms: a country'], ['50', '50 ms: a continent']].map(([value, text]) => html`<option value=${value} selected=${value === link.delay}>${text}</option>`)}</select></label>
      <label for="bandwidth">Simulated bandwidth<select id="bandwidth" value=${link.bandwidth} onChange=${(event) => slow({ ...link, bandwidth: event.target.value })}>${[['0', 'as it is'], ['1000', '1 Gbit/s'], ['100', '100 Mbit/s'], ['20', '20 Mbit/s']].map(([value, text]) => html`<option value=${value} selected=${value === link.bandwidth}>${text}</option>`)}</select></label></div>
      ${empty && html`<p class="hint">Every party needs a column.</p>`}
      <${RunButton} busy=${busy} run=${start} disabled=${empty}>Rehearse<//></section>
    <${Failure} error=${error} />
    ${done && html`<h2><span class="step">3</span>Result</h2>
      <${Notice} tone=${done.identical ? 'good' : 'bad'}><p>${done.identical ? 'The answer is that of one who has the whole table' : 'The answer differs from that of one who has the whole table'}${done.tolerance > 0 ? `, to ${done.tolerance}` : ''}.</p><//>
      <div class="big" data-testid="rehearsal"><${Card} value=${count(done.rounds)} caption="rounds" /><${Card} value=${size(done.bytes)} caption="sent in all" /><${Card} value="${done.seconds.toFixed(1)} s" caption="on these lines" note="protocol: ${done.protocol}" /></div>
      <h3>Who learned about whom</h3>
      <figure><${Graph} parties=${done.parties} ledger=${done.ledger} /><figcaption>From whom something was learned about to who learned it, with the number of values. From the ledger, which is kept as the values are opened.</figcaption></figure>
      <${Scroll} label="Ledger"><table data-testid="ledger"><thead><tr><th>Who learned</th><th>What</th><th>About</th><th class="n">Values</th><th class="n">Forecast: at most</th><th>Because</th></tr></thead>
        <tbody>${done.ledger.map((item) => html`<tr><td class="name">${item.party}</td><td>${item.learns}</td><td class="name">${item.about.join(', ')}</td><td class="n">${count(item.count)}</td><td class="n">${count(item.most)}</td><td class="why">${item.why}</td></tr>`)}</tbody></table><//>
      <h3>Parties</h3>
      <${Scroll} label="Parties"><table><thead><tr><th>Party</th><th>Holds</th><th class="n">Sent</th><th class="n">Received</th><th class="n">Rounds</th></tr></thead><tbody>${done.parties.map((party) => html`<tr><td>${party.name}</td><td>${party.holds}</td><td class="n">${size(party.sent)}</td><td class="n">${size(party.received)}</td><td class="n">${count(party.rounds)}</td></tr>`)}</tbody></table><//>
      <${Outcome} result=${results[0]}><span></span><//>`}`;
};
