// SPDX-License-Identifier: Apache-2.0
// The one list of views.
import { Data } from './views/data.js';
import { Hierarchies } from './views/hierarchies.js';
import { Promise_ } from './views/promise.js';
import { Release } from './views/release.js';
import { Quasi } from './views/quasi.js';
import { Mine } from './views/mine.js';
import { Baskets } from './views/baskets.js';
import { Custody } from './views/custody.js';
import { Federation } from './views/federation.js';
import { Who } from './views/who.js';

export const groups = ['Publish', 'Look closer', 'Together'];
export const views = [
  { name: 'data', group: 'Publish', title: 'Data', says: 'What the table holds, and what each column is for.', show: Data },
  { name: 'hierarchies', group: 'Publish', title: 'Hierarchies', needs: 'file', says: 'How the values of a column become coarser, level by level.', show: Hierarchies },
  { name: 'promise', group: 'Publish', title: 'Promise', needs: 'file', says: 'What nobody shall be able to learn, and what it costs in detail.', show: Promise_ },
  { name: 'release', group: 'Publish', title: 'Release', needs: 'file', says: 'The table that others may see, checked before it is written.', show: Release },
  { name: 'who', group: 'Publish', title: 'Who could find me?', needs: 'file', says: 'What somebody finds who knows a few things about a person.', show: Who },
  { name: 'quasi', group: 'Look closer', title: 'Quasi-identifiers', needs: 'file', says: 'Which columns tell people apart, and which few are enough.', show: Quasi },
  { name: 'mine', group: 'Look closer', title: 'Mine', needs: 'file', says: 'What can be learned from the table, and from its release.', show: Mine },
  { name: 'baskets', group: 'Look closer', title: 'Baskets', says: 'Sets of items, released so that known items give nobody away.', show: Baskets },
  { name: 'custody', group: 'Together', title: 'Custody', needs: 'file', says: 'Have a stranger mine the table without seeing it.', show: Custody },
  { name: 'federation', group: 'Together', title: 'Federation', says: 'Try what partners could learn together, and decide about the jobs of your party.', show: Federation },
];
