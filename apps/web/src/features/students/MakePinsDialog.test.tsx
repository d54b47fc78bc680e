import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { MakePinsDialog } from './MakePinsDialog.tsx';

let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['students', 'ui']);
});
afterEach(cleanup);

test.each([
  [
    'a class',
    { classSYSID: '01900000-0000-7000-8000-000000000c01' },
    /Make new ones, and also replace existing PINs\.$/,
  ],
  ['all', 'all', /Make new ones class by class, and also replace existing PINs\.$/],
] as const)(
  'MakePinsDialog for %s reports a lost answer as unknown, and does not ask the outcome',
  async (_, of, words) => {
    api.calls.length = 0;
    api.replies['student/makePins'] = () => {
      throw new TypeError('Failed to fetch');
    };
    showScreen(<MakePinsDialog of={of} title="PINs" opened onClose={() => undefined} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Make the PINs' }));
    await screen.findByText('PINs may have been made');
    screen.getByText(words);
    expect(screen.queryByText('General Failure')).toBeNull();
    // The attempt was not stored on the disk: its answer would say that nothing was recorded.
    expect(api.calls.map(({ path }) => path)).toEqual(['student/makePins']);
  },
);
