import { getLimits } from '@mfuko/contract/limits';
import { focusManager } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { useCall } from '../../lib/queries.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { LimitsForm } from './LimitsForm.tsx';

const GRADE = { scope: 'class', sysid: '01900000-0000-7000-8000-000000000001' } as const;
const NOTHING = { cashOut: null, week: null, spending: null, cashOutsPerDay: null, approvalAbove: null };
const NO_WISH = { wishedBy: null, wishedHow: null, wishedOn: null };

let api: FakeApi;
let day = 200;
/** Ready: what an answer waits for. */
let ready = Promise.resolve();

beforeAll(async () => {
  api = await prepareScreens(['limits']);
  const fetchOf = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    await ready;
    return fetchOf(url, init);
  });
  api.replies[getLimits.path] = () => ({
    body: { ...GRADE, ...NOTHING, ...NO_WISH, day, noCash: false, onCampusOnly: false },
  });
});
afterEach(cleanup);

/** Reads what was read last, beside the form. */
function Read() {
  const read = useCall(getLimits, GRADE);
  return <p>{read.isFetching ? 'reading' : `read: ${read.data?.day}`}</p>;
}

test('keeps what is typed when one comes back to the window, which reads the limits again', async () => {
  showScreen(
    <>
      <LimitsForm {...GRADE} onDone={() => {}} />
      <Read />
    </>,
  );
  fireEvent.change(await screen.findByLabelText('Most in a day (KES)'), { target: { value: '350' } });
  day = 250;
  const { promise, resolve } = Promise.withResolvers<void>();
  ready = promise;
  act(() => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });
  await screen.findByText('reading');
  resolve();
  await screen.findByText('read: 250');
  expect((screen.getByLabelText('Most in a day (KES)') as HTMLInputElement).value).toBe('350');
});
