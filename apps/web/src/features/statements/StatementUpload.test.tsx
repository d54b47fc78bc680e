import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { EARLIER_STATEMENTS, StatementUpload } from './StatementUpload.tsx';

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

test('a statement whose answer is lost may be taken in, and the way leads to those so far', async () => {
  api.replies = {
    'wallet/previewMpesaStatement': () => ({ body: SEEN }),
    'wallet/uploadMpesaStatement': () => {
      throw new TypeError('the line is cut');
    },
  };
  showScreen(
    <>
      <StatementUpload onDone={() => undefined} />
      <h2 id={EARLIER_STATEMENTS} tabIndex={-1}>
        Statements so far
      </h2>
    </>,
  );
  const file = document.querySelector('input[type=file]');
  fireEvent.change(file as Element, { target: { files: [new File(['x'], 'march.csv')] } });
  fireEvent.click(screen.getByRole('button', { name: 'Look at the file' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Keep it: nothing is missing' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Look under “Statements so far” whether march.csv is there.');
  expect(screen.queryByText('General Failure')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Look at the statements so far' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Statements so far' }));
});
