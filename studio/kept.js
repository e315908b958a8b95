// SPDX-License-Identifier: Apache-2.0
// What a view finds again after a reload, or when one comes back to it: what was chosen, and which jobs
// it shows. The server keeps it until another table is opened, so nothing is written to the browser's disk.
import { useState } from './ui.js';

let notes = {};
let opened = null;
const changed = new Set();
let soon = null;

const send = () => {
  clearTimeout(soon);
  soon = null;
  for (const name of changed) {
    // A page that goes still sends it.
    fetch('api/note', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name, value: notes[name] ?? null }), keepalive: true }).catch(() => {});
  }
  changed.clear();
};
addEventListener('pagehide', send);

export const note = (name, value) => {
  notes[name] = value;
  changed.add(name);
  soon ??= setTimeout(send, 120);
};

// To be called with every state of the desk, before a view is shown.
export const takeNotes = (state) => {
  const now = state.file?.opened ?? 0;
  if (now === opened) return;
  opened = now;
  notes = { ...state.notes };
  changed.clear();
};

// As useState, but kept. Never for a passphrase.
export const useKept = (name, initial) => {
  const [value, put] = useState(() => notes[name] ?? (typeof initial === 'function' ? initial() : initial));
  const set = (next) => put((old) => {
    const now = typeof next === 'function' ? next(old) : next;
    note(name, now);
    return now;
  });
  return [value, set];
};
