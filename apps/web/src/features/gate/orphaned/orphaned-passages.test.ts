import { beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '../../../lib/problems.ts';
import type { Unchecked } from '../../../school/offline/outbox.ts';
import { refusalBy } from '../../../school/pending/pending-request.ts';
import type { Line } from '../queue/line.ts';

/** The disk, which outlives each page. */
const disk = new Map<string, unknown>();
/** Names of the locks that live pages hold. */
const locks = new Set<string>();
let isBroken: boolean;
let queued: string[];
let said: { event: Unchecked; key: string }[];
let stopped: string[];
/** Answers of the server by key; null where the server cannot be reached. */
let outcomes: Record<string, { outcome: string; answer?: unknown } | null>;
let asked: string[];
/** Runs while the server is asked. */
let meanwhile: () => void;

vi.mock('../../../school/offline/device-box.ts', () => {
  const answer = async <T>(work: () => T): Promise<T> => {
    if (isBroken) throw new Error('QuotaExceededError');
    return work();
  };
  return {
    ownBox: {
      put: (name: string, value: unknown) => answer(() => void disk.set(name, structuredClone(value))),
      get: (name: string) => answer(() => disk.get(name) ?? null),
      drop: (name: string) => answer(() => void disk.delete(name)),
      names: (start: string) => answer(() => [...disk.keys()].filter((name) => name.startsWith(start))),
      seal: () => answer(() => ''),
    },
  };
});
vi.mock('../../../school/offline/stored-events.ts', () => ({
  listOfflineEvents: async () => queued.map((key) => ({ key })),
}));
vi.mock('../../../school/offline/outbox.ts', () => ({
  outbox: {
    keep: async (event: Unchecked, key: string) => void said.push({ event, key }),
    stop: async (key: string) => void stopped.push(key),
    flush: () => undefined,
  },
}));
vi.mock('../../../school/attempts/outcome.ts', async (original) => ({
  ...(await original<typeof import('../../../school/attempts/outcome.ts')>()),
  askOutcome: async ({ key }: { key: string }) => {
    asked.push(key);
    meanwhile();
    return outcomes[key] ?? null;
  },
  answerOf: ({ outcome, answer }: { outcome: string; answer: unknown }) => {
    if (outcome === 'recorded') return answer;
    throw new CallError({ status: 409, body: answer as never, atLogin: false });
  },
}));

vi.mock('../gate-calls.ts', () => ({
  askStudent: async (admissionNumber: string) => {
    meanwhile();
    return { admissionNumber, names: 'Amina Juma', className: 'Form 1' };
  },
}));

const GUARD = '254700000003';
const AT = Date.now() - 60_000;
const LINE: Line = {
  ...{ key: 'k1', kind: 'out', by: 'pin', admissionNumber: '4007', names: 'Amina Juma', className: 'Form 1' },
  ...{
    school: null,
    user: GUARD,
    state: 'sending',
    tries: 0,
    at: AT,
    settledAt: null,
    event: null,
    refusal: null,
    unchecked: false,
  },
  proof: { pin: '274951', B64Fingerprint: 'a-finger' },
  release: { collectorSYSID: 'aunt', collectorCode: '551177' },
} as Line;
const EVENT = { studentName: 'Amina Juma', admissionNumber: '4007', class: 'Form 1', date: '2026-03-02T13:02:00.000Z' };

/** Opens a page of this browser with its own memory. */
async function openPage(user = GUARD, school = 'a-school') {
  vi.resetModules();
  const { pretendConfig } = await import('../../../lib/config.testkit.ts');
  pretendConfig();
  const { saveSession } = await import('../../../lib/session.ts');
  const { pickSchool } = await import('../../../lib/school.ts');
  saveSession({ token: 't', userName: user, role: 'CheckAgent' });
  pickSchool({ sysid: school, shortName: 'DEMO' });
  const own: string[] = [];
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, hold: () => Promise<never>) => {
        own.push(name);
        locks.add(name);
        return hold();
      },
      query: async () => ({ held: [...locks].map((name) => ({ name })) }),
    },
  });
  const [{ keepPassage, passages }, { left }, { orphanedPassages }] = [
    await import('./pending-passages.ts'),
    await import('./orphaned-passages.ts'),
    await import('./orphan-list.ts'),
  ];
  const kill = () => {
    for (const name of own) locks.delete(name);
  };
  const look = async () => {
    await left.look();
    return orphanedPassages.get();
  };
  return { ...passages, ...left, keepPassage, look, kill, list: () => orphanedPassages.get() };
}
/** Opens the next page after the page of a press was killed. */
async function afterKill(line: Line = LINE, user = GUARD) {
  const before = await openPage();
  await before.keepPassage(line);
  before.kill();
  return openPage(user);
}

