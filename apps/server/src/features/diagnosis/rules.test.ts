import { describe, expect, it } from 'vitest';
import {
  judgeClock,
  judgeCredential,
  judgePassword,
  judgePrefix,
  judgeRegistration,
  knownDay,
  outcomeOf,
} from './rules.ts';

const HERE = 'https://fedha.example.co.ke';
const NOON = new Date('2026-05-11T12:00:00+03:00');

describe('judgeRegistration', () => {
  it.each([
    ['the own ones', [{ own: true, shortCode: '600999', url: HERE }], null],
    ['those of before addresses were kept', [{ own: true, shortCode: '600999', url: null }], null],
    [
      'those of a school that shares the paybill, where the own ones are of another',
      [
        { own: true, shortCode: '600998', url: HERE },
        { own: false, shortCode: '600999', url: HERE },
      ],
      null,
    ],
    ['none', [], 'registration.missing'],
    ['those of another paybill', [{ own: true, shortCode: '600998', url: HERE }], 'registration.other-short-code'],
    [
      'those of another paybill of a school that shares it',
      [{ own: false, shortCode: '600998', url: HERE }],
      'registration.missing',
    ],
    [
      'those of another server',
      [{ own: true, shortCode: '600999', url: 'https://old.example.co.ke' }],
      'registration.other-address',
    ],
  ] as const)('of %s', (_name, registrations, code) => {
    expect(judgeRegistration(registrations, '600999', HERE).code).toBe(code);
  });
});

it('judgePrefix allows twelve characters with the longest admission number', () => {
  expect(judgePrefix('SUN', 9).code).toBe(null);
  expect(judgePrefix('SUN', 10)).toEqual({
    state: 'failed',
    code: 'prefix.too-long',
    detail: { prefix: 'SUN', longest: 13, most: 12 },
  });
  expect(judgePrefix('', 12).code).toBe(null);
});

it.each([
  [0, null],
  [120_000, null],
  [-120_000, null],
  [120_001, 'clock.wrong'],
  [-120_001, 'clock.wrong'],
  [null, 'clock.unknown'],
])('judgeClock of a clock %s ms ahead', (aheadMs, code) => {
  expect(judgeClock(aheadMs).code).toBe(code);
});

it.each([
  ['', 'credential.missing'],
  ['Simba#2026', 'credential.not-base64'],
  [`${Buffer.alloc(256, 7).toString('base64')}\n`, 'credential.not-base64'],
  [Buffer.alloc(256, 7).toString('base64').slice(0, -1), 'credential.not-base64'],
  [Buffer.alloc(256, 7).toString('base64url'), 'credential.not-base64'],
  [Buffer.alloc(255, 7).toString('base64'), 'credential.length'],
  [Buffer.alloc(512, 7).toString('base64'), 'credential.length'],
  [Buffer.alloc(256, 7).toString('base64'), null],
])('judgeCredential of %s', (credential, code) => {
  expect(judgeCredential(credential).code).toBe(code);
});

describe('judgePassword', () => {
  const day = (setOn: string) => ({ setOn, reportedAt: NOON, savedAt: null });

  it("counts ninety days in East Africa's time", () => {
    expect(judgePassword(day('2026-05-11'), NOON).detail).toEqual({ days: 90 });
    expect(judgePassword(day('2026-02-11'), NOON).detail).toEqual({ days: 1 });
    expect(judgePassword(day('2026-02-10'), NOON)).toMatchObject({ code: 'password.expired', detail: { days: 90 } });
    // The day in East Africa begins three hours before the day in UTC.
    expect(judgePassword(day('2026-02-11'), new Date('2026-05-11T23:59:59+03:00')).code).toBe(null);
    expect(judgePassword(day('2026-02-11'), new Date('2026-05-12T00:00:00+03:00')).code).toBe('password.expired');
  });

  it('without a date the password expires ninety days after it was saved', () => {
    const saved = (savedAt: Date | null) => ({ setOn: null, reportedAt: null, savedAt });
    expect(judgePassword(saved(null), NOON).code).toBe('password.no-date');
    expect(judgePassword(saved(new Date(NOON.getTime() - 89 * 86_400_000)), NOON).code).toBe('password.no-date');
    expect(judgePassword(saved(new Date(NOON.getTime() - 90 * 86_400_000)), NOON).code).toBe('password.expired');
  });

  it('knownDay ignores a date stated before the credential was saved', () => {
    const told = { setOn: '2026-05-01', reportedAt: NOON };
    expect(knownDay({ ...told, savedAt: NOON })).toBe('2026-05-01');
    expect(knownDay({ ...told, savedAt: new Date(NOON.getTime() + 1) })).toBe(null);
  });
});

it.each([
  [['passed', 'passed'], 'passed'],
  [['passed', 'unchecked'], 'partly'],
  [['failed', 'unchecked'], 'failed'],
  [['failed', 'waiting'], null],
  [['passed', 'running'], null],
] as const)('%s make %s', (states, outcome) => {
  expect(outcomeOf(states.map((state) => ({ state })))).toBe(outcome);
});
