import { MAX_LIST_ROWS } from '@mfuko/contract/lists';
import { getClasses } from '@mfuko/contract/schools';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DataList } from './DataList.tsx';
import type { Column } from './list-columns.ts';
import { exportCsv } from './list-export.ts';
import { prepareScreens, showScreen } from './screen.testkit.tsx';

vi.mock('@tanstack/react-router', () => ({ useSearch: () => ({}), useNavigate: () => () => undefined }));
vi.mock('./list-export.ts', () => ({ exportCsv: vi.fn(), exportXlsx: vi.fn() }));

const TOTAL = 2 * MAX_LIST_ROWS + 3;
const columns: Column<{ className: string }>[] = [
  { field: 'className', title: 'Class', value: (row) => row.className, sortable: true },
];

beforeAll(async () => {
  const api = await prepareScreens(['schools']);
  // A class is added while the pages are read: the last row of the first page is returned again as the first row of the second.
  api.replies['school/getClasses'] = ({ page, pageSize }) => {
    const from = (Number(page) - 1) * Number(pageSize) - (Number(page) > 1 ? 1 : 0);
    const to = Math.min(TOTAL, from + Number(pageSize));
    const rows = Array.from({ length: to - from }, (_, at) => ({
      sysid: String(from + at),
      className: `C${from + at}`,
    }));
    return { body: rows, headers: { 'X-Total-Count': String(TOTAL) } };
  };
});
afterEach(cleanup);

test('DataList exports each row of the filter once, though a row is added while its pages are read', async () => {
  showScreen(
    <DataList
      at="/app/class.view"
      name="Classes"
      endpoint={getClasses}
      columns={columns}
      rowId={(row) => row.sysid}
      empty={{ title: 'none' }}
    />,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
  fireEvent.click(await screen.findByText('CSV'));
  await waitFor(() => expect(exportCsv).toHaveBeenCalled());
  const rows = vi.mocked(exportCsv).mock.calls[0]?.[2] as { sysid: string }[];
  expect(rows.map(({ sysid }) => Number(sysid))).toEqual(Array.from({ length: TOTAL }, (_, at) => at));
});

test('DataList refetches by itself while a row is moving, and then stops', async () => {
  let state = 'moving';
  let asked = 0;
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const api = await prepareScreens(['schools']);
  api.replies['school/getClasses'] = () => {
    asked++;
    return { body: [{ sysid: '1', className: state }], headers: { 'X-Total-Count': '1' } };
  };
  showScreen(
    <DataList
      at="/app/class.view"
      name="Classes"
      endpoint={getClasses}
      columns={columns}
      rowId={(row) => row.sysid}
      empty={{ title: 'none' }}
      isMoving={(row) => row.className === 'moving'}
    />,
  );
  await screen.findByText('moving');
  state = 'there';
  await vi.advanceTimersByTimeAsync(3_500);
  await screen.findByText('there');
  const before = asked;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toBe(before);
  vi.useRealTimers();
});

test("DataList renders all rows at once, and adds a far row's controls when it comes near the viewport", async () => {
  const watched: { near: () => void; margin: string | undefined }[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: unknown[]) => void, { rootMargin }: IntersectionObserverInit) {
        watched.push({ near: () => seen([{ isIntersecting: true }]), margin: rootMargin });
      }
      observe() {}
      disconnect() {}
    },
  );
  const api = await prepareScreens(['schools']);
  api.replies['school/getClasses'] = () => ({
    body: Array.from({ length: 180 }, (_, at) => ({ sysid: String(at), className: `C${at}` })),
    headers: { 'X-Total-Count': '180' },
  });
  showScreen(
    <DataList
      at="/app/class.view"
      name="Classes"
      endpoint={getClasses}
      columns={columns}
      rowId={(row) => row.sysid}
      empty={{ title: 'none' }}
      onOpen={() => undefined}
      bulk={() => null}
    />,
  );
  await screen.findByText('C179');
  // The rows are rendered before their blocks are observed.
  await waitFor(() => expect(watched).toHaveLength(3));
  const opened = (name: string) => screen.queryByRole('button', { name });
  expect([opened('C29'), opened('C30'), opened('C179')].map(Boolean)).toEqual([true, false, false]);
  act(() => watched[0]?.near());
  expect([opened('C30'), opened('C79'), opened('C80')].map(Boolean)).toEqual([true, true, false]);
  expect(screen.getByRole('checkbox', { name: 'Select C79' })).toBeTruthy();
});

test('DataList opens a row on a click outside its controls, and marks no row as clickable without onOpen', async () => {
  const api = await prepareScreens(['schools']);
  api.replies['school/getClasses'] = () => ({
    body: [{ sysid: 'row-7', className: 'Grade 5' }],
    headers: { 'X-Total-Count': '1' },
  });
  const opened = vi.fn();
  const list = (onOpen?: typeof opened) => (
    <DataList
      at="/app/class.view"
      name="Classes"
      endpoint={getClasses}
      columns={[...columns, { field: 'sysid', title: 'No.', value: (row: { sysid: string }) => row.sysid }]}
      rowId={(row) => row.sysid}
      empty={{ title: 'none' }}
      actions={() => <button type="button">Edit</button>}
      {...(onOpen && { onOpen })}
    />
  );
  showScreen(list(opened));
  fireEvent.click(await screen.findByText('row-7'));
  expect(opened).toHaveBeenCalledTimes(1);
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  expect(opened).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('button', { name: 'Grade 5' }));
  expect(opened).toHaveBeenCalledTimes(2);
  cleanup();
  showScreen(list());
  expect((await screen.findByText('row-7')).closest('tr')?.dataset.opens).toBeUndefined();
});
