// SPDX-License-Identifier: Apache-2.0
// Baskets: which items give a person away, and a release of the baskets without them.
import { html, useState, Bar, Card, Notice, count, many, percent } from '../ui.js';
import { useKept } from '../kept.js';
import { upload } from '../server.js';
import { Failure, Outcome, RunButton, useCommands } from '../form.js';

export const Baskets = ({ fail }) => {
  const [file, choose] = useKept('baskets.file', null);
  const [path, type] = useState('');
  const [hidden, hide] = useKept('baskets.private', []);
  const [wanted, want] = useKept('baskets.wanted', { h: '0.5', k: '20', p: '3' });
  const [looked, look, looking, lookError] = useCommands('baskets.looked');
  const [results, run, busy, error] = useCommands('baskets.results');
  const [attacked, attack, attacking, attackError] = useCommands('baskets.attacked');
  const [known, know] = useKept('baskets.known', []);
  const begin = (what, name) => { choose({ what, name }); hide([]); know([]); look([{ command: 'mine itemsets', settings: { file: what, 'min-support': '1', 'max-size': '1' } }]); };
  const take = async (picked) => { if (picked) { try { const { name } = await upload(picked, 'file'); begin(`work:${name}`, picked.name); } catch (refusal) { fail(refusal); } } };
  const items = looked?.[0].json.itemsets?.map((set) => ({ name: set.items[0], support: set.support })).sort((a, b) => b.support - a.support) ?? [];
  const shown = items.slice(0, 120);
  const settings = { file: file?.what, private: hidden, ...wanted };
  const toggle = (list, put) => (name) => put(list.includes(name) ? list.filter((one) => one !== name) : [...list, name]);
  const make = () => { attack([]); return run([{ title: 'Before', command: 'baskets moles', settings: { ...settings } }, { title: 'The release', command: 'baskets anonymize', settings: { ...settings, output: 'baskets.release.dat' } }]); };
  const released = results?.[1];
  const number = (name, title, hint) => html`<label for=${`b-${name}`}>${title}<span class="hint">${hint}</span><input id=${`b-${name}`} type="number" step="any" min="0" value=${wanted[name]} onInput=${(event) => want({ ...wanted, [name]: event.target.value })} /></label>`;
  return html`
    <h2><span class="step">1</span>Look</h2>
    <div class="drop" onDragOver=${(event) => event.preventDefault()} onDrop=${(event) => { event.preventDefault(); event.stopPropagation(); take(event.dataTransfer.files[0]); }}>
      <p>Drop a file of baskets here: a basket on each line, or a table of who bought what.</p>
      <input id="baskets-file" type="file" onChange=${(event) => { take(event.target.files[0]); event.target.value = ''; }} /><label class="button" for="baskets-file">Choose a file</label></div>
    <form class="row end" onSubmit=${(event) => { event.preventDefault(); if (path.trim()) begin(path.trim(), path.trim()); }}>
      <label class="grow" for="baskets-path">Or the path of a file on this machine<input id="baskets-path" type="text" value=${path} onInput=${(event) => type(event.target.value)} placeholder="shop.dat" spellcheck="false" autocomplete="off" /></label><button type="submit" disabled=${!path.trim()}>Open</button></form>
    ${looking && html`<${RunButton} busy=${looking} />`}<${Failure} error=${lookError} />
    ${looked && html`
      <p>${file.name}: ${many(looked[0].json.baskets, 'basket')}, ${many(items.length, 'item')}.</p>
      <h2><span class="step">2</span>Choose</h2>
      <section class="panel" aria-label="Choose">
        <fieldset><legend>Which items are private?</legend><span class="hint">What nobody shall learn of a person. All other items may be known to somebody.</span>
          <div class="chips">${shown.map((item) => html`<label><input type="checkbox" checked=${hidden.includes(item.name)} onChange=${() => toggle(hidden, hide)(item.name)} />${item.name}</label>`)}</div>
          ${items.length > shown.length && html`<p class="hint">The ${shown.length} commonest of ${count(items.length)}.</p>`}</fieldset>
        <div class="fields">${number('k', 'At least this many baskets', 'hold whatever somebody knows (k).')}${number('h', 'No private item is surer than', 'a share, such as 0.5 (h).')}${number('p', 'Somebody knows at most', 'this many items (p).')}</div>
        <${RunButton} busy=${busy} run=${make} disabled=${hidden.length === 0}>Make the release<//>
      </section>`}
    <${Failure} error=${error} />
    ${results && html`<h2><span class="step">3</span>Result</h2>
      <div class="big" data-testid="baskets-result">
        <${Card} value=${count(results[0].json.minimal_moles)} caption="sets of items gave people away" tone=${results[0].json.minimal_moles ? 'warn' : 'good'} />
        <${Card} value=${count(released.json.suppressed_items?.length ?? 0)} caption="items left out" />
        <${Card} value=${percent(released.json.loss_items ?? 0)} caption="of all that was bought is lost" />
        <${Card} value=${released.json.guarantees?.every((one) => one.holds) ? 'kept' : 'broken'} caption="the promise, as the guard found it" tone=${released.json.guarantees?.every((one) => one.holds) ? 'good' : 'bad'} />
      </div>
      ${released.json.suppressed_items?.length > 0 && html`<${Notice}><p>Left out: ${released.json.suppressed_items.join(', ')}.</p><//>`}
      <h3>What is left of the commonest items</h3>
      <table><tbody>${items.slice(0, 15).map((item) => { const gone = released.json.suppressed_items?.includes(item.name); return html`<tr><td>${item.name}</td><td class="n"><span class="share"><${Bar} share=${item.support / items[0].support} tone=${gone ? 'warn' : ''} /><span>${count(item.support)}</span></span></td><td>${gone ? 'left out' : hidden.includes(item.name) ? 'private, kept' : 'kept'}</td></tr>`; })}</tbody></table>
      ${results.map((result) => html`<${Outcome} key=${result.title} result=${result} files=${{ output: 'Download the release' }} />`)}
      <h2>Try it</h2>
      <section class="panel" aria-label="Try it"><fieldset><legend>What somebody knows of a person</legend><div class="chips">${shown.filter((item) => !hidden.includes(item.name)).slice(0, 60).map((item) => html`<label><input type="checkbox" checked=${known.includes(item.name)} onChange=${() => toggle(known, know)(item.name)} />${item.name}</label>`)}</div></fieldset>
        <${RunButton} busy=${attacking} disabled=${known.length === 0} run=${() => attack([{ title: 'In the baskets', command: 'baskets attack', settings: { file: file.what, private: hidden, known } }, ...(known.some((name) => released.json.suppressed_items?.includes(name)) ? [] : [{ title: 'In the release', command: 'baskets attack', settings: { file: `work:${released.files.output}`, private: hidden, known } }])])}>Look for the person<//></section>
      <${Failure} error=${attackError} />
      ${attacked?.map((result) => html`<section class="panel" aria-label=${result.title}><h3>${result.title}</h3><p>${many(result.json.cohort, 'basket')} ${result.json.cohort === 1 ? 'holds' : 'hold'} that.</p>
        ${result.json.private_items.map((one) => html`<p>${one.item}: <span class="share"><${Bar} share=${one.probability} tone=${one.probability > Number(wanted.h) ? 'warn' : ''} /><span>${percent(one.probability)}</span></span></p>`)}</section>`)}
      ${attacked?.length === 1 && html`<p class="hint">In the release some of these items are left out, so nobody can be looked for by them.</p>`}`}`;
};
