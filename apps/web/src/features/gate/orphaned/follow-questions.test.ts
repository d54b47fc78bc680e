import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deskLock } from '../../../lib/desk-lock.ts';
import { CallError } from '../../../lib/problems.ts';
import { pickSchool } from '../../../lib/school.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import type { OrphanedRequest } from '../../../school/pending/pending-request.ts';
import type { Line, LineState } from '../queue/line.ts';
import { followQuestions } from './follow-questions.ts';
import { orphanedPassages } from './orphan-list.ts';

const { done, server } = vi.hoisted(() => ({
  done: [] as string[],
  /** Students in school (null where the server cannot be reached), and the numbers that were asked about. */
  server: {
    inSchool: [] as string[] | null,
    asked: [] as string[],
    more: 0,
    since: '1970-01-01T00:00:00.000Z',
    /** Runs while the server is asked. */
    meanwhile: () => {},
  },
}));
vi.mock('../../../lib/request.ts', () => ({
  call: async (_: unknown, { search }: { search: string }) => {
    server.asked.push(search);
    server.meanwhile();
    if (!server.inSchool) throw new TypeError('Failed to fetch');
    // The search also finds rows that contain the number.
    const rows = [`1${search}`, ...server.inSchool].map((admissionNumber) => ({
      admissionNumber,
      since: server.since,
    }));
    return { rows, total: rows.length + server.more };
  },
}));
vi.mock('./attempts.ts', () => ({
  attempts: {
    drop: (key: string) => void done.push(`drop ${key}`),
    leave: (key: string) => void done.push(`leave ${key}`),
  },
}));
vi.mock('./orphaned-passages.ts', () => ({
  left: {
    forget: async (key: string) => {
      done.push(`forget ${key}`);
      orphanedPassages.set(orphanedPassages.get().filter((one) => one.key !== key));
    },
  },
}));

const refusal = (problem: string) => new CallError({ status: 422, body: { problem } as never, atLogin: false });
const QUESTION: Line = {
  ...{ key: 'k', admissionNumber: '4100', names: 'Achieng Odhiambo', className: 'Grade 4', kind: 'out', by: 'pin' },
  ...{ school: 's', user: '254700000003', state: 'refused', unchecked: false, tries: 1, at: 0, settledAt: 0 },
  ...{ proof: {}, event: null, refusal: refusal('collector.required') },
};
const answerIs = (state: LineState): Line => ({ ...QUESTION, key: 'answer', state, refusal: null });
const EARLIER: OrphanedRequest = {
  ...{ key: 'earlier', kind: 'out', admissionNumber: '4200', names: 'Amina Juma', className: 'Grade 4' },
  ...{ at: 0, clockAheadMs: 0, user: 'a guard', school: 's', page: null, outcome: 'refused' },
  refusal: refusal('collector.required'),
};

let lines: Store<readonly Line[]>;
const noteElsewhere = (key: string) => void done.push(`elsewhere ${key}`);
let stop: () => void;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  pickSchool({ sysid: 's', shortName: 'DEMO' });
  [done.length, server.asked.length, server.more] = [0, 0, 0];
  [server.since, server.meanwhile] = ['1970-01-01T00:00:00.000Z', () => {}];
  server.inSchool = ['4100', '4200'];
  // A queue whose page has ended still follows its own lines.
  lines = createStore<readonly Line[]>([QUESTION]);
  orphanedPassages.set([EARLIER]);
  stop = followQuestions({ lines, noteElsewhere });
});
afterEach(() => {
  stop();
  deskLock.set(null);
  outbox.down.set(false);
  orphanedPassages.set([]);
  vi.useRealTimers();
});

it('ends a question on the disk with the end of its answer, and not before', () => {
  lines.set([answerIs('sending'), QUESTION]);
  expect(done).toEqual([]);
  lines.set([answerIs('recorded'), QUESTION]);
  lines.set([answerIs('recorded'), { ...QUESTION, names: 'Achieng' }]);
  expect(done).toEqual(['drop k']);
});

it('ends one of an earlier page as its child has come again, and of no other school', () => {
  orphanedPassages.set([EARLIER, { ...EARLIER, key: 'elsewhere', school: 'other' }]);
  lines.set([{ ...answerIs('recorded'), admissionNumber: '4200' }, QUESTION]);
  expect(done).toEqual(['forget earlier']);
});

it('asks the server who is still in school, and ends what was settled elsewhere, by no list that was cut short', async () => {
  await pass(15_000);
  expect([server.asked, done]).toEqual([['4100', '4200'], []]);
  [server.inSchool, server.more] = [[], 1];
  await pass(15_000);
  expect(done).toEqual([]);
  server.more = 0;
  await pass(15_000);
  expect(done).toEqual(['elsewhere k', 'forget earlier']);
});

it('ends one of an earlier page whose child has come in anew since, and by no clock that is a little ahead', async () => {
  server.since = '1970-01-01T00:04:00.000Z';
  await pass(15_000);
  expect(done).toEqual([]);
  server.since = '1970-01-02T04:00:00.000Z';
  await pass(15_000);
  expect(done).toEqual(['forget earlier']);
});

