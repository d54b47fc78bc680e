import { expect, test } from 'vitest';
import { CallError } from '../../../lib/problems.ts';
import { soundOfRefusal } from './sounds.ts';

const missed = (detail = {}) =>
  new CallError({ status: 422, body: { message: 'No.', problem: 'fingerprint.no-match', detail }, atLogin: false });

test('soundOfRefusal differs for an unclear and a wrong finger', () => {
  expect(soundOfRefusal(missed())).toBe('wrong');
  expect(soundOfRefusal(missed({ why: 'wipe' }))).toBe('refused');
});
