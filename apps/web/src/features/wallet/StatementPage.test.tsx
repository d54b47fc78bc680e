import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '../../lib/store.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { StatementPage } from './StatementPage.tsx';

const address = vi.hoisted(() => ({ use: null as unknown, go: null as unknown }));
vi.mock('@tanstack/react-router', () => ({
  useSearch: () => (address.use as () => object)(),
  useNavigate: () => address.go,
}));

interface Search {
  readonly admissionNumber?: string;
  readonly classSYSID?: string;
}
const search = createStore<Search>({});
let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['wallet', 'school']);
  address.use = () => search.use();
  address.go = ({ search: next }: { search: Search }) => search.set(next);
});
beforeEach(() => {
  search.set({ classSYSID: '' });
  api.calls.length = 0;
  api.replies = {
    'check/getStudent': ({ admissionNumber }) => ({
      body: { admissionNumber, names: 'Amani Mwende', className: 'Grade 3', hasFingerprint: true },
    }),
    'school/getClasses': () => ({ body: [{ sysid: '01900000-0000-7000-8000-000000000301', className: 'Grade 3' }] }),
    'wallet/printStatements': () => ({ body: { statements: [] } }),
  };
});
afterEach(cleanup);

const asked = () => api.calls.filter(({ path }) => path.endsWith('printStatements')).map(({ input }) => input);

test('StatementPage prints by student or by class, each choice replacing the other', async () => {
  showScreen(<StatementPage />);
  const box = await screen.findByLabelText<HTMLInputElement>('Student');
  fireEvent.change(box, { target: { value: '4001' } });
  expect(asked()).toEqual([]);
  fireEvent.keyDown(box, { key: 'Enter' });
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ admissionNumber: '4001' }));
  const classes = screen.getByLabelText<HTMLSelectElement>('Class');
  await screen.findByRole('option', { name: 'Grade 3' });
  fireEvent.change(classes, { target: { value: '01900000-0000-7000-8000-000000000301' } });
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ classSYSID: '01900000-0000-7000-8000-000000000301' }));
  expect([box.value, asked().at(-1)?.admissionNumber]).toEqual(['', undefined]);
});
