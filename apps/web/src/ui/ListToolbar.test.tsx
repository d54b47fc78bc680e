import { getClasses } from '@mfuko/contract/schools';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createStore } from '../lib/store.ts';
import { DataList } from './DataList.tsx';
import { prepareScreens, showScreen } from './screen.testkit.tsx';

/** Address, which follows the typed text when the test says so. */
const address = createStore<{ search?: string }>({});
let waiting: (() => void)[] = [];

vi.mock('@tanstack/react-router', () => ({
  useSearch: () => address.use(),
  useNavigate:
    () =>
    ({ search }: { search: (now: object) => { search?: string } }) =>
      waiting.push(() => address.set(search(address.get()))),
}));

beforeAll(async () => {
  const api = await prepareScreens(['schools']);
  api.replies['school/getClasses'] = () => ({ body: [], headers: { 'X-Total-Count': '0' } });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const field = () => screen.getByRole<HTMLInputElement>('searchbox');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const rest = () => act(() => vi.advanceTimersByTime(300));
function arrive(): void {
  const [first] = waiting.splice(0, 1);
  act(() => first?.());
}

function showList(): void {
  showScreen(
    <DataList
      at="/app/class.view"
      name="Classes"
      endpoint={getClasses}
      columns={[{ field: 'className', title: 'Class', value: (row) => row.className }]}
      rowId={(row) => row.sysid}
      empty={{ title: 'none' }}
    />,
  );
}

test('the search field keeps typed text when an older URL arrives, and follows a URL changed elsewhere', async () => {
  showList();
  await screen.findByRole('searchbox');
  vi.useFakeTimers();
  waiting = [];
  type('wan');
  rest();
  type('wanj');
  arrive();
  expect(field().value).toBe('wanj');
  rest();
  type('wanjiku');
  arrive();
  expect(field().value).toBe('wanjiku');
  rest();
  arrive();
  expect(address.get().search).toBe('wanjiku');
  act(() => address.set({}));
  expect(field().value).toBe('');
});

test('the search field does not apply its text to a screen opened before its delay ends', async () => {
  showList();
  await screen.findByRole('searchbox');
  vi.useFakeTimers();
  waiting = [];
  const before = window.location.pathname;
  type('wan');
  // The address changes to the next screen on the press, while this screen stays until the next one's code is loaded.
  window.history.pushState(null, '', '/app/student.view');
  rest();
  window.history.pushState(null, '', before);
  expect(waiting).toEqual([]);
});
