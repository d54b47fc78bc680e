import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pickSchool } from '../../lib/school.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { DeskPaperHead } from './DeskPaperHead.tsx';

const own = vi.hoisted(() => new Map<string, unknown>());
vi.mock('../offline/device-box.ts', () => ({
  ownBox: {
    put: async (name: string, value: unknown) => void own.set(name, value),
    get: async (name: string) => own.get(name) ?? null,
  },
}));

const HEAD = { officialName: 'Demo Primary School', pobox: '12', town: 'Nakuru', b64Logo: null };
let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['school']);
});
beforeEach(() => {
  own.clear();
  api.calls.length = 0;
  api.replies = { 'school/getPaperHead': () => ({ body: HEAD }) };
  pickSchool({ sysid: 'first', shortName: 'DEMO' });
});
afterEach(cleanup);

async function haveIt(): Promise<void> {
  showScreen(<DeskPaperHead online />);
  await screen.findByText('Demo Primary School');
  await waitFor(() => expect(own.size).toBe(1));
  cleanup();
}

test('DeskPaperHead shows the cached head offline without a call', async () => {
  await haveIt();
  api.calls.length = 0;
  showScreen(<DeskPaperHead online={false} />);
  await screen.findByText('Demo Primary School');
  await screen.findByText(/Nakuru/);
  expect(api.calls).toEqual([]);
});

test('DeskPaperHead shows and caches the newest head online', async () => {
  await haveIt();
  api.replies = { 'school/getPaperHead': () => ({ body: { ...HEAD, officialName: 'Demo Academy' } }) };
  showScreen(<DeskPaperHead online />);
  await screen.findByText('Demo Academy');
  cleanup();
  showScreen(<DeskPaperHead online={false} />);
  await screen.findByText('Demo Academy');
});

test('DeskPaperHead shows only the cached head of its own school', async () => {
  await haveIt();
  pickSchool({ sysid: 'second', shortName: 'OTHER' });
  own.set('paper-head:second', { ...HEAD, officialName: 'Other School' });
  showScreen(<DeskPaperHead online={false} />);
  await screen.findByText('Other School');
  expect(screen.queryByText('Demo Primary School')).toBeNull();
});
