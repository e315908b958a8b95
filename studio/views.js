// SPDX-License-Identifier: Apache-2.0
// The one list of views.
import { Data } from './views/data.js';
import { Hierarchies } from './views/hierarchies.js';
import { Promise_ } from './views/promise.js';
import { Release } from './views/release.js';
import { Who } from './views/who.js';

export const groups = ['Publish'];
export const views = [
  { name: 'data', group: 'Publish', title: 'Data', says: 'What the table holds, and what each column is for.', show: Data },
  { name: 'hierarchies', group: 'Publish', title: 'Hierarchies', needs: 'file', says: 'How the values of a column become coarser, level by level.', show: Hierarchies },
  { name: 'promise', group: 'Publish', title: 'Promise', needs: 'file', says: 'What nobody shall be able to learn, and what it costs in detail.', show: Promise_ },
  { name: 'release', group: 'Publish', title: 'Release', needs: 'file', says: 'The table that others may see, checked before it is written.', show: Release },
  { name: 'who', group: 'Publish', title: 'Who could find me?', needs: 'file', says: 'What somebody finds who knows a few things about a person.', show: Who },
];
