import { notifications } from '@mantine/notifications';
import { record } from '@mfuko/contract/endpoint';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { pickSchool } from '../../lib/school.ts';
import { enterUnkept } from '../../lib/session.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { useBulk } from './useBulk.ts';

const move = record('student/moveOne', {
  access: { roles: ['SchoolAdmin'] },
  input: z.object({ number: z.string() }),
  output: z.object({ number: z.string() }),
});
interface Child {
  readonly number: string;
  readonly names: string;
}
const CHILDREN: Child[] = ['1', '2', '3', '4'].map((number) => ({ number, names: `Child ${number}` }));

let api: FakeApi;
let keys: string[];
let left: readonly string[] | undefined;
const undone = vi.fn<(rows: readonly Child[]) => void>();

function Screen() {
  const bulk = useBulk(move, { refresh: [] });
  return (
    <button
      type="button"
      onClick={() =>
        void bulk
          .run(CHILDREN, ({ number }) => ({ number }), {
            name: ({ names }) => names,
            done: (count, answers) => `${count} moved, ${answers.length} answers`,
            undo: undone,
          })
          .then((rows) => {
            left = rows.map(({ names }) => names);
          })
      }
    >
      {bulk.busy ? 'busy' : 'move'}
    </button>
  );
}
function lose(): never {
  throw new TypeError('Failed to fetch');
}
/** Advances the pauses between the attempts until that text is shown. */
async function comesTo(text: string): Promise<void> {
  for (let second = 0; second < 20 && !screen.queryByText(text); second++)
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  screen.getByText(text);
}
/** Returns the sections of the notice, each with its texts. */
const sections = () =>
  [...screen.getByRole('region').children].map((section) =>
    [...section.children].map(({ textContent }) => textContent),
  );
const sent = () => api.calls.filter(({ path }) => path === move.path).map(({ input }) => input.number);

beforeAll(async () => {
  api = await prepareScreens([]);
  await import('./bulk-run.ts');
  const fetchOf = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('Idempotency-Key') ?? '');
    return fetchOf(url, init);
  });
});
beforeEach(() => {
  keys = [];
  left = undefined;
  api.calls.length = 0;
  undone.mockClear();
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  act(() => notifications.clean());
  cleanup();
  vi.useRealTimers();
});

test('useBulk sends one call after the other, each under its own idempotency key, and offers an undo of all rows', async () => {
  api.replies[move.path] = (input) => ({ body: input });
  showScreen(<Screen />);
  fireEvent.click(screen.getByRole('button', { name: 'move' }));
  expect(await screen.findByRole('button', { name: 'busy' })).toBeTruthy();
  expect(await screen.findByText('4 moved, 4 answers')).toBeTruthy();
  expect(sent()).toEqual(['1', '2', '3', '4']);
  expect(new Set(keys).size).toBe(4);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undone).toHaveBeenCalledWith(CHILDREN);
});

