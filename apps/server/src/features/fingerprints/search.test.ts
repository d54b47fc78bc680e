import { extractTemplate } from '@mfuko/fingerprint/extraction/extract';
import { encodeTemplate } from '@mfuko/fingerprint/template/template';
import { beforeAll, describe, expect, it } from 'vitest';
import { capture } from './fingers.testkit.ts';
import { forget, recall, remember, search, settle } from './search.ts';
import type { RosterStudent, Scored } from './tasks.ts';

const PLENTY = 100_000;
const templates = new Map<string, Uint8Array>();

beforeAll(() => {
  for (const finger of [301, 302, 303]) {
    for (const seed of [1, 2]) {
      templates.set(`${finger}-${seed}`, encodeTemplate(extractTemplate(capture(finger, seed))));
    }
  }
});

function template(name: string): Uint8Array {
  return templates.get(name) ?? new Uint8Array();
}

function student(finger: number, active = true): RosterStudent {
  return { studentId: `student-${finger}`, active, fingerprintIds: [`${finger}-1`] };
}

function know(schoolId: string, ids: string[], most = PLENTY): void {
  remember({ schoolId, templates: ids.map((id) => ({ id, bytes: template(id) })), most });
}

const EVERYBODY = { everybody: true, but: null };
const LIKELIEST = { everybody: false, but: null };

/** Runs all parts of a search; null if the worker does not know the roster. */
function find(
  schoolId: string,
  stamp: string,
  name: string,
  among: { everybody: boolean; but: string | null } = EVERYBODY,
): Scored[] | null {
  const found: Scored[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const part: ReturnType<typeof search> = search({ schoolId, stamp, template: template(name), from, ...among });
    if (part.stale) return null;
    found.push(...part.nearest);
    from = part.next;
  }
  return found.toSorted((a, b) => b.score - a.score);
}