it('asks about nobody who goes for a reason: one who was never checked in is held back still', async () => {
  lines.set([{ ...QUESTION, override: 'Came in by the bus' }]);
  orphanedPassages.set([{ ...EARLIER, overridden: true }]);
  server.inSchool = [];
  await pass(15_000);
  expect([server.asked, done]).toEqual([[], []]);
});

it.each([
  ['with the network', () => window.dispatchEvent(new Event('online'))],
  ['with the server', () => outbox.down.set(true)],
])('asks at once %s, and where nobody can be asked all stands', async (_, comes) => {
  server.inSchool = null;
  await pass(15_000);
  expect(done).toEqual([]);
  server.inSchool = ['4200'];
  comes();
  await pass(0);
  expect(done).toEqual(['elsewhere k']);
});

it('says nothing of a question that was answered here while the server was asked', async () => {
  server.inSchool = [];
  server.meanwhile = () => lines.set([answerIs('sending'), QUESTION]);
  await pass(15_000);
  expect(done).toEqual(['forget earlier']);
});

it('asks nothing while the desk is locked, or once nobody has worked for five minutes, until somebody does', async () => {
  deskLock.set('idle');
  await pass(60_000);
  expect(server.asked).toEqual([]);
  deskLock.set(null);
  await pass(230_000);
  const before = server.asked.length;
  expect(before).toBeGreaterThan(0);
  await pass(600_000);
  expect(server.asked.length - before).toBeLessThan(4);
  server.asked.length = 0;
  window.dispatchEvent(new Event('pointerdown'));
  await pass(0);
  expect(server.asked).toEqual(['4100', '4200']);
});

it('leaves what stands to be told, and what an open try is asked after the end, and then hears no more', () => {
  const late: Line = { ...QUESTION, key: 'late', admissionNumber: '4300' };
  lines.set([{ ...late, state: 'sending', refusal: null }, QUESTION]);
  stop();
  expect(done).toEqual(['leave k']);
  lines.set([{ ...late, state: 'waiting', refusal: null }, QUESTION]);
  lines.set([late, QUESTION]);
  expect(done).toEqual(['leave k', 'leave late']);
  // A page that follows the queue again answers for what is asked from now on.
  lines.set([{ ...QUESTION, key: 'next', admissionNumber: '4400' }, late, QUESTION]);
  expect(done).toEqual(['leave k', 'leave late']);
});

it('keeps a question on the disk behind a lock that its guard has opened again, and ends it there with its answer', () => {
  stop();
  const again = { ...EARLIER, key: 'k', admissionNumber: '4100' };
  orphanedPassages.set([again]);
  done.length = 0;
  stop = followQuestions({ lines, noteElsewhere });
  lines.set([{ ...QUESTION, names: 'Achieng' }]);
  expect(done).toEqual([]);
  lines.set([answerIs('recorded'), QUESTION]);
  expect(done).toEqual(['drop k']);
});

describe('a press of an earlier page that was not recorded', () => {
  const LEFT: OrphanedRequest = { ...EARLIER, key: 'left', at: Date.parse('2026-03-02T13:00:00Z'), outcome: 'void' };
  const tell = async (one: Partial<OrphanedRequest>) => {
    lines.set([]);
    orphanedPassages.set([{ ...LEFT, refusal: refusal('pin.wrong'), ...one }]);
    await pass(15_000);
    return done.filter((word) => word === 'forget left').length;
  };

  it.each(['void', 'refused'] as const)('is over once its child has gone by another device: %s', async (outcome) => {
    expect(await tell({ outcome })).toBe(0);
    server.inSchool = [];
    await pass(15_000);
    expect(done).toEqual(['forget left']);
  });

  it('is over once its child has come in since, and not where they were in before', async () => {
    server.since = '2026-03-02T12:59:00.000Z';
    expect(await tell({ kind: 'in' })).toBe(0);
    server.since = '2026-03-02T13:01:00.000Z';
    await pass(15_000);
    expect(done).toEqual(['forget left']);
  });

  it('stays where the server has not had its child in school since: their check-in was perhaps not recorded either', async () => {
    server.inSchool = [];
    expect(await tell({})).toBe(0);
    server.inSchool = ['4200'];
    await pass(15_000);
    server.inSchool = [];
    await pass(15_000);
    expect(done).toEqual(['forget left']);
  });

  it.each([
    ['of a child who was never in', { outcome: 'refused', refusal: refusal('gate.not-in') }],
    ['that went with a reason', { overridden: true }],
    ['that nobody has asked about yet', { outcome: 'asking' }],
    ['of another account', { outcome: 'others' }],
    ['that was recorded', { outcome: 'recorded' }],
  ] as const)('stays until a person has read it: one %s', async (_, one) => {
    server.inSchool = [];
    expect(await tell(one)).toBe(0);
  });
});