test('useBulk continues after a refusal, lists refused rows with the reason, and undoes only the completed ones', async () => {
  api.replies[move.path] = (input) =>
    input.number === '2' || input.number === '4'
      ? { status: 409, body: { code: '409', problem: 'class.in-use', message: 'Still aboard.' } }
      : { body: input };
  showScreen(<Screen />);
  fireEvent.click(screen.getByRole('button', { name: 'move' }));
  expect(await screen.findByText('2 rows were not done')).toBeTruthy();
  expect(screen.getByText('2 moved, 2 answers')).toBeTruthy();
  expect(screen.getByText('Still aboard.')).toBeTruthy();
  expect(screen.getByText('Child 2, Child 4')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Undo what was done' }));
  expect(undone).toHaveBeenCalledWith([CHILDREN[0], CHILDREN[2]]);
  expect(left).toEqual([]);
});

test('useBulk retries a failed call under the same idempotency key', async () => {
  let faults = 1;
  api.replies[move.path] = (input) =>
    input.number === '2' && faults-- > 0 ? { status: 500, body: { code: '500', message: 'Fault' } } : { body: input };
  showScreen(<Screen />);
  fireEvent.click(screen.getByRole('button', { name: 'move' }));
  await comesTo('4 moved, 4 answers');
  expect(sent()).toEqual(['1', '2', '2', '3', '4']);
  expect([keys[1] === keys[2], new Set(keys).size]).toEqual([true, 4]);
});

test('useBulk stops on an expired session, and names the rows that were not sent', async () => {
  api.replies[move.path] = (input) =>
    input.number === '3' ? { status: 401, body: { code: '401', message: 'No session' } } : { body: input };
  showScreen(<Screen />);
  fireEvent.click(screen.getByRole('button', { name: 'move' }));
  await comesTo('2 rows were not done');
  expect(sections()).toEqual([['2 were not sent and not done. Do them again:', 'Child 3, Child 4']]);
  expect(left).toEqual(['Child 3', 'Child 4']);
  expect(sent()).toEqual(['1', '2', '3']);
});

test.each([
  ['recorded', { outcome: 'recorded', answer: { number: '2' } }, '4 moved, 4 answers', [], []],
  ['recorded, and not told to this session', { outcome: 'recorded' }, '4 moved, 3 answers', [], []],
  [
    'refused',
    { outcome: 'refused', answer: { code: '409', problem: 'class.in-use', message: 'Still aboard.' } },
    '3 moved, 3 answers',
    [['Still aboard.', 'Child 2']],
    [],
  ],
  [
    'not recorded',
    { outcome: 'void' },
    '3 moved, 3 answers',
    [['The network failed and nothing was recorded. Try again.', 'Child 2']],
    ['Child 2'],
  ],
])(
  'useBulk shows a row whose answer is lost on each retry, and that was %s, by its asked outcome',
  async (_, outcome, done, told, kept) => {
    api.replies[move.path] = (input) => (input.number === '2' ? lose() : { body: input });
    api.replies['wallet/closeAttempt'] = () => ({ body: outcome });
    showScreen(<Screen />);
    fireEvent.click(screen.getByRole('button', { name: 'move' }));
    await comesTo(done);
    expect(told.length === 0 ? screen.queryByRole('region') : sections()).toEqual(told.length === 0 ? null : told);
    expect(sent()).toEqual(['1', '2', '2', '2', '2', '3', '4']);
    expect(left).toEqual(kept);
  },
);

test('useBulk keeps a row selected that the server answers with 429', async () => {
  api.replies[move.path] = (input) =>
    input.number === '2' ? { status: 429, body: { code: '429', message: 'Too many calls.' } } : { body: input };
  showScreen(<Screen />);
  fireEvent.click(screen.getByRole('button', { name: 'move' }));
  await comesTo('3 moved, 3 answers');
  expect(sections()).toEqual([['Too many calls.', 'Child 2']]);
  expect(left).toEqual(['Child 2']);
});

test('useBulk runs one action at a time, also after its first component unmounted', async () => {
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  api.replies[move.path] = async (input) => {
    await held;
    return { body: input };
  };
  const first = showScreen(<Screen />);
  fireEvent.click(screen.getByRole('button', { name: 'move' }));
  await vi.waitFor(() => expect(sent()).toEqual(['1']));
  first.unmount();
  showScreen(<Screen />);
  fireEvent.click(screen.getByRole('button', { name: 'busy' }));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(sent()).toEqual(['1']);
  answer();
  await screen.findByRole('button', { name: 'move' });
  expect(sent()).toEqual(['1', '2', '3', '4', '1', '2', '3', '4']);
});

test('useBulk stops at a row of unknown outcome, and keeps it and the unsent rows selected', async () => {
  api.replies[move.path] = (input) => (input.number === '1' ? { body: input } : lose());
  api.replies['wallet/closeAttempt'] = lose;
  showScreen(<Screen />);
  fireEvent.click(screen.getByRole('button', { name: 'move' }));
  await comesTo('It is not known if 1 row was done');
  expect(screen.getByText('1 moved, 1 answers')).toBeTruthy();
  expect(sections()).toEqual([
    ['No answer came. Check if it is done before you do it again:', 'Child 2'],
    ['2 were not sent and not done. Do them again:', 'Child 3, Child 4'],
  ]);
  expect(left).toEqual(['Child 2', 'Child 3', 'Child 4']);
});

test('useBulk reports a row as unknown when the session expires while its lost call is retried', async () => {
  let tries = 0;
  api.replies[move.path] = (input) => {
    if (input.number !== '2') return { body: input };
    return ++tries === 1 ? lose() : { status: 401, body: { code: '401', message: 'No session' } };
  };
  showScreen(<Screen />);
  fireEvent.click(screen.getByRole('button', { name: 'move' }));
  await comesTo('It is not known if 1 row was done');
  expect(sections()?.map(([, who]) => who)).toEqual(['Child 2', 'Child 3, Child 4']);
});

test('useBulk stops when another school is picked during the run', async () => {
  enterUnkept({ token: 't', userName: '254700000001', role: 'Admin' });
  pickSchool({ sysid: 'a-school', shortName: 'DEMO' });
  api.replies[move.path] = (input) => {
    if (input.number === '2') pickSchool({ sysid: 'another-school', shortName: 'OTHER' });
    return { body: input };
  };
  showScreen(<Screen />);
  fireEvent.click(screen.getByRole('button', { name: 'move' }));
  await comesTo('2 moved, 2 answers');
  expect(sections()).toEqual([['2 were not sent and not done. Do them again:', 'Child 3, Child 4']]);
  expect(sent()).toEqual(['1', '2']);
  // The list shows the other school's rows now.
  expect(left).toEqual([]);
});