beforeEach(() => {
  disk.clear();
  locks.clear();
  localStorage.clear();
  isBroken = false;
  [queued, said, stopped, asked] = [[], [], [], []];
  outcomes = {};
  meanwhile = () => undefined;
});

test('press journal stores a press without finger, PIN and code, and shows it only after its page was killed', async () => {
  const page = await openPage();
  await page.keepPassage(LINE);
  const [kept] = disk.values();
  expect(kept).toMatchObject({ key: 'k1', kind: 'out', admissionNumber: '4007', at: AT, collectorSYSID: 'aunt' });
  expect(JSON.stringify(kept)).not.toMatch(/274951|a-finger|551177/);
  expect(await page.look()).toEqual([]);
  const other = await openPage();
  expect(await other.look()).toEqual([]);
  expect(asked).toEqual([]);
  page.kill();
  expect(await other.look()).toMatchObject([{ key: 'k1' }]);
});

test("press journal deletes an answered press, and shows one left by the session's end on its own page", async () => {
  const page = await openPage();
  await page.keepPassage(LINE);
  await page.keepPassage({ ...LINE, key: 'k2' });
  await page.drop('k1');
  page.leave('k2');
  expect([...disk.keys()]).toEqual(['passage:k2']);
  expect(await page.look()).toMatchObject([{ key: 'k2' }]);
});

test('keepPassage resolves and reports failing storage when the disk fails', async () => {
  isBroken = true;
  const page = await openPage();
  await expect(page.keepPassage(LINE)).resolves.toBeUndefined();
  const { storageFails } = await import('../../../school/offline/storage-state.ts');
  expect(storageFails.get()).toBe(true);
});

test('press journal reports failing storage until the unstored press is answered', async () => {
  const page = await openPage();
  const { storageFails } = await import('../../../school/offline/storage-state.ts');
  isBroken = true;
  await page.keepPassage(LINE);
  isBroken = false;
  await page.keepPassage({ ...LINE, key: 'k2' });
  expect(storageFails.get()).toBe(true);
  isBroken = true;
  const dropped = page.drop('k1');
  // Resolves at once, without the disk.
  expect(storageFails.get()).toBe(false);
  await expect(dropped).resolves.toBeUndefined();
});