describe('search worker', () => {
  it('refuses as stale to search a roster it has not been given', () => {
    know('a', ['301-1', '302-1']);
    expect(find('a', 'first', '301-2')).toBeNull();
    settle({ schoolId: 'a', stamp: 'first', students: [student(301), student(302)] });
    expect(find('a', 'first', '301-2')?.[0]).toMatchObject({ studentId: 'student-301', active: true });
    expect(find('a', 'second', '301-2')).toBeNull();
    expect(find('b', 'first', '301-2')).toBeNull();
  });

  it('leaves out the excluded student and marks inactive ones', () => {
    know('c', ['301-1', '302-1']);
    settle({ schoolId: 'c', stamp: 'now', students: [student(301, false), student(302)] });
    expect(find('c', 'now', '301-2')?.[0]).toMatchObject({ studentId: 'student-301', active: false });
    expect(
      find('c', 'now', '301-2', { everybody: true, but: 'student-301' })?.map(({ studentId }) => studentId),
    ).toEqual(['student-302']);
  });

  it('keeps the last rosters searchable and forgets fingers that none of them names', () => {
    know('d', ['301-1', '302-1', '303-1']);
    settle({ schoolId: 'd', stamp: '0', students: [student(301), student(302)] });
    expect(recall({ schoolId: 'd' }).fingerprintIds).toEqual(['301-1', '302-1']);
    for (const stamp of ['1', '2', '3']) settle({ schoolId: 'd', stamp, students: [student(302)] });
    expect(find('d', '0', '301-2')?.[0]?.score).toBeGreaterThan(60);
    expect(find('d', '3', '301-2')?.[0]?.score).toBeLessThan(60);
    settle({ schoolId: 'd', stamp: '4', students: [student(302)] });
    expect(find('d', '0', '301-2')).toBeNull();
    expect(recall({ schoolId: 'd' }).fingerprintIds).toEqual(['302-1']);
  });

  it('searches a large roster in parts, up to the last student', () => {
    const crowd = Array.from({ length: 7_000 }, (_, place) => ({ ...student(302), studentId: `s${place}` }));
    know('e', ['301-1', '302-1']);
    settle({ schoolId: 'e', stamp: 'now', students: [...crowd, student(301)] });
    for (const among of [EVERYBODY, LIKELIEST]) {
      const first = search({ schoolId: 'e', stamp: 'now', template: template('301-2'), from: 0, ...among });
      expect(first).toMatchObject({ stale: false, next: expect.any(Number) });
      expect(find('e', 'now', '301-2', among)?.[0]).toMatchObject({ studentId: 'student-301' });
    }
  });

  it('the likeliest include no students who have left', () => {
    know('j', ['301-1', '302-1', '303-1']);
    const crowd = Array.from({ length: 300 }, (_, place) => ({ ...student(302), studentId: `s${place}` }));
    settle({ schoolId: 'j', stamp: 'now', students: [...crowd, student(303), student(301)] });
    const [first, second] = find('j', 'now', '301-2', LIKELIEST) ?? [];
    expect(first).toMatchObject({ studentId: 'student-301', score: find('j', 'now', '301-2')?.[0]?.score });
    expect(second?.score).toBeLessThan(60);
    settle({ schoolId: 'j', stamp: 'left', students: [...crowd, student(303), student(301, false)] });
    expect(find('j', 'left', '301-2', LIKELIEST)?.map(({ active }) => active)).toEqual([true, true]);
    expect(find('j', 'left', '301-2')?.[0]).toMatchObject({ studentId: 'student-301', active: false });
  });

  describe.each([
    ['everybody', EVERYBODY],
    ['the likeliest', LIKELIEST],
  ])('search among %s', (_, among) => {
    const scoreOf = (schoolId: string, stamp: string, name: string) =>
      find(schoolId, stamp, name, among)?.find(({ studentId }) => studentId === 'student-301')?.score ?? 0;

    it('does not find an erased finger, even if the roster names it', () => {
      know('k', ['301-1', '302-1']);
      settle({ schoolId: 'k', stamp: 'now', students: [student(301), student(302)] });
      expect(scoreOf('k', 'now', '301-2')).toBeGreaterThan(60);
      forget({ schoolId: 'k', fingerprintIds: ['301-1'] });
      expect(scoreOf('k', 'now', '301-2')).toBe(0);
      expect(find('k', 'now', '302-2', among)?.[0]?.score).toBeGreaterThan(60);
    });

    it('finds the replacement of a finger and not the former template', () => {
      know('l', ['301-1', '302-1']);
      settle({ schoolId: 'l', stamp: 'now', students: [student(301), student(302)] });
      expect(scoreOf('l', 'now', '301-2')).toBeGreaterThan(60);
      remember({ schoolId: 'l', templates: [{ id: '301-1', bytes: template('303-1') }], most: PLENTY });
      expect(scoreOf('l', 'now', '301-2')).toBeLessThan(60);
      expect(scoreOf('l', 'now', '303-2')).toBeGreaterThan(60);
    });

    it('does not find a finger that a newer roster omits', () => {
      know('m', ['301-1', '301-2', '302-1']);
      const both = { ...student(301), fingerprintIds: ['301-1', '302-1'] };
      settle({ schoolId: 'm', stamp: 'before', students: [both] });
      expect(scoreOf('m', 'before', '302-2')).toBeGreaterThan(60);
      settle({ schoolId: 'm', stamp: 'after', students: [student(301)] });
      expect(scoreOf('m', 'after', '302-2')).toBeLessThan(60);
      expect(scoreOf('m', 'after', '301-2')).toBeGreaterThan(60);
    });
  });

  it('evicts the school that was not searched lately', () => {
    const six = [...templates.keys()];
    for (const schoolId of ['n', 'o']) {
      know(schoolId, six);
      settle({ schoolId, stamp: 'now', students: [{ ...student(301), fingerprintIds: six }] });
    }
    find('n', 'now', '301-2', LIKELIEST);
    know('p', six, 12);
    expect(['n', 'o', 'p'].map((schoolId) => recall({ schoolId }).fingerprintIds.length)).toEqual([6, 0, 6]);
  });

  it('scores 0 against an unreadable template', () => {
    remember({ schoolId: 'f', templates: [{ id: '301-1', bytes: Buffer.from('spoilt') }], most: PLENTY });
    settle({ schoolId: 'f', stamp: 'now', students: [student(301)] });
    expect(find('f', 'now', '301-2')).toMatchObject([{ score: 0 }]);
  });

  it('evicts the school searched longest ago, never the current one', () => {
    know('g', ['301-1', '302-1']);
    know('h', ['301-1', '302-1']);
    know('i', ['301-1', '302-1', '303-1'], 5);
    expect([recall({ schoolId: 'g' }).fingerprintIds, recall({ schoolId: 'h' }).fingerprintIds.length]).toEqual([
      [],
      2,
    ]);
    know('i', ['301-2'], 2);
    expect(recall({ schoolId: 'i' }).fingerprintIds).toHaveLength(4);
  });
});
