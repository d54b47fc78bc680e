import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pickSchool } from '../../lib/school.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { ComposePage } from './ComposePage.tsx';

vi.mock('@tanstack/react-router', () => ({ useSearch: () => ({}), useNavigate: () => () => undefined, Link: 'a' }));

const HERE = { sysid: '01900000-0000-7000-8000-000000000901', shortName: 'DEMO' };
const ELSEWHERE = { sysid: '01900000-0000-7000-8000-000000000902', shortName: 'NYOTA' };
let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['messages', 'ui']);
});
beforeEach(() => {
  sessionStorage.clear();
  pickSchool(HERE);
  api.calls.length = 0;
  api.replies = {
    'messages/countAudience': () => ({ body: { recipients: 12, inKiswahili: 4, price: 0.8 } }),
    'messages/getMonth': () => ({ body: { spent: 100, cap: 5000, month: '2026-11' } }),
    'messages/announce': (input) => ({
      body: { sysid: HERE.sysid, date: '2026-11-20T08:00:00.000Z', ...input, delivered: 0, failed: 0 },
    }),
  };
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const english = () => screen.getByLabelText<HTMLTextAreaElement>('Text in English');
const type = (text: string) => fireEvent.change(english(), { target: { value: text } });
const show = async () => {
  showScreen(<ComposePage />);
  await screen.findByLabelText('Text in English');
};

test('ComposePage restores its draft when rendered again, but not in another school', async () => {
  await show();
  type('School closes at noon');
  cleanup();
  await show();
  expect(english().value).toBe('School closes at noon');
  cleanup();
  pickSchool(ELSEWHERE);
  await show();
  expect(english().value).toBe('');
});

test('ComposePage after sending is empty without a field error, and its draft is deleted', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  await show();
  type('School closes at noon');
  await screen.findByText('12');
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  const question = await screen.findByRole('dialog', { name: 'Send to 12 guardians?' });
  // A mouse press blurs the field first, and the validation follows the blur.
  fireEvent.blur(english());
  fireEvent.click(
    [...question.querySelectorAll('button')].find(({ textContent }) => textContent === 'Send') as Element,
  );
  await screen.findByText('The message is being sent.');
  await expect.poll(() => english().value).toBe('');
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(document.querySelector('[aria-invalid=true]')).toBeNull();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('School closes');
  expect(api.calls.filter(({ path }) => path === 'messages/announce').map(({ input }) => input)).toEqual([
    { textEn: 'School closes at noon', textSw: '', recipients: 12 },
  ]);
});

test('ComposePage lets another person approve after a confirmation, and its author only take back', async () => {
  const waits = (sysid: string, textEn: string, own: boolean) => ({
    sysid,
    date: '2026-11-20T08:00:00.000Z',
    by: 'Mary Wanjiru',
    textEn,
    textSw: null,
    className: null,
    recipients: 412,
    sent: 0,
    delivered: 0,
    failed: 0,
    cost: 0,
    approval: { state: 'waiting', why: ['recipients', 'payment'], by: null, own },
  });
  const [theirs, mine] = ['01900000-0000-7000-8000-000000000911', '01900000-0000-7000-8000-000000000912'];
  api.replies['messages/getAnnouncements'] = () => ({
    body: [waits(theirs, 'Pay to till 400211', false), waits(mine, 'Pay to till 400212', true)],
  });
  for (const call of ['messages/approveAnnouncement', 'messages/rejectAnnouncement'])
    api.replies[call] = ({ sysid }) => ({ body: { ...waits(String(sysid), '', false), approval: null } });
  await show();
  await screen.findByRole('heading', { name: 'Waiting for approval' });
  expect(screen.getAllByRole('button', { name: 'Approve and send' })).toHaveLength(1);
  const decided = () => api.calls.filter(({ path }) => /(approve|reject)Announcement/.test(path));
  fireEvent.click(screen.getByRole('button', { name: 'Approve and send' }));
  const question = await screen.findByRole('dialog', { name: 'Send to 412 guardians?' });
  expect(decided()).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Approve and send' }));
  await waitFor(() => expect(decided()).toHaveLength(1), { timeout: 10_000 });
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(decided()).toHaveLength(2), { timeout: 10_000 });
  expect(decided()).toMatchObject([
    { path: 'messages/approveAnnouncement', input: { sysid: theirs } },
    { path: 'messages/rejectAnnouncement', input: { sysid: mine } },
  ]);
});
