// SPDX-License-Identifier: Apache-2.0
// Federation: rehearse with partners that are not there yet, or decide about the jobs of this machine's
// party.
import { html, Notice } from '../ui.js';
import { useKept } from '../kept.js';
import { Rehearsal } from './rehearsal.js';
import { Party } from './party.js';

export const Federation = ({ desk }) => {
  const [side, turn] = useKept('federation.side', desk.file ? 'rehearsal' : 'party');
  return html`
    <div class="tabs" role="group" aria-label="Rehearse or decide">${[['rehearsal', 'Rehearse'], ['party', 'Jobs of my party']].map(([value, text]) => html`
      <button type="button" aria-pressed=${side === value} onClick=${() => turn(value)}>${text}</button>`)}</div>
    ${side === 'party' ? html`<${Party} />`
      : desk.file ? html`<${Rehearsal} desk=${desk} />`
      : html`<${Notice}><p>A rehearsal needs a table. <a href="#data">Open one</a> first.</p><//>`}`;
};
