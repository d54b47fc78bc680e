import { extractTemplate } from '@mfuko/fingerprint/extraction/extract';
import { encodeTemplate } from '@mfuko/fingerprint/template/template';
import { beforeAll, describe, expect, it } from 'vitest';
import { capture } from './fingers.testkit.ts';
import { recall, remember, search, settle } from './search.ts';
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

/** All parts of a search, or null where the roster is not known. */
function find(schoolId: string, stamp: string, name: string, but: string | null = null): Scored[] | null {
  const found: Scored[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const part: ReturnType<typeof search> = search({ schoolId, stamp, template: template(name), from, but });
    if (part.stale) return null;
    found.push(...part.nearest);
    from = part.next;
  }
  return found.toSorted((a, b) => b.score - a.score);
}

describe('a worker that searches its share of a school', () => {
  it('searches no roster that it was not given', () => {
    know('a', ['301-1', '302-1']);
    expect(find('a', 'first', '301-2')).toBeNull();
    settle({ schoolId: 'a', stamp: 'first', students: [student(301), student(302)] });
    expect(find('a', 'first', '301-2')?.[0]).toMatchObject({ studentId: 'student-301', active: true });
    expect(find('a', 'second', '301-2')).toBeNull();
    expect(find('b', 'first', '301-2')).toBeNull();
  });

  it('leaves out the student whose own finger it is, and tells who may not be identified', () => {
    know('c', ['301-1', '302-1']);
    settle({ schoolId: 'c', stamp: 'now', students: [student(301, false), student(302)] });
    expect(find('c', 'now', '301-2')?.[0]).toMatchObject({ studentId: 'student-301', active: false });
    expect(find('c', 'now', '301-2', 'student-301')?.map(({ studentId }) => studentId)).toEqual(['student-302']);
  });

  it('goes on searching an earlier roster while a newer one has come, and forgets what none of them names', () => {
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

  it('reaches every student in parts, the last one too', () => {
    const crowd = Array.from({ length: 4_000 }, (_, place) => ({ ...student(302), studentId: `s${place}` }));
    know('e', ['301-1', '302-1']);
    settle({ schoolId: 'e', stamp: 'now', students: [...crowd, student(301)] });
    const first = search({ schoolId: 'e', stamp: 'now', template: template('301-2'), from: 0, but: null });
    expect(first).toMatchObject({ stale: false, next: expect.any(Number) });
    expect(find('e', 'now', '301-2')?.[0]).toMatchObject({ studentId: 'student-301' });
  });

  it('matches nobody with a template that does not read', () => {
    remember({ schoolId: 'f', templates: [{ id: '301-1', bytes: Buffer.from('spoilt') }], most: PLENTY });
    settle({ schoolId: 'f', stamp: 'now', students: [student(301)] });
    expect(find('f', 'now', '301-2')).toMatchObject([{ score: 0 }]);
  });

  it('forgets the schools that were searched longest ago, never the one at hand', () => {
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
