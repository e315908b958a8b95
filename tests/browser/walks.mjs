// SPDX-License-Identifier: Apache-2.0
// Every walk through the studio, as a person takes it: node walks.mjs PROGRAM [PART...]
import { finish, runWalks } from './support.mjs';
import { publish } from './publish.mjs';
import { closer } from './closer.mjs';
import { guarded } from './guarded.mjs';
import { looks } from './looks.mjs';
import { files } from './files.mjs';
import { party } from './party.mjs';

const parts = { publish, files, closer, party, guarded, looks };
const wanted = process.argv.slice(3);
let failed = 0;
try {
  for (const [name, part] of Object.entries(parts)) {
    if (wanted.length && !wanted.includes(name)) continue;
    await part();
    failed += await runWalks();
  }
} finally { await finish(); }
console.log(failed ? `${failed} walks failed` : 'all walks as expected');
process.exit(failed ? 1 : 0);
