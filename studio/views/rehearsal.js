// SPDX-License-Identifier: Apache-2.0
// A rehearsal with partners that are not there yet. Who holds what is chosen by dragging (or by a
// key), and what everybody learned is drawn from the ledger.
import { html, useState, Card, Notice, Scroll, count } from '../ui.js';
import { useKept } from '../kept.js';
import { Graph } from './graph.js';
import { Columns, Failure, Outcome, RunButton, useCommands } from '../form.js';

const tasks = {
  vertical: { 'mine tree': 'Decision tree', 'mine bayes': 'Naive Bayes', 'mine kmeans': 'Clusters' },
  horizontal: { 'mine tree': 'Decision tree', 'mine bayes': 'Naive Bayes', 'mine logistic': 'Logistic regression', 'mine kmeans': 'Clusters' },
};
const size = (bytes) => (bytes < 1e4 ? `${count(bytes)} bytes` : bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

export const Rehearsal = ({ desk }) => {
  const names = desk.columns.map((column) => column.name);
  const role = (name) => desk.policy.columns?.[name]?.role;
  const usual = names.filter((name) => role(name) !== 'identifier');
  // A tree over parties takes no column of that many texts; it can be given to somebody for the other tasks.
  const wide = desk.columns.filter((column) => column.type === 'text' && column.distinct > 1024).map((column) => column.name);
  const [split, divide] = useKept('rehearsal.split', 'vertical');
  const [parties, invite] = useKept('rehearsal.parties', 3);
  const [task, choose] = useKept('rehearsal.task', 'mine tree');
  const [goal, aim] = useKept('rehearsal.goal', usual.find((name) => role(name) === 'class') ?? usual.find((name) => role(name) === 'sensitive') ?? usual[usual.length - 1]);
  const [holder, deal] = useKept('rehearsal.holder', () => Object.fromEntries(usual.map((name, i) => [name, wide.includes(name) ? 3 : i % 3])));
  const [columns, use] = useKept('rehearsal.columns', usual);
  const [link, slow] = useKept('rehearsal.link', { delay: '0', bandwidth: '0' });
  const [k, group] = useKept('rehearsal.clusters', '3');
  const [over, hover] = useState(null);
  const [results, run, busy, error] = useCommands('rehearsal.results');
  const grow = (n) => { invite(n); deal(Object.fromEntries(Object.entries(holder).map(([name, at]) => [name, at >= parties ? n : Math.min(at, n)]))); };
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
