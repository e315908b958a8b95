// SPDX-License-Identifier: Apache-2.0
// Asking while a dial turns: one question at a time is on its way, and only the latest waits.
import { useEffect, useRef, useState } from './ui.js';
import { post } from './server.js';

// A question that takes longer than this is overtaken by the next one; the server then gives it up.
const patience = 250;

// The answer to the latest `question` (null: none), whether it is behind, and how long it took.
export const useLive = (path, question) => {
  const [state, put] = useState({ answer: null, error: null, behind: true, took: 0 });
  const line = useRef({ flight: 0, since: 0, next: null, timer: null, alive: true });
  const text = question === null ? null : JSON.stringify(question);
  useEffect(() => () => { line.current.alive = false; clearTimeout(line.current.timer); }, []);
  useEffect(() => {
    const at = line.current;
    if (text === null) return;
    at.next = text;
    put((old) => ({ ...old, behind: true }));
    const send = async () => {
      const asked = at.next;
      at.next = null;
      const flight = at.flight + 1;
      at.flight = flight;
      at.since = performance.now();
      let result;
      try { result = { answer: await post(path, JSON.parse(asked)), error: null }; }
      catch (error) { result = { error }; }
      if (!at.alive || flight !== at.flight) return;
      const took = performance.now() - at.since;
      at.since = 0;
      if (result.error?.code !== 'interrupted') put((old) => ({ ...old, ...result, behind: at.next !== null, took }));
      else if (at.next === null) at.next = asked;  // another page overtook it
      if (at.next !== null) send();
    };
    if (!at.since) { send(); return; }
    clearTimeout(at.timer);
    at.timer = setTimeout(() => { if (at.next !== null && at.since) send(); }, Math.max(0, patience - (performance.now() - at.since)));
  }, [text]);
  return state;
};
