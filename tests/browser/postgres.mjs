// SPDX-License-Identifier: Apache-2.0
// A PostgreSQL server of a walk's own, on a socket in a folder and no port; the same as
// tests/support/postgres_server.h. { why } where it cannot be had.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const startPostgres = async () => {
  const programs = ['17', '16', '15', '14'].map((version) => `/usr/lib/postgresql/${version}/bin`).find((one) => existsSync(`${one}/initdb`));
  if (!programs) return { why: 'no PostgreSQL server (Debian\'s package postgresql)' };
  const place = mkdtempSync(path.join(tmpdir(), 'pvq-'));
  const root = process.getuid() === 0;
  const user = root ? 'postgres' : 'tester';
  const run = (program, ...words) => execFileSync(root ? 'runuser' : program, root ? ['-u', 'postgres', '--', program, ...words] : words, { cwd: '/', stdio: 'ignore', timeout: 90000 });
  chmodSync(place, 0o755);
  if (root) execFileSync('chown', ['postgres', place]);
  run(`${programs}/initdb`, '-D', `${place}/data`, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync');
  run(`${programs}/pg_ctl`, '-D', `${place}/data`, '-w', '-t', '60', '-l', `${place}/log`, '-o', `-c listen_addresses='' -c fsync=off -k ${place}`, 'start');
  return {
    address: (table) => `postgresql://${user}@${place.replaceAll('/', '%2F')}/postgres?table=${table}`,
    run: (text) => execFileSync('psql', ['-q', '-v', 'ON_ERROR_STOP=1', '-h', place, '-U', user, '-d', 'postgres', '-c', text], { stdio: 'ignore', timeout: 30000 }),
    stop: () => { run(`${programs}/pg_ctl`, '-D', `${place}/data`, '-w', '-m', 'immediate', 'stop'); rmSync(place, { recursive: true, force: true }); },
  };
};
