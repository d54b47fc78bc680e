import { viewSchools } from '@mfuko/contract/schools';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PickOne } from './PickOne.tsx';
import { type FakeApi, prepareScreens, showScreen } from './screen.testkit.tsx';

/** As the server finds them: by the official name too, which no label shows. */
const SCHOOLS = [
  { sysid: '01900000-0000-7000-8000-000000000001', shortName: 'KILIMO', found: 'kilimo academy' },
  { sysid: '01900000-0000-7000-8000-000000000002', shortName: 'SMG', found: "smg st. mary's nakuru" },
  { sysid: '01900000-0000-7000-8000-000000000003', shortName: 'NAKHIGH', found: 'nakhigh nakuru high' },
];
const send = vi.fn();
let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens([]);
});
beforeEach(() => {
  send.mockClear();
  api.replies = {
    [viewSchools.path]: ({ search = '' }) => ({
      body: SCHOOLS.filter(({ found }) => found.includes(String(search).toLowerCase())),
    }),
  };
});
afterEach(cleanup);

function Form() {
  const [picked, pick] = useState<{ sysid: string; shortName: string } | null>(null);
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
async function type(text: string) {
  showScreen(<Form />);
  await screen.findByRole('combobox');
  act(() => box().focus());
  await screen.findAllByRole('option');
  fireEvent.change(box(), { target: { value: text } });
}
const enter = () => fireEvent.keyDown(box(), { key: 'Enter', code: 'Enter' });

test('Enter takes the first one that is found', async () => {
  await type('smg');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole('option').hasAttribute('data-combobox-selected')).toBe(true));
  enter();
  await screen.findByText('in SMG');
});

test('Enter before the server has searched takes the first one as soon as it has, and sends no form', async () => {
  await type('nakuru');
  // No label holds the word: only the server knows.
  expect(enter()).toBe(false);
  await screen.findByText('in SMG');
  expect(box().value).toBe('SMG');
  expect(send).not.toHaveBeenCalled();
});

test('whoever types on after a hasty Enter is given nothing that they did not choose', async () => {
  await type('nakuru');
  enter();
  fireEvent.keyDown(box(), { key: 'h', code: 'KeyH' });
  fireEvent.change(box(), { target: { value: 'nakuru h' } });
  await waitFor(() => expect(screen.getByRole('option').textContent).toBe('NAKHIGH'));
  expect(screen.getByText('nowhere')).toBeTruthy();
});

test('Enter on letters that lead to nobody picks nothing and sends nothing', async () => {
  await type('zzz');
  await waitFor(() => expect(screen.queryAllByRole('option')).toHaveLength(0));
  expect(enter()).toBe(false);
  expect(screen.getByText('nowhere')).toBeTruthy();
});
