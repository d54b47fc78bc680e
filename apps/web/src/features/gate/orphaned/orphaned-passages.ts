import { createOrphanedRequests } from '../../../school/pending/orphaned-requests.ts';
import { askStudent } from '../gate-calls.ts';
import { orphanedPassages } from './orphan-list.ts';
import { passages } from './pending-passages.ts';

/** Presses of the gate whose page has ended, with their outcomes. */
export const left = createOrphanedRequests({
  kept: passages,
  list: orphanedPassages,
  channel: 'mfuko-passages',
  askStudent: (number) => askStudent(number, new AbortController().signal),
});
