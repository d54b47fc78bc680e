import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDraft, nameOf, timeOf, toPrune } from './retention.ts';

const DAY = 86_400_000;
const FIRST = Date.UTC(2024, 1, 1, 0, 50);

/** Returns the backups that remain after one backup and one pruning per night, as the server does it. */
function afterNights(nights: number, madeOn: (night: number) => boolean = () => true): string[] {
  let kept: Date[] = [];
  for (let night = 0; night < nights; night += 1) {
    const now = new Date(FIRST + night * DAY);
    if (!madeOn(night)) continue;
    const all = [...kept, now];
    const gone = new Set(toPrune(all, now));
    kept = all.filter((time) => !gone.has(time));
  }
  return kept.map((time) => time.toISOString().slice(0, 10));
}

describe('retention of one backup per night', () => {
  it('keeps every backup of the first week', () => {
    expect(afterNights(7)).toHaveLength(7);
  });

  it('keeps the newest of 7 days, 4 weeks and 12 months after two years', () => {
    // The last night is 2026-01-30, a Friday.
    expect(afterNights(730)).toEqual([
      ...[
        '2025-02-28',
        '2025-03-31',
        '2025-04-30',
        '2025-05-31',
        '2025-06-30',
        '2025-07-31',
        '2025-08-31',
        '2025-09-30',
      ],
      ...['2025-10-31', '2025-11-30', '2025-12-31'],
      // Sundays: the newest backup of each past week.
      ...['2026-01-11', '2026-01-18'],
      ...['2026-01-24', '2026-01-25', '2026-01-26', '2026-01-27', '2026-01-28', '2026-01-29', '2026-01-30'],
    ]);
  });

  it('keeps 16 backups after 400 days when a backup is made only on Mondays', () => {
    const mondays = afterNights(400, (night) => new Date(FIRST + night * DAY).getUTCDay() === 1);
    // The last seven days with a backup reach back further than four weeks.
    expect(mondays.slice(-7)).toEqual([
      ...['2025-01-20', '2025-01-27', '2025-02-03', '2025-02-10', '2025-02-17', '2025-02-24', '2025-03-03'],
    ]);
    expect(mondays).toHaveLength(7 + 9);
  });
});

describe('toPrune', () => {
  const times = fc.array(fc.integer({ min: 0, max: 1_500 * DAY }), { maxLength: 60 });

  it('never prunes the newest backup or the last seven on different days, and is idempotent', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 1_600 * DAY }), (given, later) => {
        const all = [...new Set(given)].map((each) => new Date(FIRST + each));
        const now = new Date(FIRST + later);
        const gone = toPrune(all, now);
        const left = all.filter((time) => !gone.includes(time));
        const past = all.filter((time) => time.getTime() <= now.getTime() + DAY);
        if (past.length > 0) expect(Math.max(...left.map(Number))).toBe(Math.max(...all.map(Number)));
        const days = new Set(past.map((time) => time.toISOString().slice(0, 10)));
        if (days.size === past.length && past.length <= 7) expect(gone).toEqual([]);
        expect(toPrune(left, now)).toEqual([]);
        expect(left.filter((time) => past.includes(time)).length).toBeLessThanOrEqual(7 + 4 + 12);
      }),
    );
  });

  it('prunes none of five old backups when no newer ones exist, even after 900 days', () => {
    const all = [0, 1, 2, 3, 4].map((day) => new Date(FIRST + day * DAY));
    expect(toPrune(all, new Date(FIRST + 900 * DAY))).toEqual([]);
  });

  it('keeps backups dated in the future and does not count them against the real ones', () => {
    const ahead = [1, 2, 3, 4, 5, 6, 7, 8].map((day) => new Date(FIRST + (4_000 + day) * DAY));
    const real = [0, 1, 2, 3, 4, 5, 6].map((day) => new Date(FIRST + day * DAY));
    expect(toPrune([...ahead, ...real], new Date(FIRST + 6 * DAY))).toEqual([]);
  });
});

describe("a backup's file name", () => {
  it('holds its start time to the second and is parsed back to it', () => {
    const at = new Date('2026-11-26T00:50:07.321Z');
    expect(nameOf(at)).toBe('mfuko-20261126T005007Z.age');
    expect(timeOf(nameOf(at))).toEqual(new Date('2026-11-26T00:50:07Z'));
  });

  it.each(['mfuko-20261126T005007Z.age.part', 'old.age', 'mfuko-2026.age', 'mfuko-20261126T005007Z.age (1)'])(
    'timeOf returns null for %s',
    (name) => {
      expect(timeOf(name)).toBeNull();
    },
  );

  it('isDraft is true only for a backup name that ends in .part', () => {
    expect([
      isDraft('mfuko-20261126T005007Z.age.part'),
      isDraft('mfuko-20261126T005007Z.age'),
      isDraft('x.part'),
    ]).toEqual([true, false, false]);
  });
});
