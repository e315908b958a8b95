// SPDX-License-Identifier: Apache-2.0
// The page: where one is (the address's fragment, so that the back button works), what lies on the
// server's desk, and the view that is chosen. Nothing is kept in the page that a reload would lose.
import { html, render, useEffect, useRef, useState, Notice, Problem, Busy, count } from './ui.js';
import { connect, get, listen, post, runJob, upload } from './server.js';
import { takeNotes } from './kept.js';
import { views, groups } from './views.js';

const here = () => decodeURIComponent(location.hash.slice(1)) || 'data';

const App = () => {
  const [place, go] = useState(here());
  const [desk, put] = useState(null);
  const [catalog, setCatalog] = useState(null);
  const [opening, setOpening] = useState(null);
  const [error, fail] = useState(null);
  const [lost, lose] = useState(false);

  // The latest desk, and how many changes of ours were made: what the server said before it had the
  // last of them is not shown, so that a dial never turns back under somebody's hand.
  const latest = useRef(null);
  const changes = useRef(0);
  const line = useRef({ flying: false, next: null });
  const show = (state) => { takeNotes(state); latest.current = state; put(state); };
  const refresh = () => {
    const before = line.current.flying ? null : changes.current;
    return get('api/state').then((state) => show(changes.current === before ? state : { ...state, policy: latest.current?.policy ?? state.policy }), fail);
  };
  // One change is on its way at a time, and only the latest waits; a page that goes still sends it.
  const send = async () => {
    const at = line.current;
    at.flying = true;
    while (at.next !== null) {
      const policy = at.next;
      at.next = null;
      try { await post('api/policy', policy); } catch (refusal) { if (at.next === null) { changes.current += 1; fail(refusal); await get('api/state').then(show, fail); } }
    }
    at.flying = false;
    refresh();
  };
  useEffect(() => {
    const turned = () => { go(here()); fail(null); scrollTo(0, 0); };
    const leaving = () => {
      const { next } = line.current;
      if (next !== null) fetch('api/policy', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(next), keepalive: true }).catch(() => {});
    };
    addEventListener('hashchange', turned);
    addEventListener('pagehide', leaving);
    const stop = listen((event) => {
      if (event.type === 'state' || event.type === 'policy' || event.type === 'hello') refresh();
      if (event.type === 'hello') lose(false);
      if (event.type === 'lost') lose(true);
      if (event.type === 'started' && event.name === 'open') { setOpening({ job: event.job }); fail(null); }
      if (event.type === 'progress') setOpening((old) => old && old.job === event.job ? { ...old, ...event } : old);
      if (event.type === 'ended' && event.name === 'open') {
        setOpening(null);
        if (event.state === 'failed') get('api/job', { id: event.job }).then((job) => fail(job.error), fail);
      }
    });
    connect();
    get('api/catalog').then(setCatalog, fail);
    // A file named on the command line may be on its way already.
    get('api/jobs').then((jobs) => {
      const running = jobs.find((job) => job.name === 'open' && job.state === 'running');
      if (running) setOpening({ job: running.id });
      const failed = jobs.findLast((job) => job.name === 'open');
      if (failed?.state === 'failed') get('api/job', { id: failed.id }).then((job) => fail(job.error), fail);
    }, fail);
    return () => { stop(); removeEventListener('hashchange', turned); removeEventListener('pagehide', leaving); };
  }, []);

  // A change is shown at once and kept by the server; if the server refuses it, what it has is shown again.
  const setPolicy = async (change) => {
    const policy = structuredClone(latest.current.policy);
    change(policy);
    changes.current += 1;
    show({ ...latest.current, policy });
    fail(null);
    line.current.next = policy;
    if (!line.current.flying) line.current.done = send();
    return line.current.done;
  };
  const open = {
    path: (path) => { fail(null); return runJob(() => post('api/open', { path })).then(() => { location.hash = 'data'; }, fail); },
    file: (file) => { fail(null); setOpening({ stage: 'sending the file' });
      return runJob(() => upload(file, 'table')).then(() => { location.hash = 'data'; }, fail).finally(() => setOpening(null)); },
  };

  const view = views.find((one) => one.name === place) ?? views[0];
  useEffect(() => { document.title = `${view.title} – Privet studio`; }, [view]);
  const drop = (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files?.[0];
    if (file && !event.defaultUsed) open.file(file);
  };
  const ready = desk && catalog;
  const missing = view.needs === 'file' && !desk?.file;
  return html`
    <a class="skip" href="#${view.name}" onClick=${(event) => { event.preventDefault(); document.querySelector('main').focus(); }}>Skip to the view</a>
    <aside>
      <p class="brand"><img src="assets/icon.svg" alt="" width="26" height="26" />Privet studio</p>
      <nav aria-label="Views">
        ${groups.map((group) => html`
          <h2>${group}</h2>
          <ul>${views.filter((one) => one.group === group).map((one) => html`
            <li><a href="#${one.name}" aria-current=${one === view ? 'page' : undefined}>${one.title}</a></li>`)}</ul>`)}
      </nav>
      <p class="foot">${desk?.file ? html`${desk.file.name}<br />${count(desk.file.rows)} records` : 'No table is open.'}<br />Nothing leaves this machine.</p>
    </aside>
    <main tabindex="-1" onDragOver=${(event) => event.preventDefault()} onDrop=${drop}>
      <header><h1>${view.heading ?? view.title}</h1><p class="subtitle">${view.says}</p></header>
      ${lost && html`<${Notice} tone="warn"><p>The studio does not answer. Is privet studio still running?</p><//>`}
      ${opening && html`<${Busy} job=${{ stage: 'reading the table', ...opening }} cancel=${opening.job && (() => post('api/cancel', { job: opening.job }))} />`}
      <${Problem} error=${error} />
      ${!ready ? null : missing && !opening
        ? html`<${Notice}><p>This view needs a table. <a href="#data">Open one</a> first.</p><//>`
        : missing ? null
        : html`<${view.show} key=${view.name + (desk.file?.opened ?? '')} desk=${desk} catalog=${catalog} setPolicy=${setPolicy} open=${open} busy=${!!opening} fail=${fail} />`}
    </main>`;
};

const root = document.getElementById('studio');
root.replaceChildren();
render(html`<${App} />`, root);
