// SPDX-License-Identifier: Apache-2.0
// Asking while a dial turns: one question at a time is on its way, and only the latest waits.
import { useEffect, useRef, useState } from './ui.js';
import { post } from './server.js';

// The answer to the latest `question` (null: none), whether it is behind, and how long it took.
export const useLive = (path, question) => {
  const [state, put] = useState({ answer: null, error: null, behind: true, took: 0 });
  const line = useRef({ flying: false, next: null, alive: true });
  const text = question === null ? null : JSON.stringify(question);
  useEffect(() => () => { line.current.alive = false; }, []);
  useEffect(() => {
    const at = line.current;
    if (text === null) return;
    at.next = text;
    put((old) => ({ ...old, behind: true }));
    const send = async () => {
      at.flying = true;
      const asked = at.next;
      at.next = null;
      const began = performance.now();
      let result;
      try { result = { answer: await post(path, JSON.parse(asked)), error: null }; }
      catch (error) { result = { error }; }
      at.flying = false;
      if (!at.alive) return;
      const overtaken = result.error?.code === 'interrupted';
      if (!overtaken) put((old) => ({ ...old, ...result, behind: at.next !== null, took: performance.now() - began }));
      if (at.next !== null) send();
    };
    if (!at.flying) send();
  }, [text]);
  return state;
};
