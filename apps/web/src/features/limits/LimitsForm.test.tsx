import { getLimits, setLimits } from '@mfuko/contract/limits';
import { focusManager } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { useCall } from '../../lib/queries.ts';
import { forgetDrafts } from '../../ui/draft-storage.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { LimitsForm } from './LimitsForm.tsx';

const GRADE = { scope: 'class', sysid: '01900000-0000-7000-8000-000000000001' } as const;
const NOTHING = {
  cashOut: null,
  week: null,
  spending: null,
  fingerAlone: null,
  firstPin: null,
  cashOutsPerDay: null,
  approvalAbove: null,
};
const NO_WISH = { wishedBy: null, wishedHow: null, wishedOn: null };

let api: FakeApi;
let day = 200;
/** Promise that delays the answer. */
let ready = Promise.resolve();

beforeAll(async () => {
  api = await prepareScreens(['limits']);
  const fetchOf = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    await ready;
    return fetchOf(url, init);
  });
  api.replies[getLimits.path] = () => ({
    body: { ...GRADE, ...NOTHING, ...NO_WISH, day, noCash: false, onCampusOnly: false, updated: `stamp-${day}` },
  });
});
afterEach(() => {
  cleanup();
  forgetDrafts();
});

/** Renders the last answer beside the form. */
function Read() {
  const read = useCall(getLimits, GRADE);
  return <p>{read.isFetching ? 'reading' : `read: ${read.data?.day}`}</p>;
}

test('LimitsForm keeps typed values when the limits are refetched on window focus', async () => {
  showScreen(
    <>
      <LimitsForm {...GRADE} onDone={() => {}} />
      <Read />
    </>,
  );
  fireEvent.change(await screen.findByLabelText('Maximum per day (KES)'), { target: { value: '350' } });
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
  expect((screen.getByLabelText('Maximum per day (KES)') as HTMLInputElement).value).toBe('350');
});

test('LimitsForm shows both versions after an edit conflict, and saves over the shown version', async () => {
  const present = { ...GRADE, ...NOTHING, ...NO_WISH, day: 500, week: 900, noCash: true, onCampusOnly: false };
  const sent: Record<string, unknown>[] = [];
  api.replies[setLimits.path] = (input) => {
    sent.push(input);
    return input.updated === 'stamp-2'
      ? { body: { ...present, updated: 'stamp-2' } }
      : {
          status: 409,
          body: { code: '409', problem: 'record.changed', message: 'no', detail: { ...present, updated: 'stamp-2' } },
        };
  };
  const onDone = vi.fn();
  showScreen(<LimitsForm {...GRADE} onDone={onDone} />);
  fireEvent.change(await screen.findByLabelText('Maximum per day (KES)'), { target: { value: '1350' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save limits' }));
  await screen.findByText('Someone else changed this in the meantime');
  screen.getByText('1,350');
  fireEvent.click(screen.getByRole('button', { name: 'Save the choices' }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent).toMatchObject([
    { day: '1350', week: '', noCash: false, updated: `stamp-${day}` },
    { day: '1350', week: '900', noCash: true, updated: 'stamp-2' },
  ]);
});

test('LimitsForm restores its draft when rendered again, unless the limits have changed meanwhile', async () => {
  showScreen(<LimitsForm {...GRADE} onDone={() => {}} />);
  fireEvent.change(await screen.findByLabelText('Maximum per day (KES)'), { target: { value: '375' } });
  cleanup();
  showScreen(<LimitsForm {...GRADE} onDone={() => {}} />);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Maximum per day (KES)').value).toBe('375'));
  await screen.findByText('What you typed before is back.');
  cleanup();
  day = 260;
  showScreen(<LimitsForm {...GRADE} onDone={() => {}} />);
  expect((await screen.findByLabelText<HTMLInputElement>('Maximum per day (KES)')).value).toBe('260');
});
