// SPDX-License-Identifier: Apache-2.0
#include "report/page/page_style.h"

namespace privet {

std::string_view page_style() noexcept {
  return R"css(
:root {
  color-scheme: light dark;
  --page: #f5f7f9; --surface: #ffffff; --ink: #1b2733; --muted: #566370; --line: #dce2e8;
  --grid: #e8ecf0; --axis: #98a4b0; --node: #e9f3fa; --accent: #00639c;
  --good: #0a7047; --good-soft: #e6f5ee; --warn: #8a5200; --warn-soft: #fdf3e1;
  --bad: #ad2018; --bad-soft: #fdeceb; --plain-soft: #eaf2f8;
  --s1: #0072b2; --s2: #e07b00; --s3: #009e73; --s4: #c2569a; --s5: #7a6a53; --s6: #3aa3dd; --s7: #a08a00;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #0f151b; --surface: #171f27; --ink: #e4eaf0; --muted: #9aa8b6; --line: #2a3641;
    --grid: #25303a; --axis: #5c6a78; --node: #1b3043; --accent: #74bdf3;
    --good: #55c891; --good-soft: #14291f; --warn: #e8ad55; --warn-soft: #2d2414;
    --bad: #f58c84; --bad-soft: #331b1a; --plain-soft: #182733;
    --s1: #4aa6e6; --s2: #f29d3f; --s3: #2cc497; --s4: #e286bb; --s5: #b8a686; --s6: #93d3f7; --s7: #e0cf4a;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--page); color: var(--ink); font-size: 16px; line-height: 1.6;
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
header, main, footer { max-width: 974px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 56px; }
h1 { margin: 0; font-size: 2rem; line-height: 1.2; letter-spacing: -0.015em; }
h2 { margin: 56px 0 16px; font-size: 1.375rem; line-height: 1.3; letter-spacing: -0.01em; }
h3 { margin: 32px 0 12px; font-size: 1.0625rem; line-height: 1.4; }
h1, h2, h3, p, dd, figcaption { overflow-wrap: anywhere; }
p { margin: 0 0 16px; max-width: 70ch; white-space: pre-line; }
.subtitle { margin: 8px 0 0; color: var(--muted); font-size: 1.0625rem; }
main { padding-top: 32px; }
footer { margin-top: 64px; padding-bottom: 40px; color: var(--muted); font-size: 0.875rem; }
footer p { margin: 0; padding-top: 16px; border-top: 1px solid var(--line); max-width: none; }
a { color: var(--accent); text-underline-offset: 3px; }
nav { margin: 32px 0 0; padding: 16px 22px; border: 1px solid var(--line); border-radius: 10px; }
nav ol { margin: 0; padding: 0; list-style: none; columns: 16em; column-gap: 32px; }
nav li { padding: 3px 0; break-inside: avoid; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(190px, 1fr)); gap: 16px; margin: 0 0 24px; }
.card { padding: 18px 20px 16px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
.card .value { margin: 0; font-size: 1.875rem; font-weight: 650; line-height: 1.2; letter-spacing: -0.015em; font-variant-numeric: tabular-nums; }
.card .caption { margin: 6px 0 0; font-size: 0.9375rem; line-height: 1.4; }
.card .note { margin: 4px 0 0; color: var(--muted); font-size: 0.8125rem; line-height: 1.45; }
.mark { display: inline-block; width: 1.35em; height: 1.35em; margin-right: 0.5em; border-radius: 50%; color: var(--surface); font-size: 0.75rem; font-weight: 700; line-height: 1.35em; text-align: center; }
.good .mark { background: var(--good); } .warn .mark { background: var(--warn); }
.bad .mark { background: var(--bad); } .plain .mark { background: var(--accent); }
.card.good .value { color: var(--good); } .card.warn .value { color: var(--warn); }
.card.bad .value { color: var(--bad); }
.notice { display: flex; align-items: baseline; margin: 0 0 16px; padding: 12px 18px; border-radius: 8px; }
.notice .mark { flex: none; } .notice p { margin: 0; }
.notice.good { background: var(--good-soft); } .notice.warn { background: var(--warn-soft); }
.notice.bad { background: var(--bad-soft); } .notice.plain { background: var(--plain-soft); }
.verdict { margin: 0 0 24px; padding: 18px 22px; border-left: 6px solid var(--accent); border-radius: 8px; background: var(--plain-soft); }
.verdict.good { border-color: var(--good); background: var(--good-soft); } .verdict.bad { border-color: var(--bad); background: var(--bad-soft); }
.verdict.warn { border-color: var(--warn); background: var(--warn-soft); }
.verdict .sentence { margin: 0; font-size: 1.125rem; font-weight: 600; line-height: 1.45; max-width: none; }
.verdict .points { margin: 12px 0 0; font-weight: 600; } .verdict ul { margin: 4px 0 0; padding-left: 20px; } .verdict li { overflow-wrap: anywhere; }
.signature { display: grid; grid-template-columns: repeat(auto-fit, minmax(170px, 1fr)); gap: 48px 24px; margin: 64px 0 24px; }
.signature p { margin: 0; padding-top: 6px; border-top: 1px solid var(--axis); color: var(--muted); font-size: 0.8125rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
dl { display: grid; grid-template-columns: fit-content(40%) 1fr; margin: 0 0 24px; }
dt, dd { margin: 0; padding: 7px 0; border-bottom: 1px solid var(--line); }
dt { padding-right: 32px; color: var(--muted); }
dd { font-variant-numeric: tabular-nums; white-space: pre-line; }
.scroll { margin: 0 0 24px; overflow-x: auto; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; font-variant-numeric: tabular-nums; }
caption { padding: 14px 20px 6px; font-weight: 600; text-align: left; }
th, td { padding: 8px 12px; text-align: left; vertical-align: top; white-space: pre-line; min-width: 4em; }
th:first-child, td:first-child { padding-left: 20px; } th:last-child, td:last-child { padding-right: 20px; }
th { color: var(--muted); font-size: 0.8125rem; font-weight: 600; vertical-align: bottom; }
tbody tr, tfoot tr { border-top: 1px solid var(--line); }
tfoot td { border-top: 2px solid var(--axis); font-weight: 600; }
.n { text-align: right; white-space: nowrap; } th.n { white-space: pre-line; }
th button { all: unset; cursor: pointer; } th button:hover { color: var(--ink); }
th button:focus-visible, .scroll:focus-visible, summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
th[aria-sort] button::after { content: " \2191"; } th[aria-sort="descending"] button::after { content: " \2193"; }
figure { margin: 0 0 24px; padding: 22px 22px 18px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
figure .plot { overflow-x: auto; }
figure svg { display: block; max-width: 100%; height: auto; margin: 0 auto; }
figure .wide svg { max-width: none; }
figure .narrow { display: none; }
figcaption { margin-top: 12px; color: var(--muted); font-size: 0.875rem; line-height: 1.5; max-width: 80ch; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); gap: 16px; margin: 0 0 24px; }
.figures figure { margin: 0; min-width: 0; }
pre { margin: 0 0 24px; padding: 16px 20px; overflow-x: auto; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; font: 0.875rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.dial { margin: 0 0 24px; padding: 18px 22px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
.dial input { display: block; width: 100%; margin: 8px 0 12px; accent-color: var(--accent); }
.dial output { display: block; margin: 0 0 12px; font-weight: 600; font-variant-numeric: tabular-nums; }
.dial ul { margin: 0; padding: 0 0 0 22px; list-style: none; border-left: 1px solid var(--line); }
.dial ul.tree { max-height: 70vh; padding-left: 0; overflow: auto; border: 0; }
.dial .note { color: var(--muted); font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.dial .off > .label { color: var(--muted); text-decoration: line-through; font-weight: 400; }
.dial .label { font-weight: 600; overflow-wrap: anywhere; }
details { margin: 0 0 24px; }
summary { width: fit-content; padding: 4px 0; color: var(--accent); cursor: pointer; font-weight: 600; }
details[open] > summary { margin-bottom: 12px; }
@media (max-width: 640px) {
  header { padding-top: 32px; } header, main, footer { padding-left: 16px; padding-right: 16px; }
  h1 { font-size: 1.625rem; } h2 { margin-top: 40px; }
  figure { padding: 16px; } figure svg { max-width: none; }
  figure .broad { display: none; } figure .narrow { display: block; } figure .narrow svg { max-width: 100%; }
  .cards { grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 12px; } .card .value { font-size: 1.5rem; }
  dl { grid-template-columns: 1fr; } dt { padding-bottom: 0; border: 0; } dd { padding-top: 0; }
}
@media screen and (max-width: 640px) {
  figure.long .broad { display: none; }
  .labelled thead { display: none; } .labelled, .labelled tbody, .labelled tfoot, .labelled tr, .labelled caption { display: block; }
  .labelled tr { padding: 8px 16px; }
  .labelled td, .labelled td:first-child, .labelled td:last-child { display: flex; justify-content: space-between; gap: 16px; padding: 2px 0; text-align: right; white-space: pre-line; min-width: 0; overflow-wrap: anywhere; }
  .labelled td:first-child { display: block; font-weight: 600; text-align: left; } .labelled td:first-child::before { content: none; }
  .labelled td::before { content: attr(data-label); flex: none; max-width: 50%; color: var(--muted); font-size: 0.8125rem; text-align: left; }
  .labelled td:empty { display: none; }
}
@media screen { .paper { display: none; } }
@media print {
  @page { margin: 14mm 15mm; }
  :root { --page: #ffffff; } body { font-size: 10pt; line-height: 1.45; }
  header { padding-top: 0; } header, main, footer { max-width: none; padding-left: 0; padding-right: 0; }
  h1 { font-size: 17pt; } h2 { margin: 20px 0 10px; font-size: 13pt; } h2, h3 { break-after: avoid; }
  main { padding-top: 16px; } p { max-width: none; margin-bottom: 10px; } nav { display: none; }
  footer { margin-top: 20px; padding-bottom: 0; } footer p { padding-top: 8px; }
  .verdict { margin-bottom: 14px; padding: 12px 16px; } .verdict .sentence { font-size: 11.5pt; }
  .cards { grid-template-columns: repeat(auto-fit, minmax(120px, 1fr)); gap: 10px; margin-bottom: 14px; } .card { padding: 9px 12px; } .card .value { font-size: 15pt; }
  .figures { grid-template-columns: repeat(auto-fit, minmax(300px, 1fr)); gap: 12px; } figure { margin-bottom: 14px; padding: 12px; }
  figure, .card, .notice, .verdict, .signature, tr, dt, dd { break-inside: avoid; } thead { break-inside: avoid; break-after: avoid; }
  figure svg, figure .wide svg { max-width: 100%; max-height: 225mm; width: auto; } figure .plot { overflow: visible; }
  figure .broad { display: block; } figure .narrow { display: none; }
  figure.long { break-inside: auto; } figure.long .plot { display: none; }
  .scroll { margin-bottom: 14px; overflow: visible; break-inside: avoid; } table { font-size: 8.5pt; }
  th, td { padding: 3px 6px; min-width: 0; overflow-wrap: break-word; } th { font-size: 8pt; }
  th:first-child, td:first-child { padding-left: 10px; } th:last-child, td:last-child { padding-right: 10px; }
  dl { margin-bottom: 14px; font-size: 9pt; } dt, dd { padding-top: 4px; padding-bottom: 4px; } .signature { margin: 52px 0 12px; }
  pre { padding: 8px 10px; font-size: 7.5pt; white-space: pre-wrap; } figure pre { padding: 0; border: 0; }
  .card, figure, .notice, .verdict, .mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .dial input { display: none; } .dial ul.tree { max-height: none; overflow: visible; }
  main:has(figure.long) section:has(> details > pre) { display: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
)css";
}

std::string_view page_script() noexcept {
  return R"js(
'use strict';
const units = {'%': 0.01, ns: 1e-9, 'µs': 1e-6, ms: 1e-3, min: 60, h: 3600, k: 1e3, kB: 1e3, M: 1e6, MB: 1e6,
  G: 1e9, GB: 1e9, T: 1e12, TB: 1e12, PB: 1e15};
const number = (text) => {
  const parts = [...text.replaceAll(',', '').matchAll(/(-?\d+(?:\.\d+)?(?:e-?\d+)?)\s*([a-zA-Zµ%]*)/g)];
  return parts.length ? parts.reduce((sum, [, digits, unit]) => sum + digits * (units[unit] ?? 1), 0) : -Infinity;
};
const label = () => {
  for (const table of document.querySelectorAll('table')) {
    const around = table.parentElement;
    if (table.tHead.rows[0].cells.length > 4 || around.scrollWidth > around.clientWidth) table.classList.add('labelled');
  }
};
for (const table of document.querySelectorAll('table')) {
  const heads = [...table.tHead.rows[0].cells].map((head) => head.textContent);
  for (const row of [...table.rows].slice(1)) {
    [...row.cells].forEach((cell, column) => cell.setAttribute('data-label', heads[column]));
  }
  const body = table.tBodies[0];
  if (!body || body.rows.length < 2) continue;
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    const numeric = head.classList.contains('n');
    button.addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') === 'ascending';
      for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const key = (row) => numeric ? number(row.cells[column].textContent) : row.cells[column].textContent;
      const order = (a, b) => numeric ? a - b || 0 : a.localeCompare(b);
      const rows = [...body.rows].map((row) => [key(row), row]);
      rows.sort((a, b) => (down ? -1 : 1) * order(a[0], b[0]));
      body.append(...rows.map((pair) => pair[1]));
    });
  });
}
label();
addEventListener('resize', label);
for (const dial of document.querySelectorAll('.dial')) {
  const input = dial.querySelector('input');
  const steps = dial.querySelectorAll('.steps li');
  const nodes = dial.querySelectorAll('.tree li');
  dial.querySelector('.control').hidden = false;
  const turn = () => {
    const step = steps[input.value];
    dial.querySelector('output').textContent = step.textContent;
    for (const node of nodes) {
      node.classList.toggle('off', node.dataset.value < 0 || Number(node.dataset.value) < Number(step.dataset.value));
    }
  };
  input.addEventListener('input', turn);
  turn();
}
addEventListener('beforeprint', () => {
  for (const part of document.querySelectorAll('details')) part.open = true;
});
)js";
}

std::string_view page_style_hash() noexcept {
  return "NSpTpppmjoLNl9RjcatmDRuBhvjdG9qLdwFLbLtrCZs=";
}
std::string_view page_script_hash() noexcept {
  return "6Cpg4ThcEuF91y2mxTQKg+oDqWhMaW5ve8qmKTG0Iy8=";
}

}  // namespace privet
