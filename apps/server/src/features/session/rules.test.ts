import { describe, expect, it } from 'vitest';
import { CODE_LIFE, type EarlierCode, isWeakDeskPin, MAX_BACKUP_TRIES, MAX_TRIES, mayAskForCode } from './rules.ts';

const HOUR = 3600;
const DAY = 86_400;
const same = (...ages: number[]): EarlierCode[] => ages.map((age) => ({ age, same: true }));
const others = (...ages: number[]): EarlierCode[] => ages.map((age) => ({ age, same: false }));

describe('mayAskForCode', () => {
  it('allows the first code, and the next for the same purpose after 30 seconds', () => {
    expect(mayAskForCode([])).toBeNull();
    expect(mayAskForCode(same(29.5))).toEqual({ kind: 'too-soon', retryAfter: 1 });
    expect(mayAskForCode(same(10, 400))).toEqual({ kind: 'too-soon', retryAfter: 20 });
    expect(mayAskForCode(same(30))).toBeNull();
  });

  it('a code for another purpose need not wait 30 seconds', () => {
    expect(mayAskForCode(others(1))).toBeNull();
  });

  it('allows a sixth code when the fifth youngest is an hour old', () => {
    expect(mayAskForCode(others(60, 120, 180, 240))).toBeNull();
    expect(mayAskForCode(others(60, 120, 180, 240, HOUR - 10))).toEqual({ kind: 'too-many', retryAfter: 10 });
    expect(mayAskForCode(others(60, 120, 180, 240, HOUR))).toBeNull();
    // Of six recent codes the fifth youngest decides, in whatever order they are given.
    expect(mayAskForCode(others(600, 500, 100, 200, 300, 400))).toEqual({ kind: 'too-many', retryAfter: HOUR - 500 });
  });

  it('allows an eleventh code when the tenth youngest is a day old', () => {
    const nine = Array.from({ length: 9 }, (_, each) => (each + 1) * 2 * HOUR);
    expect(mayAskForCode(others(...nine))).toBeNull();
    expect(mayAskForCode(others(...nine, DAY - 100))).toEqual({ kind: 'too-many', retryAfter: 100 });
    expect(mayAskForCode(others(...nine, DAY))).toBeNull();
  });

  it('where both limits are reached, the wait is that of the day', () => {
    const ages = [60, 120, 180, 240, 300, ...Array.from({ length: 5 }, (_, each) => (each + 2) * HOUR)];
    expect(mayAskForCode(others(...ages))).toEqual({ kind: 'too-many', retryAfter: DAY - 6 * HOUR });
  });
});

describe('mayAskForCode for one address', () => {
  const here = (...ages: number[]): EarlierCode[] => ages.map((age) => ({ age, same: false, here: true }));

  it('an address gets three codes an hour and six a day, a known device all of them', () => {
    expect(mayAskForCode([...here(60, 120), ...others(180, 240)])).toBeNull();
    expect(mayAskForCode(here(60, 120, HOUR - 10))).toEqual({ kind: 'too-many', retryAfter: 10 });
    expect(mayAskForCode(here(60, 120, HOUR))).toBeNull();
    const six = here(...[2, 4, 6, 8, 10, 12].map((hours) => hours * HOUR));
    expect(mayAskForCode(six)).toEqual({ kind: 'too-many', retryAfter: 12 * HOUR });
    expect(mayAskForCode([...six, ...here(60, 120, 180)], true)).toBeNull();
    // Codes requested elsewhere count for a known device too.
    expect(mayAskForCode(others(60, 120, 180, 240, HOUR - 10), true)).toEqual({ kind: 'too-many', retryAfter: 10 });
  });
});

it('a code lives five minutes and has five tries; wrong backup codes are limited to 15 an hour, 30 a day', () => {
  expect([CODE_LIFE, MAX_TRIES, MAX_BACKUP_TRIES]).toEqual([300, 5, { anHour: 15, aDay: 30 }]);
});

describe('isWeakDeskPin', () => {
  it.each(['000000', '999999', '123456', '654321', '890123', '210987', '131313', '274274'])('%s is weak', (pin) => {
    expect(isWeakDeskPin(pin)).toBe(true);
  });

  it.each(['274913', '135790', '123457', '112233', '808081'])('%s is not weak', (pin) => {
    expect(isWeakDeskPin(pin)).toBe(false);
  });
});
