import { viewSchools } from '@mfuko/contract/schools';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PickOne } from './PickOne.tsx';
import { type FakeApi, prepareScreens, showScreen } from './screen.testkit.tsx';

const school = (number: number, shortName: string) => ({
  sysid: `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  shortName,
});
const FIRST_PAGE = [school(1, 'ASMG'), school(2, 'KILIMO'), school(3, 'SMG')];
/** Schools beyond the first loaded page, which only a search returns. */
const BEYOND = [school(4, 'NAKHIGH'), school(5, 'NAKHIGH GIRLS')];
const send = vi.fn();
let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens([]);
});
beforeEach(() => {
  send.mockClear();
  api.calls.length = 0;
  api.replies = {
    [viewSchools.path]: ({ search }) => ({
      body: search
        ? [...FIRST_PAGE, ...BEYOND].filter(({ shortName }) => shortName.toLowerCase().includes(String(search)))
        : FIRST_PAGE,
    }),
  };
});
afterEach(cleanup);

interface School {
  readonly sysid: string;
  readonly shortName: string;
}

function Form({ chosen = null }: { chosen?: School | null }) {
  const [picked, pick] = useState(chosen);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send(picked?.shortName);
      }}
    >
      <PickOne
        aria-label="School"
        endpoint={viewSchools}
        toOption={({ sysid, shortName }) => ({ value: sysid, label: shortName })}
        value={picked?.sysid ?? null}
        valueLabel={picked?.shortName ?? ''}
        onPick={pick}
      />
      <p>{picked ? `in ${picked.shortName}` : 'nowhere'}</p>
    </form>
  );
}

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'School' });
async function type(text: string, chosen?: School) {
  showScreen(<Form chosen={chosen ?? null} />);
  await screen.findByRole('combobox');
  act(() => box().focus());
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3));
  fireEvent.change(box(), { target: { value: text } });
}
const press = (key: string) => fireEvent.keyDown(box(), { key, code: key });
const enter = () => press('Enter');
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const marked = () => document.querySelector('[data-combobox-selected]')?.textContent;
const searched = (text: string) => api.calls.some(({ input }) => input.search === text);

test('PickOne on Enter selects the first result', async () => {
  await type('nakh');
  await waitFor(() => expect(marked()).toBe('NAKHIGH'));
  enter();
  await screen.findByText('in NAKHIGH');
});

test('PickOne on Enter selects an exact match before results that only contain the text', async () => {
  await type('smg');
  await waitFor(() => expect(marked()).toBe('SMG'));
  expect(options()).toEqual(['SMG', 'ASMG']);
  enter();
  await screen.findByText('in SMG');
});

test.each([
  ['once the server has searched', () => waitFor(() => expect(marked()).toBe('NAKHIGH'))],
  ['before the server has searched', () => undefined],
])('PickOne on Enter %s selects the result, and not the former choice', async (_, until) => {
  await type('nakhigh', school(2, 'KILIMO'));
  await until();
  enter();
  await screen.findByText('in NAKHIGH');
  expect(box().value).toBe('NAKHIGH');
});

test('PickOne after an early Enter selects the first result once it arrives, and submits no form', async () => {
  await type('nakhigh');
  // No loaded row has this name: only the server knows it.
  expect(options()).toEqual([]);
  expect(enter()).toBe(false);
  await screen.findByText('in NAKHIGH');
  expect(box().value).toBe('NAKHIGH');
  expect(send).not.toHaveBeenCalled();
});

test.each([
  [
    'types on',
    () => {
      press('g');
      fireEvent.change(box(), { target: { value: 'nakhigh g' } });
    },
  ],
  ['pastes', () => fireEvent.change(box(), { target: { value: 'nakhigh g' } })],
])('PickOne selects nothing when the user %s after an early Enter', async (_, change) => {
  await type('nakhigh');
  enter();
  change();
  await waitFor(() => expect(options()).toEqual(['NAKHIGH GIRLS']));
  expect(screen.getByText('nowhere')).toBeTruthy();
});

test('PickOne forgets an early Enter on blur, even when the same text is typed again', async () => {
  await type('nakhigh');
  enter();
  act(() => box().blur());
  act(() => box().focus());
  fireEvent.change(box(), { target: { value: 'nakhigh' } });
  await waitFor(() => expect(marked()).toBe('NAKHIGH'));
  expect(screen.getByText('nowhere')).toBeTruthy();
});

test('PickOne keeps the option marked by arrow keys when results arrive, and Enter selects it', async () => {
  // The server's answer puts another row before the loaded ones.
  const found = [school(6, 'AMG'), ...FIRST_PAGE.filter(({ shortName }) => shortName.includes('MG'))];
  const all = api.replies[viewSchools.path] as NonNullable<(typeof api.replies)[string]>;
  api.replies[viewSchools.path] = (input, sent) => (input.search ? { body: found } : all(input, sent));
  await type('mg');
  press('ArrowDown');
  press('ArrowDown');
  expect(marked()).toBe('SMG');
  await waitFor(() => expect(options()).toContain('AMG'));
  expect(marked()).toBe('SMG');
  enter();
  await screen.findByText('in SMG');
});

test('PickOne on Enter selects the option marked by arrow keys, without waiting for the search', async () => {
  await type('mg');
  press('ArrowDown');
  press('ArrowDown');
  enter();
  await screen.findByText('in SMG');
  expect(searched('mg')).toBe(false);
});

test('PickOne on Enter without a result selects nothing, and prevents the submit', async () => {
  await type('zzz');
  await waitFor(() => expect(searched('zzz')).toBe(true));
  expect(options()).toEqual([]);
  expect(enter()).toBe(false);
  expect(screen.getByText('nowhere')).toBeTruthy();
});
