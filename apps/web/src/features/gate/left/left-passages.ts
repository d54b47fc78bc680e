import { createLeftPresses } from '../../../school/presses/left-presses.ts';
import { askStudent } from '../gate-calls.ts';
import { passages } from './kept-passages.ts';
import { leftPassages } from './left-list.ts';

/** Presses of the gate whose page has ended, and what became of each. */
export const left = createLeftPresses({
  kept: passages,
  list: leftPassages,
  channel: 'mfuko-passages',
  askStudent: (number) => askStudent(number, new AbortController().signal),
});
