import { notifications } from '@mantine/notifications';
import { record } from '@mfuko/contract/endpoint';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type FakeApi, prepareScreens, showScreen } from './screen.testkit.tsx';
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
const undone = vi.fn<(rows: readonly Child[]) => void>();

function Screen() {
  const bulk = useBulk(move, { refresh: [] });
  return (
    <button
      type="button"
      onClick={() =>
        void bulk.run(CHILDREN, ({ number }) => ({ number }), {
          name: ({ names }) => names,
          done: (count, answers) => `${count} moved, ${answers.length} answers`,
          undo: undone,
        })
      }
    >
      {bulk.busy ? 'busy' : 'move'}
    </button>
  );
}
const sent = () => api.calls.filter(({ path }) => path === move.path).map(({ input }) => input.number);

beforeAll(async () => {
  api = await prepareScreens([]);
  const fetchOf = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('Idempotency-Key') ?? '');
    return fetchOf(url, init);
  });
});
beforeEach(() => {
  keys = [];
  api.calls.length = 0;
  undone.mockClear();
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  act(() => notifications.clean());
  cleanup();
  vi.useRealTimers();
});

test('makes one call after the other, each under its own key, and offers to take all of it back', async () => {
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

test('goes on after a refusal, and says which were refused and why; only what was done is taken back', async () => {
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
});

test('tries an unsure call again under the same key, so that nothing is done twice', async () => {
  let faults = 1;
  api.replies[move.path] = (input) =>
    input.number === '2' && faults-- > 0 ? { status: 500, body: { code: '500', message: 'Fault' } } : { body: input };
  showScreen(<Screen />);
  fireEvent.click(screen.getByRole('button', { name: 'move' }));
  expect(await screen.findByText('4 moved, 4 answers')).toBeTruthy();
  expect(sent()).toEqual(['1', '2', '2', '3', '4']);
  expect([keys[1] === keys[2], new Set(keys).size]).toEqual([true, 4]);
});

test('stops where the session is over, and names everybody whom it did not reach', async () => {
  api.replies[move.path] = (input) =>
    input.number === '3' ? { status: 401, body: { code: '401', message: 'No session' } } : { body: input };
  showScreen(<Screen />);
  fireEvent.click(screen.getByRole('button', { name: 'move' }));
  expect(await screen.findByText('2 rows were not done')).toBeTruthy();
  expect(screen.getByText('Child 3, Child 4')).toBeTruthy();
  expect(sent()).toEqual(['1', '2', '3']);
});
