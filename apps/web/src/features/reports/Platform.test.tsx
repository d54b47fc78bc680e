import { cleanup, screen, waitForElementToBeRemoved } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { PlatformRanks } from './PlatformRanks.tsx';
import { PlatformTroubles } from './PlatformTroubles.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search, children }: { to: string; search: { view: string }; children: React.ReactNode }) => (
    <a href={`${to}?view=${search.view}`}>{children}</a>
  ),
}));

const RIGHT = {
  officialName: '',
  status: 'active',
  hasConfig: true,
  students: 1,
  movementsToday: 0,
  movements30Days: 0,
  moneyHeld: 0,
  booksDifference: 0,
  providerDifference: 0,
  booksFindings: 0,
  booksChecked: null,
};
const SCHOOLS = [
  { ...RIGHT, sysid: 'a', shortName: 'Nyota', movements30Days: 40, moneyHeld: 10 },
  {
    ...RIGHT,
    sysid: 'b',
    shortName: 'Jua',
    movements30Days: 10,
    moneyHeld: 900,
    booksDifference: -50,
    hasConfig: false,
  },
  { ...RIGHT, sysid: 'c', shortName: 'Mwezi', status: 'suspended' },
];

let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['platform']);
  api.replies['reports/platformSchools'] = ({ booksWrong, hasConfig, status, sort }) => {
    const body = SCHOOLS.filter((school) => booksWrong === undefined || school.booksDifference !== 0)
      .filter((school) => hasConfig === undefined || !school.hasConfig)
      .filter((school) => status === undefined || school.status === status)
      .sort((one, other) => (sort === '-moneyHeld' ? other.moneyHeld - one.moneyHeld : 0));
    return { body, headers: { 'X-Total-Count': String(body.length) } };
  };
});
afterEach(cleanup);

test('PlatformTroubles lists each school with problems once, with all of them and a link', async () => {
  showScreen(<PlatformTroubles />);
  await screen.findByRole('list');
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'JuaBooks differ by KES -50.00No configuration',
    'MweziSuspended',
  ]);
  expect(screen.getByRole('link', { name: 'Jua' }).getAttribute('href')).toBe('/app/school.view?view=b');
});

test('PlatformRanks orders schools by activity and by money held, and omits those without any', async () => {
  showScreen(<PlatformRanks />);
  const names = async (title: string) => {
    const rank = await screen.findByRole('region', { name: title });
    await expect.poll(() => rank.querySelector('tbody')).not.toBeNull();
    return [...rank.querySelectorAll('tbody tr')].map((row) => row.textContent);
  };
  expect(await names('Most active schools')).toEqual(['Nyota40', 'Jua10']);
  expect(await names('Schools with the most money')).toEqual(['Jua900.00', 'Nyota10.00']);
});

test('PlatformTroubles disappears without a list of schools when the server fails', async () => {
  const reply = api.replies['reports/platformSchools'];
  api.replies['reports/platformSchools'] = () => ({ status: 500, body: {} });
  try {
    showScreen(<PlatformTroubles />);
    await screen.findByText('Problems by school');
    await waitForElementToBeRemoved(() => screen.queryByText('Problems by school'));
    expect(screen.queryByRole('list')).toBeNull();
  } finally {
    if (reply) api.replies['reports/platformSchools'] = reply;
  }
});