test('press journal retries to store a press until it is stored or answered', async ({ onTestFinished }) => {
  const page = await openPage();
  const { storageFails } = await import('../../../school/offline/storage-state.ts');
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  isBroken = true;
  await page.keepPassage(LINE);
  await page.keepPassage({ ...LINE, key: 'k2' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect([storageFails.get(), disk.size]).toEqual([true, 0]);
  isBroken = false;
  await page.drop('k2');
  await vi.advanceTimersByTimeAsync(5_000);
  expect([storageFails.get(), [...disk.keys()]]).toEqual([false, ['passage:k1']]);
  await page.drop('k1');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(disk.size).toBe(0);
});

test('press journal does not retry to store a press under another account, and shows it to its own', async ({
  onTestFinished,
}) => {
  const page = await openPage();
  const { saveSession } = await import('../../../lib/session.ts');
  const { storageFails } = await import('../../../school/offline/storage-state.ts');
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  isBroken = true;
  await page.keepPassage(LINE);
  page.leave('k1');
  storageFails.set(false);
  saveSession({ token: 't', userName: '254700000009', role: 'CheckAgent' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(storageFails.get()).toBe(false);
  isBroken = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(disk.size).toBe(0);
  saveSession({ token: 't', userName: GUARD, role: 'CheckAgent' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect([...disk.keys()]).toEqual(['passage:k1']);
  outcomes.k1 = { outcome: 'void' };
  expect(await page.look()).toMatchObject([{ key: 'k1' }]);
});

test("press journal asks the outcome by the press's key, and shows it as recorded until dismissed", async () => {
  outcomes.k1 = { outcome: 'recorded', answer: EVENT };
  const page = await afterKill({ ...LINE, names: null });
  expect(await page.look()).toMatchObject([{ outcome: 'recorded', names: 'Amina Juma', event: EVENT }]);
  page.kill();
  const next = await openPage();
  expect(await next.look()).toMatchObject([{ outcome: 'recorded' }]);
  await next.forget('k1');
  expect(next.list()).toEqual([]);
  next.kill();
  expect(await (await openPage()).look()).toEqual([]);
  expect(asked).toEqual(['k1', 'k1']);
});

test('press journal looks up the name of a child whose press had none', async () => {
  outcomes.k1 = { outcome: 'void' };
  const page = await afterKill({ ...LINE, names: null });
  expect(await page.look()).toMatchObject([{ outcome: 'void', names: 'Amina Juma' }]);
});

test('press journal shows an unknown outcome as asking, and asks again until it is known', async () => {
  const page = await afterKill();
  expect(await page.look()).toMatchObject([{ outcome: 'asking' }]);
  outcomes.k1 = { outcome: 'void' };
  expect(await page.look()).toMatchObject([{ outcome: 'void' }]);
  // The outcome is known, so the server is not asked again.
  await page.look();
  expect(asked).toEqual(['k1', 'k1']);
});

test('"Has left" records the passage under the key and time of the press', async () => {
  outcomes.k1 = { outcome: 'void' };
  const page = await afterKill();
  const [left] = await page.look();
  if (!left) throw new Error('One was left.');
  await page.sayPassed(left);
  const pressed = { at: AT, clockAheadMs: null };
  expect(said).toEqual([
    {
      key: 'k1',
      event: { kind: 'out', admissionNumber: '4007', method: 'attested', collectorSYSID: 'aunt', pressed },
    },
  ]);
  expect([page.list(), disk.size]).toEqual([[], 0]);
});

test.each([
  ['void', []],
  ['asking', ['k1']],
  ['others', ['k1']],
] as const)('"Has not left" stops the passage unless it is void: %s', async (outcome, stops) => {
  outcomes.k1 = outcome === 'void' ? { outcome } : null;
  const page = await afterKill(LINE, outcome === 'others' ? '254700000009' : GUARD);
  const [left] = await page.look();
  if (!left) throw new Error('One was left.');
  expect(left.outcome).toBe(outcome);
  await page.sayStayed(left);
  expect([stopped, said, disk.size]).toEqual([stops, [], 0]);
});

test("press journal does not ask the outcome of another account's press, and hides it in another school", async () => {
  const page = await afterKill(LINE, '254700000009');
  expect(await page.look()).toMatchObject([{ outcome: 'others' }]);
  expect(asked).toEqual([]);
  expect(await (await openPage(GUARD, 'another-school')).look()).toEqual([]);
});

test('press journal does not ask the outcome of a press that is 30 days old', async () => {
  const page = await afterKill({ ...LINE, at: Date.now() - 30 * 86_400_000 });
  expect(await page.look()).toMatchObject([{ outcome: 'others' }]);
  expect(asked).toEqual([]);
});

test.each([
  ['its own account', GUARD],
  ['another one', '254700000009'],
])('press journal shows an unanswered question on the next page to %s without asking the server', async (_, user) => {
  const refusal = refusalBy('collector.required');
  const before = await openPage();
  await before.keepPassage(LINE);
  await before.keepPassage({ ...LINE, state: 'refused', refusal, override: 'Her card is at home' });
  expect(await before.look()).toEqual([]);
  expect(JSON.stringify([...disk.values()])).not.toMatch(/274951|a-finger|551177|card/);
  before.kill();
  const page = await openPage(user);
  const told = { outcome: 'refused', refusal: { problem: 'collector.required' }, overridden: true };
  expect(await page.look()).toMatchObject([told]);
  expect(asked).toEqual([]);
  await page.forget('k1');
  expect([page.list(), disk.size]).toEqual([[], 0]);
});

test('press journal drops an orphaned press that the device queue has', async () => {
  const page = await afterKill();
  queued = ['k1'];
  expect(await page.look()).toEqual([]);
  await vi.waitFor(() => expect(disk.size).toBe(0));
  expect(asked).toEqual([]);
});

const PASSED = { key: 'new', state: 'recorded', kind: 'out', admissionNumber: '4007', at: AT + 30_000 } as const;

test.each([
  ['was not recorded', { outcome: 'void' }],
  ['was refused', { outcome: 'refused', answer: { problem: 'collector.required' } }],
])('press journal ends an orphaned press once the child passes later, when the first press %s', async (_, outcome) => {
  outcomes.k1 = outcome;
  const page = await afterKill();
  await page.look();
  page.noteEnded({ ...PASSED, key: 'in', kind: 'in' });
  page.noteEnded({ ...PASSED, key: 'other', admissionNumber: '4008' });
  page.noteEnded({ ...PASSED, key: 'refused', state: 'refused' });
  page.noteEnded({ ...PASSED, key: 'before', at: AT - 1 });
  expect(page.list()).toHaveLength(1);
  page.noteEnded(PASSED);
  expect(page.list()).toEqual([]);
});

test("press journal ends an earlier page's question when the child had passed later", async () => {
  const refusal = refusalBy('collector.required');
  const before = await openPage();
  await before.keepPassage(LINE);
  await before.keepPassage({ ...LINE, state: 'refused', refusal });
  before.kill();
  const page = await openPage();
  page.noteEnded(PASSED);
  expect([await page.look(), disk.size]).toEqual([[], 0]);
});

test('press journal keeps an orphaned press when a child of the same number passes in another school', async () => {
  outcomes.k1 = { outcome: 'void' };
  const page = await afterKill();
  await page.look();
  page.noteEnded({ ...PASSED, school: 'another-school' });
  expect([page.list(), disk.size]).toMatchObject([[{ key: 'k1' }], 1]);
  page.noteEnded({ ...PASSED, key: 'here', school: 'a-school' });
  expect(page.list()).toEqual([]);
});

test.each(['recorded', 'kept'] as const)(
  'press journal ends an orphaned press of unknown outcome once it is void, when the new press is %s',
  async (state) => {
    const page = await afterKill();
    expect(await page.look()).toMatchObject([{ outcome: 'asking' }]);
    page.noteEnded({ ...PASSED, state });
    expect(page.list()).toHaveLength(1);
    outcomes.k1 = { outcome: 'void' };
    expect(await page.look()).toEqual([]);
    expect([disk.size, said]).toEqual([0, []]);
  },
);

test.each(['undone', 'stopped'] as const)(
  'press journal keeps an orphaned press when the later press was %s',
  async (state) => {
    const page = await afterKill();
    await page.look();
    page.noteEnded(PASSED);
    page.noteEnded({ ...PASSED, state });
    outcomes.k1 = { outcome: 'void' };
    expect(await page.look()).toMatchObject([{ outcome: 'void' }]);
  },
);

test('press journal shows an orphaned press as recorded, even when the child passed again', async () => {
  const page = await afterKill();
  await page.look();
  page.noteEnded(PASSED);
  outcomes.k1 = { outcome: 'recorded', answer: EVENT };
  expect(await page.look()).toMatchObject([{ outcome: 'recorded' }]);
});

test('press journal does not ask, nor believe an answer, after another account unlocked the page', async () => {
  const before = await openPage();
  await before.keepPassage(LINE);
  await before.keepPassage({ ...LINE, key: 'k2', at: AT + 1 });
  before.kill();
  const page = await openPage();
  const { saveSession } = await import('../../../lib/session.ts');
  outcomes = { k1: { outcome: 'void' }, k2: { outcome: 'void' } };
  meanwhile = () => saveSession({ token: 'b', userName: '254700000009', role: 'CheckAgent' });
  expect(await page.look()).toMatchObject([{ outcome: 'asking' }, { outcome: 'asking' }]);
  expect(asked).toEqual(['k1']);
  expect(await page.look()).toMatchObject([{ outcome: 'others' }, { outcome: 'others' }]);
});

test.each([
  ['its outcome', 1],
  ['its name', 2],
])(
  "press journal names no child by another school's student when the school changed while %s was asked for",
  async (_, question) => {
    const page = await afterKill({ ...LINE, names: null });
    const { pickSchool } = await import('../../../lib/school.ts');
    let questions = 0;
    meanwhile = () => {
      questions += 1;
      if (questions === question) pickSchool({ sysid: 'another-school', shortName: 'OTHER' });
    };
    outcomes.k1 = { outcome: 'void' };
    expect(await page.look()).toMatchObject([{ names: null }]);
    expect(questions).toBe(question);
  },
);

test('press journal stores a press for its own account and school, even when its code loads later', async () => {
  const before = await openPage();
  const { attempts } = await import('./attempts.ts');
  const { pickSchool } = await import('../../../lib/school.ts');
  const { saveSession } = await import('../../../lib/session.ts');
  const kept = attempts.keep({ ...LINE, school: 'a-school' });
  saveSession({ token: 'b', userName: '254700000009', role: 'CheckAgent' });
  pickSchool({ sysid: 'another-school', shortName: 'OTHER' });
  await kept;
  expect([...disk.values()]).toMatchObject([{ key: 'k1', user: GUARD, school: 'a-school' }]);
  before.kill();
});

test('attempts.leave shows the press at once', async () => {
  const page = await openPage();
  const { attempts } = await import('./attempts.ts');
  await attempts.keep({ ...LINE, school: 'a-school' });
  attempts.leave('k1');
  await vi.waitFor(() => expect(page.list()).toMatchObject([{ key: 'k1' }]));
});

test('sayPassed and sayStayed reject a press of another school', async () => {
  const page = await afterKill();
  const [left] = await page.look();
  if (!left) throw new Error('One was left.');
  const { pickSchool } = await import('../../../lib/school.ts');
  pickSchool({ sysid: 'another-school', shortName: 'OTHER' });
  await expect(page.sayPassed(left)).rejects.toThrow();
  await expect(page.sayStayed(left)).rejects.toThrow();
  expect([said, stopped, disk.size]).toEqual([[], [], 1]);
});
