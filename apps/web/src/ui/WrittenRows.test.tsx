import { getClasses } from '@mfuko/contract/schools';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DataList } from './DataList.tsx';
import { RowActions } from './RowActions.tsx';
import { type FakeApi, prepareScreens, showScreen } from './screen.testkit.tsx';
import { Tag } from './Tag.tsx';

vi.mock('@tanstack/react-router', () => {
  // Stable references from one render to the next, as the router returns them.
  const [search, navigate] = [{ pageSize: 1000 }, () => undefined];
  return { useSearch: () => search, useNavigate: () => navigate };
});

interface ClassRow {
  readonly sysid: string;
  readonly className: string;
  readonly students?: number;
}

/** Callbacks of blocks that wait to come near the viewport. */
let waiting: (() => void)[] = [];
class Observer {
  private readonly come: () => void;
  constructor(seen: (entries: readonly { isIntersecting: boolean }[]) => void) {
    this.come = () => seen([{ isIntersecting: true }]);
  }
  observe() {
    waiting.push(this.come);
  }
  disconnect() {
    waiting = waiting.filter((come) => come !== this.come);
  }
}
function comeNear(): void {
  act(() => {
    for (const come of [...waiting]) come();
  });
}

const ROWS = 60;
const FAR = 'C55';
let rows: ClassRow[];
let api: FakeApi;
const opened = vi.fn();
const rowId = (row: ClassRow) => row.sysid;

beforeAll(async () => {
  api = await prepareScreens(['schools']);
});
beforeEach(() => {
  waiting = [];
  opened.mockReset();
  rows = Array.from({ length: ROWS }, (_, at) => ({ sysid: `s${at}`, className: `C${at}`, students: at % 3 }));
  api.replies['school/getClasses'] = () => ({ body: rows, headers: { 'X-Total-Count': String(rows.length) } });
  Object.assign(window, { IntersectionObserver: Observer });
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(window, 'IntersectionObserver');
});

const columnsOf = (drawTag: (row: ClassRow) => React.ReactNode) => [
  { field: 'className', title: 'Class', value: (row: ClassRow) => row.className },
  { field: 'longName', title: 'Long', value: (row: ClassRow) => `${row.className} of the school` },
  { field: 'students', title: 'Amount', value: (row: ClassRow) => row.students ?? null, kind: 'amount' as const },
  { field: 'nothing', title: 'Nothing', value: () => null },
  { field: 'when', title: 'When', value: () => '2026-03-04T05:06:07Z', kind: 'date' as const },
  { field: 'unknown', title: 'Unknown', value: () => null, kind: 'amount' as const },
  { field: 'state', title: 'State', value: () => 'on', render: drawTag },
];
const PLAIN = columnsOf((row) => Tag({ color: 'gray', children: row.className }));
const COMPONENTS = columnsOf((row) => <Tag color="gray">{row.className}</Tag>);
const actions = (row: ClassRow) => <RowActions name={row.className} onView={() => opened(`view ${row.className}`)} />;

async function showList(columns = PLAIN) {
  const shown = showScreen(
    <DataList
      at="/app/class.view"
      name="Classes"
      endpoint={getClasses}
      columns={columns as never}
      rowId={rowId as never}
      empty={{ title: 'none' }}
      onOpen={((row: ClassRow) => opened(row.className)) as never}
      actions={actions as never}
      bulk={() => null}
    />,
  );
  // The header contains the text too, before the far block is rendered and observed.
  await waitFor(() => expect([rowOf(FAR) !== undefined, waiting.length > 0]).toEqual([true, true]));
  return shown;
}

const rowOf = (name: string) =>
  [...document.querySelectorAll<HTMLTableRowElement>('tbody tr')].find(
    ({ cells }) => cells[1]?.textContent === name,
  ) as HTMLTableRowElement;
const bodies = () => [...document.querySelectorAll('tbody')].map(({ innerHTML }) => innerHTML);

test('a written row has the same HTML as one rendered by React, both far from and near the viewport', async () => {
  const { unmount } = await showList();
  const far = bodies();
  comeNear();
  const near = bodies();
  expect(near).not.toEqual(far);
  unmount();
  // One value is a component, so React renders all of them.
  await showList(COMPONENTS);
  expect(bodies()).toEqual(far);
  comeNear();
  expect(bodies()).toEqual(near);
});

