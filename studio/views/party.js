// SPDX-License-Identifier: Apache-2.0
// The jobs of this machine's party: what each would tell whom, and yes or no to it.
import { html, useEffect, useRef, useState, Notice, Problem, Scroll, count, many } from '../ui.js';
import { useKept } from '../kept.js';
import { get, post } from '../server.js';
import { Graph } from './graph.js';

const often = 3000;  // ms between two looks at the daemon, which tells nobody by itself
const states = { waiting: 'waits for your decision', approved: 'approved here', running: 'runs', finishing: 'is ending', done: 'done', failed: 'failed', rejected: 'rejected', cancelled: 'cancelled' };
const open = (state) => ['waiting', 'approved', 'running', 'finishing'].includes(state);

const Folder = ({ folder, seat }) => {
  const [path, type] = useState('');
  const [error, fail] = useState(null);
  const sit = () => { fail(null); return post('api/party', { folder: path.trim() }).then((answer) => { type(''); seat(answer); }, fail); };
  return html`
    <form class="row end" onSubmit=${(event) => { event.preventDefault(); if (path.trim()) sit(); }}>
      <label class="grow" for="party-folder">The folder of the party<input id="party-folder" type="text" value=${path} placeholder=${folder} onInput=${(event) => type(event.target.value)} spellcheck="false" autocomplete="off" /></label>
      <button type="submit" disabled=${!path.trim()}>Use it</button></form>
    <${Problem} error=${error} />`;
};

const Told = ({ job }) => {
  const [parties, items, word] = job.ledger?.length ? [job.parties, job.ledger, 'learned'] : [job.parties, job.forecast, 'would learn'];
  const shown = items.map((item) => ({ ...item, party: item.party ?? item.recipient, count: item.count }));
  return html`
    <h4>${job.ledger?.length ? 'What was opened to this party' : 'What it would tell whom'}</h4>
    <figure><${Graph} parties=${parties.map((name) => ({ name }))} ledger=${shown} word=${word} />
      <figcaption>From whom something ${job.ledger?.length ? 'was' : 'would be'} learned about to who ${job.ledger?.length ? 'learned' : 'learns'} it, ${job.ledger?.length ? 'with the number of values' : 'with how many kinds of values; the table says how many of each at most'}.</figcaption></figure>
    <${Scroll} label="Forecast"><table data-testid="forecast"><thead><tr><th>Who learns</th><th>What</th><th>About</th><th class="n">${job.ledger?.length ? 'Values' : 'At most'}</th><th>Because</th></tr></thead>
      <tbody>${shown.map((item) => html`<tr><td class="name">${item.party}</td><td>${item.learns}</td><td class="name">${item.about.join(', ')}</td><td class="n">${job.ledger?.length ? count(item.count) : item.most}</td><td class="why">${item.why}</td></tr>`)}</tbody></table><//>`;
};

