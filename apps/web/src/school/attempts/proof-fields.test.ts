import { expect, test } from 'vitest';
import { pictureFields } from '../../lib/scanner/messages.ts';
import { isProofField } from './proof-fields.ts';

test('whatever comes with a finger is proof, so that another touch asks for the same payment', () => {
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

test('whom, how much and which is no proof', () => {
  for (const name of ['admissionNumber', 'amount', 'menuItemSYSID', 'reference'])
    expect(isProofField(name)).toBe(false);
});

test('the same at another price is the same: what an earlier press has recorded is not recorded again', () => {
  expect(isProofField('shownAmount')).toBe(true);
});