test('a written row keeps its text nodes when its controls are added', async () => {
  await showList();
  const word = document.evaluate(`//td[.='${FAR} of the school']//text()`, document, null, 9).singleNodeValue;
  const name = rowOf(FAR).cells[1]?.firstChild;
  expect([word?.nodeType, name?.nodeType]).toEqual([3, 3]);
  expect(within(rowOf(FAR)).queryAllByRole('button')).toEqual([]);
  comeNear();
  expect(within(rowOf(FAR)).getByRole('button', { name: FAR }).firstChild).toBe(name);
  expect(word?.isConnected).toBe(true);
});

test('a written row opens by a click, and near by name, button or cell, once each; its box only selects', async () => {
  await showList();
  fireEvent.click(rowOf(FAR).cells[2] as Element);
  expect(opened.mock.calls).toEqual([[FAR]]);
  comeNear();
  fireEvent.click(within(rowOf(FAR)).getByRole('button', { name: FAR }));
  fireEvent.click(within(rowOf(FAR)).getByRole('button', { name: `View ${FAR}` }));
  fireEvent.click(rowOf(FAR).cells[2] as Element);
  expect(opened.mock.calls).toEqual([[FAR], [FAR], [`view ${FAR}`], [FAR]]);
  const box = within(rowOf(FAR)).getByRole('checkbox') as HTMLInputElement;
  fireEvent.click(box);
  expect([box.checked, rowOf(FAR).dataset.selected, rowOf('C56').dataset.selected]).toEqual([true, 'true', undefined]);
  fireEvent.click(box);
  expect([box.checked, rowOf(FAR).dataset.selected]).toEqual([false, undefined]);
  expect(opened).toHaveBeenCalledTimes(4);
});

test('select-all marks written rows far from the viewport too', async () => {
  await showList();
  fireEvent.click(screen.getByLabelText('Select all rows of this page'));
  expect(rowOf(FAR).dataset.selected).toBe('true');
});

test('a written row is updated in place, and its checkbox keeps the focus', async () => {
  const { queries } = await showList();
  comeNear();
  const box = within(rowOf(FAR)).getByRole('checkbox');
  box.focus();
  rows = rows.map((row) => (row.className === FAR ? { ...row, className: 'Renamed' } : row));
  await act(() => queries.invalidateQueries());
  await waitFor(() => expect(rowOf('Renamed')).toBeTruthy());
  expect(screen.queryByText(FAR)).toBeNull();
  expect(within(rowOf('Renamed')).getByRole('button', { name: 'View Renamed' })).toBeTruthy();
  expect(document.activeElement).toBe(box);
  fireEvent.click(within(rowOf('Renamed')).getByRole('button', { name: 'Renamed' }));
  expect(opened.mock.calls).toEqual([['Renamed']]);
});

test('a focused button of a written row is not reused for another record', async () => {
  const { queries } = await showList();
  comeNear();
  const button = within(rowOf(FAR)).getByRole('button', { name: `View ${FAR}` });
  button.focus();
  // One row before it is removed and one is added after it, so the count stays the same.
  rows = [...rows.filter((row) => row.className !== FAR), { sysid: 's60', className: 'C60', students: 0 }];
  await act(() => queries.invalidateQueries());
  await waitFor(() => expect(rowOf('C60')).toBeTruthy());
  expect(screen.queryByText(FAR)).toBeNull();
  expect([button.isConnected, document.activeElement]).toEqual([false, document.body]);
  comeNear();
  fireEvent.click(within(rowOf('C56')).getByRole('button', { name: 'View C56' }));
  fireEvent.click(rowOf('C57').cells[2] as Element);
  expect(opened.mock.calls).toEqual([['view C56'], ['C57']]);
});

test('written rows are removed when the list shrinks, and a value that is a component is rendered', async () => {
  const drawn = columnsOf((row) => (row.students === 7 ? <Tag color="gray">seven</Tag> : 'few'));
  const { queries } = await showList(drawn);
  rows = rows.slice(0, 57).map((row, at) => (at === 54 ? { ...row, students: 7 } : row));
  await act(() => queries.invalidateQueries());
  await screen.findByText('seven');
  expect(document.querySelectorAll('tbody tr')).toHaveLength(57);
  expect([...document.querySelectorAll('tbody tr')].map((row) => row.querySelectorAll('td')[1]?.textContent)).toEqual(
    rows.map(({ className }) => className),
  );
});
