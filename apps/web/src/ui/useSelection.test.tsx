import { getClasses } from '@mfuko/contract/schools';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DataList } from './DataList.tsx';
import type { Column } from './list-columns.ts';
import { prepareScreens, showScreen } from './screen.testkit.tsx';

vi.mock('@tanstack/react-router', () => ({ useSearch: () => ({}), useNavigate: () => () => undefined }));

const columns: Column<{ className: string }>[] = [
  { field: 'className', title: 'Class', value: (row) => row.className, sortable: true },
];
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a partly failed bulk action keeps its other rows selected, shows their count, and follows refetched rows', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const api = await prepareScreens(['schools']);
  let suffix = '';
  api.replies['school/getClasses'] = () => ({
    body: ['1', '2', '3'].map((sysid) => ({ sysid, className: `C${sysid}${suffix}` })),
    headers: { 'X-Total-Count': '3' },
  });
  showScreen(
    <DataList
      at="/app/class.view"
      name="Classes"
      endpoint={getClasses}
      columns={columns}
      rowId={(row) => row.sysid}
      empty={{ title: 'none' }}
      isMoving={() => true}
      bulk={(rows, done) => (
        <>
          <button type="button" onClick={() => done(rows.slice(1))}>
            {rows.map(({ className }) => className).join(' ')}
          </button>
          <button type="button" onClick={() => done()}>
            all done
          </button>
        </>
      )}
    />,
  );
  const chosen = () => screen.getAllByRole('checkbox', { checked: true }).map((box) => box.getAttribute('aria-label'));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  expect(screen.queryByText(/Unsure/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'C1 C2 C3' }));
  expect(chosen()).toEqual(['Select C2', 'Select C3']);
  screen.getByText('Not done or unsure: 2');
  suffix = ' renamed';
  await act(() => vi.advanceTimersByTimeAsync(3_500));
  await screen.findByRole('button', { name: 'C2 renamed C3 renamed' });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select C2 renamed' }));
  screen.getByText('Not done or unsure: 1');
  fireEvent.click(screen.getByRole('button', { name: 'all done' }));
  expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([]);
});

test('a row selected during a bulk action stays selected at its end, beside those that were not done', async () => {
  const api = await prepareScreens(['schools']);
  api.replies['school/getClasses'] = () => ({
    body: ['1', '2', '3'].map((sysid) => ({ sysid, className: `C${sysid}` })),
    headers: { 'X-Total-Count': '3' },
  });
  let end = () => {};
  showScreen(
    <DataList
      at="/app/class.view"
      name="Classes"
      endpoint={getClasses}
      columns={columns}
      rowId={(row) => row.sysid}
      empty={{ title: 'none' }}
      bulk={(rows, done) => (
        <button
          type="button"
          onClick={() => {
            end = () => done(rows.slice(1));
          }}
        >
          begin
        </button>
      )}
    />,
  );
  for (const name of ['Select C1', 'Select C2']) fireEvent.click(await screen.findByRole('checkbox', { name }));
  fireEvent.click(screen.getByRole('button', { name: 'begin' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select C3' }));
  act(() => end());
  const chosen = screen.getAllByRole('checkbox', { checked: true }).map((box) => box.getAttribute('aria-label'));
  expect(chosen).toEqual(['Select C2', 'Select C3']);
  screen.getByText('Not done or unsure: 1');
});

test('a selected row belongs to the bulk action while the list shows other rows, as on another page', async () => {
  const api = await prepareScreens(['schools']);
  let page = ['1', '2'];
  api.replies['school/getClasses'] = () => ({
    body: page.map((sysid) => ({ sysid, className: `C${sysid}` })),
    headers: { 'X-Total-Count': '4' },
  });
  const { queries } = showScreen(
    <DataList
      at="/app/class.view"
      name="Classes"
      endpoint={getClasses}
      columns={columns}
      rowId={(row) => row.sysid}
      empty={{ title: 'none' }}
      bulk={(rows) => <output>{rows.map(({ className }) => className).join(' ')}</output>}
    />,
  );
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select C2' }));
  page = ['3', '4'];
  void queries.invalidateQueries();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select C3' }));
  screen.getByText('C2 C3');
});
