import { getClasses } from '@mfuko/contract/schools';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DataList } from './DataList.tsx';
import { ListBody } from './ListBody.tsx';
import type { ListControl } from './list-state.ts';
import { prepareScreens, showScreen } from './screen.testkit.tsx';

vi.mock('@tanstack/react-router', () => ({ useSearch: () => ({}), useNavigate: () => () => undefined }));

const columns = [{ field: 'className', title: 'Class', value: (row: { className: string }) => row.className }];

afterEach(cleanup);

test('the select-all checkbox is indeterminate while only some rows are selected', async () => {
  const api = await prepareScreens(['schools']);
  api.replies['school/getClasses'] = () => ({
    body: ['1', '2'].map((sysid) => ({ sysid, className: `C${sysid}` })),
    headers: { 'X-Total-Count': '2' },
  });
  showScreen(
    <DataList
      at="/app/class.view"
      name="Classes"
      endpoint={getClasses}
      columns={columns}
      rowId={(row) => row.sysid}
      empty={{ title: 'none' }}
      bulk={() => null}
    />,
  );
  const box = (name: string) => screen.getByRole('checkbox', { name }) as HTMLInputElement;
  const all = () => [box('Select all rows of this page').checked, box('Select all rows of this page').indeterminate];
  await screen.findByText('C1');
  expect(all()).toEqual([false, false]);
  fireEvent.click(box('Select C1'));
  expect(all()).toEqual([false, true]);
  fireEvent.click(box('Select C2'));
  expect(all()).toEqual([true, false]);
});

test("ListBody keeps a row's button and its focus when the list grows past 30 rows and shrinks again", async () => {
  await prepareScreens([]);
  const control = { sort: undefined, change: () => undefined } as unknown as ListControl;
  const list = (count: number) => (
    <ListBody
      {...{ name: 'Classes', control, columns, narrow: false, stale: false, onSelect: () => undefined }}
      rows={Array.from({ length: count }, (_, at) => ({ className: `C${at}` }))}
      rowId={(row) => row.className}
      onOpen={() => undefined}
    />
  );
  const { rerender } = render(list(30));
  const button = screen.getByRole('button', { name: 'C7' });
  button.focus();
  for (const count of [31, 30]) {
    rerender(list(count));
    expect(screen.getByRole('button', { name: 'C7' })).toBe(button);
    expect(document.activeElement).toBe(button);
  }
});
