// SPDX-License-Identifier: Apache-2.0
// Asking the studio's server. All addresses are relative to the page's, which has the token in it.
export class Refusal extends Error {
  constructor(detail) {
    super(detail.message);
    Object.assign(this, detail);
  }
}

const answer = async (response) => {
  const body = await response.json().catch(() => ({ error: { message: `The studio answered with status ${response.status}.` } }));
  if (!response.ok) throw new Refusal({ ...(body.error ?? { message: 'The studio did not answer.' }), status: response.status });
  return body;
};
const reach = (promise) => promise.catch(() => {
  throw new Refusal({ message: 'The studio cannot be reached; is privet studio still running?' });
});

export const get = async (path, query = {}) => {
  const words = new URLSearchParams(query).toString();
  return answer(await reach(fetch(words ? `${path}?${words}` : path)));
};
export const post = async (path, body) => answer(await reach(fetch(path, {
  method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
})));
export const upload = async (file, as) => answer(await reach(fetch(
  `api/upload?${new URLSearchParams({ name: file.name, as })}`,
  { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: file })));

// Events of jobs and of the desk. Each listener is called with every event until it is taken away.
const listeners = new Set();
export const listen = (listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
let source;
export const connect = () => {
  source = new EventSource('api/events');
  const tell = (event) => { for (const listener of [...listeners]) listener(event); };
  source.addEventListener('hello', () => tell({ type: 'hello' }));
  source.addEventListener('message', (message) => tell(JSON.parse(message.data)));
  source.addEventListener('error', () => {
    tell({ type: 'lost' });
    // After a refusal (too many pages listen) the browser does not try again by itself.
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, 2000);
  });
};

// Starts a job and waits for its answer, or for that of one which was started before ({ job }); `told`
// gets its events, `begun` its number. The promise has `cancel`.
export const runJob = (what, told = () => {}, begun = () => {}) => {
  let id = null;
  let wished = false;
  const promise = new Promise((resolve, reject) => {
    const early = [];
    const settle = async () => {
      stop();
      try {
        const job = await get('api/job', { id });
        if (job.state === 'done') resolve({ ...job.answer, warnings: job.warnings });
        else reject(new Refusal({ ...job.error, state: job.state }));
      } catch (error) { reject(error); }
    };
    const take = (event) => {
      if (event.job !== id) return;
      told(event);
      if (event.type === 'ended') settle();
    };
    const stop = listen((event) => {
      // After a connection was lost the end may have been missed.
      if (event.type === 'hello' && id !== null) get('api/job', { id }).then((job) => { if (job.state !== 'running') settle(); }, () => {});
      if (id === null) early.push(event); else take(event);
    });
    const starting = typeof what === 'function' ? what() : what.job ? get('api/job', { id: what.job }).then((job) => ({ job: job.id, over: job.state !== 'running' })) : post('api/start', what);
    starting.then((started) => {
      id = started.job;
      begun(id);
      if (wished) post('api/cancel', { job: id });
      if (started.over) settle(); else early.forEach(take);
    }, (error) => { stop(); reject(error); });
  });
  promise.cancel = () => { wished = true; if (id !== null) post('api/cancel', { job: id }); };
  return promise;
};
