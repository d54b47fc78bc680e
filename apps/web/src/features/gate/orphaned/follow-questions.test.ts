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

it('followQuestions drops a question from the disk once its answer is recorded, and not before', () => {
  lines.set([answerIs('sending'), QUESTION]);
  expect(done).toEqual([]);
  lines.set([answerIs('recorded'), QUESTION]);
  lines.set([answerIs('recorded'), { ...QUESTION, names: 'Achieng' }]);
  expect(done).toEqual(['drop k']);
});

it("followQuestions ends an earlier page's question when its child is recorded, but not in another school", () => {
  orphanedPassages.set([EARLIER, { ...EARLIER, key: 'elsewhere', school: 'other' }]);
  lines.set([{ ...answerIs('recorded'), admissionNumber: '4200' }, QUESTION]);
  expect(done).toEqual(['forget earlier']);
});

it('followQuestions ends questions of children no longer in school, but not by a truncated list', async () => {
  await pass(15_000);
  expect([server.asked, done]).toEqual([['4100', '4200'], []]);
  [server.inSchool, server.more] = [[], 1];
  await pass(15_000);
  expect(done).toEqual([]);
  server.more = 0;
  await pass(15_000);
  expect(done).toEqual(['elsewhere k', 'forget earlier']);
});

it("followQuestions ends an earlier page's question after a new check-in, tolerating four minutes of skew", async () => {
  server.since = '1970-01-01T00:04:00.000Z';
  await pass(15_000);
  expect(done).toEqual([]);
  server.since = '1970-01-02T04:00:00.000Z';
  await pass(15_000);
  expect(done).toEqual(['forget earlier']);
});

it('followQuestions does not ask about questions of passages with an override reason', async () => {
  lines.set([{ ...QUESTION, override: 'Came in by the bus' }]);
  orphanedPassages.set([{ ...EARLIER, overridden: true }]);
  server.inSchool = [];
  await pass(15_000);
  expect([server.asked, done]).toEqual([[], []]);
});

it.each([
  ['with the network', () => window.dispatchEvent(new Event('online'))],
  ['with the server', () => outbox.down.set(true)],
])(
  'followQuestions keeps all questions while requests fail, and asks at once when back in touch %s',
  async (_, comes) => {
    server.inSchool = null;
    await pass(15_000);
    expect(done).toEqual([]);
    server.inSchool = ['4200'];
    comes();
    await pass(0);
    expect(done).toEqual(['elsewhere k']);
  },
);

it('followQuestions does not report a question as settled elsewhere when it was answered here meanwhile', async () => {
  server.inSchool = [];
  server.meanwhile = () => lines.set([answerIs('sending'), QUESTION]);
  await pass(15_000);
  expect(done).toEqual(['forget earlier']);
});

it('followQuestions asks nothing while the desk is locked or idle, and asks again on activity', async () => {
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

it('followQuestions when stopped leaves its questions, and one that an open try gets later, but no new one', () => {
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

it('followQuestions started again keeps a stored question, and drops it once its answer is recorded', () => {
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

describe('followQuestions with an unrecorded press of an earlier page', () => {
  const LEFT: OrphanedRequest = { ...EARLIER, key: 'left', at: Date.parse('2026-03-02T13:00:00Z'), outcome: 'void' };
  const tell = async (one: Partial<OrphanedRequest>) => {
    lines.set([]);
    orphanedPassages.set([{ ...LEFT, refusal: refusal('pin.wrong'), ...one }]);
    await pass(15_000);
    return done.filter((word) => word === 'forget left').length;
  };

  it.each(['void', 'refused'] as const)(
    'ends an unrecorded check-out once its child is no longer in school: %s',
    async (outcome) => {
      expect(await tell({ outcome })).toBe(0);
      server.inSchool = [];
      await pass(15_000);
      expect(done).toEqual(['forget left']);
    },
  );

  it('ends an unrecorded check-in once its child was checked in later, but not by an earlier check-in', async () => {
    server.since = '2026-03-02T12:59:00.000Z';
    expect(await tell({ kind: 'in' })).toBe(0);
    server.since = '2026-03-02T13:01:00.000Z';
    await pass(15_000);
    expect(done).toEqual(['forget left']);
  });

  it('ends an unrecorded check-out of an absent child only after the child was seen in school', async () => {
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
  ] as const)('does not end a press whose child is not in school: one %s', async (_, one) => {
    server.inSchool = [];
    expect(await tell(one)).toBe(0);
  });
});
