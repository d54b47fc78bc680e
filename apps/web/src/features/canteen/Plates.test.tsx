import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { Plates } from './Plates.tsx';

const GRADE = '01900000-0000-7000-8000-000000000001';
let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['plates']);
});
beforeEach(() => {
  api.calls.length = 0;
  api.replies = {
    'reports/mealsToday': () => ({
      body: {
        day: '2026-11-25',
        window: 'Lunch',
        classes: [
          { classSYSID: GRADE, class: 'Grade 4', students: 30, eaten: 25, away: 3 },
          { classSYSID: '01900000-0000-7000-8000-000000000002', class: 'Grade 5', students: 25, eaten: 25, away: 0 },
        ],
      },
    }),
    'reports/notYetEaten': () => ({
      body: [{ sysid: GRADE, admissionNumber: '4001', names: 'Amani Mwende', class: 'Grade 4' }],
    }),
    'reports/platesForecast': () => ({
      body: {
        day: '2026-11-26',
        weeks: 4,
        plates: [
          { menuItemSYSID: GRADE, menuItem: 'Githeri', window: null, plates: 83, least: 60, most: 100, sure: 'fair' },
        ],
      },
    }),
  };
});
afterEach(cleanup);

test('Plates shows the office who has not eaten by class, with names', async () => {
  showScreen(<Plates names />);
  const today = await screen.findByRole('region', { name: 'Not yet eaten: Lunch' });
  within(today).getByRole('row', { name: 'Grade 4 2 3 30' });
  within(today).getByRole('row', { name: 'All 2 3 55' });
  // Only a class with students who have not eaten offers their names.
  expect(within(today).getAllByRole('button')).toHaveLength(1);
  fireEvent.click(within(today).getByRole('button', { name: 'Grade 4' }));
  await within(today).findAllByText('Amani Mwende (4001)');
  // Students who are not in school are listed separately.
  within(today).getByText('Not in school today:');
  expect(api.calls.find(({ path }) => path === 'reports/notYetEaten')).toMatchObject({ input: { classSYSID: GRADE } });
  expect(api.calls.filter(({ path }) => path === 'reports/notYetEaten').map(({ input }) => input.away)).toEqual([
    ...['false', 'true'],
  ]);
});

test('Plates shows the cook numbers without names, and requests none', async () => {
  showScreen(<Plates names={false} />);
  const today = await screen.findByRole('region', { name: 'Not yet eaten: Lunch' });
  within(today).getByRole('row', { name: 'Grade 4 2 3 30' });
  expect(screen.queryByRole('button')).toBeNull();
  expect(api.calls.map(({ path }) => path)).not.toContain('reports/notYetEaten');
});

test("Plates shows tomorrow's forecast with its certainty, or that there is none", async () => {
  showScreen(<Plates names={false} />);
  const tomorrow = await screen.findByRole('region', { name: 'Plates for tomorrow, 26/11/2026' });
  within(tomorrow).getByRole('row', { name: 'Githeri 83 60–100 Roughly' });
  within(tomorrow).getByText(/same weekday in 4 weeks/);
  cleanup();
  api.replies['reports/platesForecast'] = () => ({ body: { day: '2026-11-28', weeks: 0, plates: [] } });
  showScreen(<Plates names={false} />);
  await screen.findByText('Nothing was handed out on this weekday in the last four weeks.');
});
