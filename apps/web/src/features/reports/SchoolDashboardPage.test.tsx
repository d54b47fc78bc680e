import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { SchoolDashboardPage } from './SchoolDashboardPage.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: 'a',
  createLink: () => 'a',
  useSearch: () => ({}),
  useNavigate: () => () => undefined,
}));

let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['reports', 'today']);
  api.replies['school/dashboard'] = () => ({
    body: {
      schoolName: 'Kilimo Academy',
      noOfStudents: 1234,
      studentBalance: 98765.5,
      canteenIncome: 4321,
      platformFees: 0,
      noOfCheckIns: 56,
      noOfCheckOuts: 47,
      recentCheckInCheckOut: [],
      recentSMS: [],
    },
  });
});
afterEach(cleanup);

test('SchoolDashboardPage shows the school, its student count, and four figures with their period', async () => {
  showScreen(<SchoolDashboardPage books={null} />);
  await screen.findByRole('heading', { level: 1, name: 'Kilimo Academy' });
  await screen.findByText('1,234 students');
  const cards = screen
    .getAllByRole('region')
    // The cards of pending work and of checks follow below.
    .slice(0, 4)
    .map((card) => {
      const figure = card.querySelector('p[class*=figure]')?.textContent;
      return [card.getAttribute('aria-label'), figure, within(card).getByText(/all time|days/i).textContent];
    });
  expect(cards).toEqual([
    ['Pocket Money Balance', 'KES 98,765.50', 'All time'],
    ['Canteen Income', 'KES 4,321.00', 'Last 7 days'],
    ['Platform Fees', 'KES ---zero', 'Last 30 days'],
    ['Check In/Out', '56/47Check-ins: 56, check-outs: 47', 'Last 30 days'],
  ]);
});