const Job = ({ id, changed, look }) => {
  const [job, put] = useState(null);
  const [error, fail] = useState(null);
  const [reason, type] = useState('');
  const [busy, work] = useState(false);
  useEffect(() => { get('api/party/job', { id }).then((answer) => { put(answer); fail(null); }, fail); }, [id, changed]);
  const decide = (what) => {
    work(true); fail(null);
    post('api/party/decide', { id, what, reason }).then((answer) => { put((old) => ({ ...old, ...answer })); look(); }, fail).finally(() => work(false));
  };
  if (!job) return html`<${Problem} error=${error} />`;
  const asked = job.document;
  const settings = Array.isArray(asked.parameters) ? asked.parameters : Object.entries(asked.parameters ?? {});
  return html`
    <section class="panel" aria-label="Job ${id.slice(0, 8)}" data-testid="job">
      <h3>${job.task}, asked by ${job.submitted_by}</h3>
      ${asked.note && html`<p>“${asked.note}”</p>`}
      <p>${job.parties.join(', ')}${asked.table ? `, over the table ${asked.table}` : ''}${asked.split ? `, ${asked.split === 'vertical' ? 'each with some columns' : 'each with some records'}` : ''}${settings.length ? `; ${settings.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`).join(', ')}` : ''}.</p>
      <p data-testid="job-state">It ${({ done: 'is done', failed: 'has failed', rejected: 'was rejected', cancelled: 'was cancelled', approved: 'is approved here' })[job.state] ?? states[job.state] ?? job.state}${job.reason ? `: ${job.reason}` : ''}.</p>
      <${Problem} error=${error} />
      ${open(job.state) && html`
        <label for="reason">Why not (told to the others)<input id="reason" type="text" value=${reason} onInput=${(event) => type(event.target.value)} autocomplete="off" /></label>
        <div class="row buttons">${job.state === 'waiting' ? html`
          <button type="button" disabled=${busy} onClick=${() => decide('approve')}>Approve</button><button type="button" class="quiet" disabled=${busy} onClick=${() => decide('reject')}>Reject</button>`
          : html`<button type="button" class="quiet" disabled=${busy} onClick=${() => decide('cancel')}>Cancel the job</button>`}</div>`}
      <${Told} job=${job} />
    </section>`;
};

export const Party = () => {
  const [seat, put] = useState(null);
  const [error, fail] = useState(null);
  const [chosen, choose] = useKept('party.job', null);
  const timer = useRef(null);
  const look = () => get('api/party').then((answer) => { put(answer); fail(null); }, fail);
  useEffect(() => {
    let alive = true;
    const again = () => look().finally(() => { if (alive) timer.current = setTimeout(again, often); });
    again();
    return () => { alive = false; clearTimeout(timer.current); };
  }, []);
  if (!seat) return html`<${Problem} error=${error} />`;
  if (!seat.status) {
    return html`<${Problem} error=${error} /><${Notice}><p>No daemon of a party answers in the folder <code>${seat.folder}</code>. Start it with <code>privet party serve --folder ${seat.folder}</code>, or name another folder.</p><//>
      <${Folder} folder=${seat.folder} seat=${put} />`;
  }
  const jobs = [...seat.jobs].sort((a, b) => (b.state === 'waiting') - (a.state === 'waiting') || (a.created < b.created ? 1 : -1));
  const waiting = jobs.filter((job) => job.state === 'waiting').length;
  const shown = jobs.find((job) => job.id === chosen) ?? jobs.find((job) => job.state === 'waiting') ?? jobs[0];
  return html`
    <${Problem} error=${error} />
    <p>This is <strong>${seat.status.name}</strong>, in ${seat.folder}; ${many(seat.status.peers.length, 'peer')}${seat.status.peers.length ? ` (${seat.status.peers.map((peer) => peer.name + (peer.confirmed ? '' : ', not confirmed')).join('; ')})` : ''}. Peers and keys are for the command line.</p>
    <${Notice} tone=${waiting ? 'warn' : 'plain'}><p role="status">${waiting === 0 ? 'No job waits for your decision.' : waiting === 1 ? 'One job waits for your decision.' : `${count(waiting)} jobs wait for your decision.`}</p><//>
    ${jobs.length > 0 && html`<${Scroll} label="Jobs"><table data-testid="party-jobs"><thead><tr><th>Job</th><th>State</th><th>Task</th><th>Asked by</th><th>Since</th></tr></thead>
      <tbody>${jobs.map((job) => html`<tr class=${job.id === shown?.id ? 'chosen' : ''}><td><button type="button" class="link" aria-expanded=${job.id === shown?.id} onClick=${() => choose(job.id)}>${job.id.slice(0, 8)}</button></td>
        <td>${states[job.state] ?? job.state}</td><td>${job.task}</td><td>${job.submitted_by}</td><td class="name">${job.created.replace('T', ' ').replace('Z', ' UTC')}</td></tr>`)}</tbody></table><//>`}
    ${shown && html`<${Job} key=${shown.id} id=${shown.id} changed=${shown.changed + shown.state} look=${look} />`}
    <details><summary>Another party</summary><${Folder} folder=${seat.folder} seat=${put} /></details>`;
};
