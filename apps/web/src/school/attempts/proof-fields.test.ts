import { expect, test } from 'vitest';
import { pictureFields } from '../../lib/scanner/messages.ts';
import { isProofField } from './proof-fields.ts';

test('isProofField accepts each field of a fingerprint picture', () => {
  const whole = {
    Template: 'iVBO',
    SerialNumber: 'S1',
    Width: 1,
    Height: 1,
    DPI: 500,
    Challenge: '1.a',
    Signature: 'b',
  };
  const fields = Object.entries(pictureFields(whole)).filter(([, value]) => value !== undefined);
  expect(fields).toHaveLength(6);
  expect(fields.map(([name]) => name).filter((name) => !isProofField(name))).toEqual([]);
});

test('isProofField rejects student, amount, menu item and reference', () => {
  for (const name of ['admissionNumber', 'amount', 'menuItemSYSID', 'reference'])
    expect(isProofField(name)).toBe(false);
});

test('isProofField accepts the shown amount, so that a changed price repeats the same payment', () => {
  expect(isProofField('shownAmount')).toBe(true);
});
