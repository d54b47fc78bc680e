import { expect, test } from 'vitest';
import { CallError } from '../../../lib/problems.ts';
import { soundOfRefusal } from './sounds.ts';

const missed = (detail = {}) =>
  new CallError({ status: 422, body: { message: 'No.', problem: 'fingerprint.no-match', detail }, atLogin: false });

test('a finger that was not clear does not sound like a wrong one', () => {
  expect(soundOfRefusal(missed())).toBe('wrong');
  expect(soundOfRefusal(missed({ why: 'wipe' }))).toBe('refused');
});
