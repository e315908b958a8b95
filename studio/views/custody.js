// SPDX-License-Identifier: Apache-2.0
// Custody: a table that a stranger can mine without seeing it, and the tree turned back.
import { html, useState, Notice, Scroll, Share, count, many } from '../ui.js';
import { useKept } from '../kept.js';
import { upload } from '../server.js';
import { Columns, Failure, Fields, Outcome, RunButton, useCommands, useParameters } from '../form.js';

// The best that an attacker gets of the column at this level, as the verdict counts it.
const most = (one, level) => Math.max(...['sorting', 'rank', 'points'].map((by) => one[`${by}_risk_${level}`] ?? 0));

export const Custody = ({ desk, fail }) => {
  const names = desk.columns.map((column) => column.name);
  const role = (name) => desk.policy.columns?.[name]?.role;
  const [goal, aim] = useKept('custody.goal', names.find((name) => role(name) === 'class') ?? names.find((name) => role(name) === 'sensitive') ?? names[names.length - 1]);
  const [columns, give] = useKept('custody.columns', names.filter((name) => role(name) !== 'identifier'));
  const [settings, put] = useKept('custody.settings', { learner: 'privet', 'rename-nominal': 'sorted' });
  const [secret, lock] = useState('');
  const [again, repeat] = useState('');
  const [tree, setTree] = useKept('custody.tree', null);
  const parameters = useParameters('custody encode', fail);
  const [advice, advise, advising, adviceError] = useCommands('custody.advice');
  const [made, encode, encoding, encodeError] = useCommands('custody.made');
  const [attacked, attack, attacking, attackError] = useCommands('custody.attacked');
  const [decoded, decode, decoding, decodeError] = useCommands('custody.decoded');
  const givable = columns.filter((name) => name !== goal);
  const key = made?.[0].files.key;
  const given = made?.[0].files.output;
  const take = async (picked) => { if (picked) { try { setTree((await upload(picked, 'file')).name); } catch (refusal) { fail(refusal); } } };
  const ownTree = () => decode([
    { title: 'A tree mined from the encoded table', command: 'mine tree', settings: { file: `work:${given}`, class: made.goal ?? goal, save: 'encoded-tree.json' } },
  ]).then((done) => { if (done) setTree(done[0].files.save); });
  return html`
    <h2><span class="step">1</span>Look</h2>
    <section class="panel" aria-label="Look"><div class="fields"><label for="goal">What the tree shall predict<select id="goal" value=${goal} onChange=${(event) => aim(event.target.value)}>${names.map((name) => html`<option value=${name} selected=${name === goal}>${name}</option>`)}</select></label></div>
      <${RunButton} busy=${advising} run=${() => advise([{ command: 'custody advise', settings: { class: goal } }])}>What would each column tell?<//></section>
    <${Failure} error=${adviceError} />
    ${advice && html`<${Scroll} label="Advice"><table data-testid="advice"><thead><tr><th>Column</th><th class="n">Values</th><th>Keeping the order of values</th><th>Keeping the order of pieces</th><th>Why</th></tr></thead><tbody>${advice[0].json.attributes.map((one) => html`<tr><td>${one.name}</td><td class="n">${count(one.values)}</td>
      <td>${one.verdict_order} <${Share} share=${most(one, 'order')} /></td><td>${one.verdict_monochromatic} <${Share} share=${most(one, 'monochromatic')} /></td><td class="why">${one.reason}</td></tr>`)}</tbody></table><//><p class="hint">The bars: the share of rows that an attacker guesses who knows both ends of the column and four of its values.</p>`}
    <h2><span class="step">2</span>Choose</h2>
    <section class="panel" aria-label="Choose">
      <div class="row"><${Columns} legend="Columns to give away" columns=${names.filter((name) => name !== goal)} value=${givable} put=${give} /></div>
      ${parameters && html`<${Fields} parameters=${parameters.filter((one) => !['class', 'columns'].includes(one.name))} first=${['learner', 'level', 'rename-nominal', 'verify']} settings=${settings} columns=${names} set=${(name, value) => put((old) => ({ ...old, [name]: value }))} />`}
      <div class="fields"><label for="secret">A passphrase for the key<input id="secret" type="password" autocomplete="new-password" value=${secret} onInput=${(event) => lock(event.target.value)} /></label>
        <label for="again">The same again<input id="again" type="password" autocomplete="new-password" value=${again} onInput=${(event) => repeat(event.target.value)} /></label></div>
      ${secret !== again && again !== '' && html`<p class="hint">The two differ.</p>`}
      <${RunButton} busy=${encoding} disabled=${!secret || secret !== again || givable.length === 0} run=${() => encode([{ command: 'custody encode', passphrase: secret, settings: { ...settings, class: goal, columns: givable, output: 'give.csv', key: 'custody.key' } }])}>Encode the table<//>
    </section>
    <${Failure} error=${encodeError} />
    ${made && html`<h2><span class="step">3</span>Result</h2>
      <${Notice}><p>The table is encoded. Look at what an attacker would learn before you give it away: a column that the advice calls weak is weak still. The key and its passphrase stay with you; without them no tree can be turned back.</p><//>
      <${Outcome} result=${made[0]} files=${{ output: 'Download the encoded table', key: 'Download the key' }} />
      <h3>What would an attacker learn?</h3>
      <${RunButton} busy=${attacking} run=${() => attack([{ command: 'custody attack', passphrase: secret, settings: { file: `work:${given}`, original: 'table:', key: `work:${key}`, class: goal, report: 'custody-attack.html' } }])} disabled=${!secret}>Attack it<//>
      <${Failure} error=${attackError} />${attacked && html`<${Outcome} result=${attacked[0]} />`}
      <h3>Turn a tree back</h3>
      <p>The stranger sends a tree (as JSON); with your key it becomes the tree of your table.</p>
      <div class="row"><input id="tree-file" type="file" class="hidden" onChange=${(event) => { take(event.target.files[0]); event.target.value = ''; }} /><label class="button quiet" for="tree-file">Choose the tree</label>
        <button type="button" class="quiet" onClick=${ownTree} disabled=${!!decoding}>Or mine one here</button>${tree && html`<span>${tree}</span>`}</div>
      <${RunButton} busy=${decoding} disabled=${!tree || !secret} run=${() => decode([{ title: 'The tree of your table', command: 'custody decode', passphrase: secret, settings: { tree: `work:${tree}`, key: `work:${key}`, data: 'table:', save: 'tree.json' } }])}>Turn it back<//>
      <${Failure} error=${decodeError} />${decoded?.map((result) => html`<${Outcome} key=${result.title} result=${result} files=${{ save: 'Download the tree' }} />`)}`}`;
};
