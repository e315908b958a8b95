// SPDX-License-Identifier: Apache-2.0
// What all views build with: Preact's functions, htm's templates, and small parts of a page.
import { h, render } from './vendor/preact.js';
import { useEffect, useMemo, useRef, useState } from './vendor/hooks.js';
import htm from './vendor/htm.js';

export const html = htm.bind(h);
export { render, useEffect, useMemo, useRef, useState };

const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
export const count = (n) => plain.format(n);
export const percent = (share, digits = 1) =>
  share > 0 && share < 0.001 ? 'below 0.1%' : share < 1 && Number((100 * share).toFixed(digits)) === 100 ? `above ${(100 - 10 ** -digits).toFixed(digits)}%` : `${(100 * share).toFixed(share === 0 || share === 1 ? 0 : digits)}%`;
export const many = (n, one, more = one + 's') => `${count(n)} ${n === 1 ? one : more}`;
// A number of a column, short.
export const short = (n) => {
  if (!Number.isFinite(n)) return '';
  const size = Math.abs(n);
  if (size >= 1e6 || (size > 0 && size < 1e-3)) return n.toExponential(1);
  return Number(n.toPrecision(4)).toString();
};

export const Notice = ({ tone = 'plain', children }) => html`
  <div class="notice ${tone}" role=${tone === 'bad' ? 'alert' : undefined}>
    <span class="mark" aria-hidden="true">${{ good: '✓', warn: '!', bad: '×', plain: 'i' }[tone]}</span>
    <div>${children}</div>
  </div>`;

export const Problem = ({ error, children }) => error
  ? html`<${Notice} tone="bad"><p>${error.whole ?? error.message}</p>${children}<//>` : null;

export const Card = ({ value, caption, note, tone = 'plain' }) => html`
  <div class="card ${tone}"><p class="value">${value}</p><p class="caption">${caption}</p>
  ${note && html`<p class="note">${note}</p>`}</div>`;

// A table that scrolls in its own box; the box can be reached with the keyboard.
export const Scroll = ({ label, children, class: more = '' }) => html`
  <div class="scroll ${more}" tabindex="0" role="region" aria-label=${label}>${children}</div>`;

export const Bar = ({ share, tone = '' }) => html`
  <span class="bar ${tone}" aria-hidden="true"><span style=${{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }}></span></span>`;

export const Busy = ({ job, cancel }) => html`
  <div class="busy" role="status">
    <span class="spinner" aria-hidden="true"></span>
    <span>${job?.stage ?? 'working'}${job?.fraction > 0 ? ` ${Math.round(100 * job.fraction)}%` : ''}</span>
    ${cancel && html`<button type="button" class="quiet" onClick=${cancel}>Cancel</button>`}
  </div>`;

// A share as a bar and a number.
export const Share = ({ share, tone, digits }) => html`<span class="share"><${Bar} share=${share} tone=${tone} /><span>${percent(share, digits)}</span></span>`;

// A field whose text is the person's while it is typed, and is handed on when it is finished.
export const Typed = ({ value, commit, ...rest }) => {
  const [text, type] = useState(null);
  return html`<input ...${rest} value=${text ?? value ?? ''} onInput=${(event) => type(event.target.value)}
    onChange=${(event) => { type(null); commit(event.target.value); }} onBlur=${() => type(null)} />`;
};

// Bars over a line of numbers; `cuts` are drawn as handles that can be dragged or moved by arrow keys.
export const Histogram = ({ bars, label, height = 120, cuts = [], onCut }) => {
  const box = useRef(null);
  const [dragging, drag] = useState(null);
  if (!bars?.length) return null;
  const width = 600;
  const low = bars[0].low;
  const high = bars[bars.length - 1].high;
  const most = Math.max(...bars.map((bar) => bar.rows));
  const x = (value) => ((value - low) / (high - low || 1)) * width;
  const value = (event) => {
    const rect = box.current.getBoundingClientRect();
    return low + ((event.clientX - rect.left) / rect.width) * (high - low);
  };
  const move = (event) => { if (dragging !== null) onCut(dragging, value(event), false); };
  return html`
    <div class="histogram" ref=${box} onPointerMove=${move}
      onPointerUp=${() => { if (dragging !== null) { drag(null); onCut(dragging, cuts[dragging], true); } }}>
      <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label=${label}>
        ${bars.map((bar) => html`<rect x=${x(bar.low) + 0.75} width=${Math.max(1, x(bar.high) - x(bar.low) - 1.5)}
          y=${height - (bar.rows / most) * height} height=${(bar.rows / most) * height} class="column"><title>${short(bar.low)} to ${short(bar.high)}: ${count(bar.rows)}</title></rect>`)}
      </svg>
      ${cuts.map((cut, i) => html`<button type="button" class="cut" role="slider" aria-label="Cut ${i + 1}" aria-valuenow=${cut}
        aria-valuemin=${low} aria-valuemax=${high} aria-valuetext=${short(cut)} style=${{ left: `${(x(cut) / width) * 100}%` }}
        onPointerDown=${(event) => { event.preventDefault(); event.currentTarget.focus(); drag(i); }}
        onKeyDown=${(event) => {
          const step = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10 }[event.key];
          if (step) { event.preventDefault(); onCut(i, cut + step * Math.max((high - low) / 200, Number.isInteger(cut) ? 1 : 0), true); }
          if (event.key === 'Delete' || event.key === 'Backspace') { event.preventDefault(); onCut(i, null, true); }
        }}><span>${short(cut)}</span></button>`)}
      <div class="ends" aria-hidden="true"><span>${short(low)}</span><span>${short(high)}</span></div>
    </div>`;
};
