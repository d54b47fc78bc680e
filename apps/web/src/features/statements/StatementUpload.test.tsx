import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { EARLIER_STATEMENTS, StatementUpload } from './StatementUpload.tsx';

// Removes the pause before the outcome is asked for.
vi.mock('../../school/attempts/outcome.ts', async (original) => ({
  ...(await original<object>()),
  PAUSES_MS: [0, 0, 0],
}));

let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['payments']);
});
afterEach(cleanup);

const SEEN = {
  organisation: 'Green Hills',
  shortCode: '600100',
  from: '2026-03-02T08:00:00.000Z',
  until: '2026-03-04T08:00:00.000Z',
  rows: [],
  toAsk: 0,
  amount: 0,
};

function lose(): never {
  throw new TypeError('the line is cut');
}
/** Uploads a file whose answer is lost. */
async function upload(onDone: (statement: object) => void = () => undefined) {
  api.replies['wallet/previewMpesaStatement'] = () => ({ body: SEEN });
  api.replies['wallet/uploadMpesaStatement'] = lose;
  showScreen(
    <>
      <StatementUpload onDone={onDone} />
      <h2 id={EARLIER_STATEMENTS} tabIndex={-1}>
        Imported statements
      </h2>
    </>,
  );
  const file = document.querySelector('input[type=file]');
  fireEvent.change(file as Element, { target: { files: [new File(['x'], 'march.csv')] } });
  fireEvent.click(screen.getByRole('button', { name: 'Check the file' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Keep it: nothing is missing' }));
}

test('StatementUpload opens a statement with a lost answer when it is recorded', async () => {
  const statement = { sysid: 's1' };
  api.replies = { 'wallet/closeAttempt': () => ({ body: { outcome: 'recorded', answer: statement } }) };
  const opened = vi.fn();
  await upload(opened);
  await waitFor(() => expect(opened).toHaveBeenCalledWith(statement));
  expect(screen.queryByRole('heading', { name: 'General Failure' })).toBeNull();
});

test('StatementUpload points to the earlier statements when the outcome of a lost answer is unknown', async () => {
  api.replies = { 'wallet/closeAttempt': lose };
  await upload();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Check whether march.csv is listed under “Imported statements”.');
  expect(screen.queryByText('General Failure')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show imported statements' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Imported statements' }));
});
