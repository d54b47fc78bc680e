import { describe, expect, it } from 'vitest';
import { NOTHING_AHEAD } from './ahead.ts';
import { EMPTY, type Entry, editedNumber, isAheadTypeable, keysBetween, nextStep } from './entry.ts';

const finger = { Template: 'iVBOR', SerialNumber: 'SN-1', Width: 300, Height: 400, DPI: 500, Size: 5 };
const student = { admissionNumber: '4100', names: 'Student 4100', className: 'Grade 4', hasFingerprint: true };
const READY: Entry = { ...EMPTY, number: '4100', settled: true, finger, lookup: { status: 'found', student } };
const reading = { readFor: '4100', isSure: false };

describe('nextStep', () => {
  it('sends a number with its finger, also when the lookup is unreachable', () => {
    expect(nextStep(READY, 'fingerprint', reading)).toBe('send');
    expect(nextStep({ ...READY, lookup: { status: 'unreachable' } }, 'fingerprint', reading)).toBe('send');
  });

  it('searches by a finger without a number', () => {
    expect(nextStep({ ...EMPTY, finger }, 'fingerprint', { readFor: '', isSure: false })).toBe('search');
  });

  it.each([
    ['no finger', { finger: null }],
    ['a number that is being typed', { settled: false }],
    ['a child whom the guard has to look at', { confirm: true }],
    ['a number that no student has', { lookup: { status: 'missing' } }],
    ['an entry that waits for room', { held: true }],
    ['another try of a finger that may still lie on the glass', { again: true }],
    ['a number for which the finger was not read', { number: '41' }],
  ] as const)('waits with %s', (_, patch) => {
    expect(nextStep({ ...READY, ...patch }, 'fingerprint', reading)).toBe('wait');
  });

  it('waits for a press when proof is by PIN', () => {
    expect(nextStep(READY, 'pin', reading)).toBe('wait');
  });

  it('sends another try of a finger that was surely lifted', () => {
    expect(nextStep({ ...READY, again: true }, 'fingerprint', { ...reading, isSure: true })).toBe('send');
  });
});

it('editedNumber starts a new number behind an ended one, and continues an open one', () => {
  expect(editedNumber('41005', READY, false)).toBe('41005');
  expect(editedNumber('41005', READY, true)).toBe('5');
  expect(editedNumber('41005', { ...READY, again: true }, false)).toBe('5');
  expect(editedNumber('410', READY, true)).toBe('410');
});

it('keysBetween derives the keys from two field texts', () => {
  expect(keysBetween('41', '4155')).toEqual(['5', '5']);
  expect(keysBetween('41', '4')).toEqual(['Backspace']);
  expect(keysBetween('41', '')).toBeNull();
  expect(keysBetween('41', '41a')).toEqual(['?']);
  expect(keysBetween('41', '99')).toEqual(['?']);
});

it('isAheadTypeable rejects masked digits and numbers that get too long', () => {
  const ahead = { ...NOTHING_AHEAD, typed: '4055', digits: '4055' };
  expect(isAheadTypeable({ ...EMPTY, ahead }, false)).toBe(true);
  expect(isAheadTypeable({ ...EMPTY, ahead: { ...ahead, veiled: true } }, false)).toBe(false);
  expect(isAheadTypeable({ ...EMPTY, number: '1234567890', ahead }, false)).toBe(false);
  expect(isAheadTypeable({ ...EMPTY, number: '1234567890', ahead }, true)).toBe(true);
});
