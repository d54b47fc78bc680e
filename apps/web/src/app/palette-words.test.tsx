import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { i18n } from '../lib/i18n.ts';
import en from '../locales/en/palette.json' with { type: 'json' };
import sw from '../locales/sw/palette.json' with { type: 'json' };
import { prepareScreens, showScreen } from '../ui/screen.testkit.tsx';
import { Palette } from './Palette.tsx';
import { SCREENS } from './routes-table.ts';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => undefined,
}));

beforeAll(async () => {
  const api = await prepareScreens(['shell']);
  api.replies['search/find'] = () => ({ body: { students: [], users: [], schools: [] } });
});
afterEach(cleanup);

const PROPS = {
  role: 'SchoolAdmin',
  opened: true,
  onClose: () => undefined,
  onTheme: () => undefined,
  onHelp: () => undefined,
} as const;

async function found(text: string): Promise<string[]> {
  showScreen(<Palette {...PROPS} />);
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: text } });
  const options = screen.queryAllByRole('option').map(({ textContent }) => textContent ?? '');
  cleanup();
  return options;
}

test('palette search words exist only for known screens, and alike in both languages', () => {
  const names = new Set<string>(SCREENS.map(({ name }) => name));
  expect(Object.keys(en.also).filter((name) => !names.has(name))).toEqual([]);
  expect(Object.keys(sw.also)).toEqual(Object.keys(en.also));
});

test('palette finds a screen by its tasks too, ranked behind screens of that name', async () => {
  expect((await found('day sheet'))[0]).toMatch(/^Books/);
  expect((await found('low balance'))[0]).toMatch(/^Student Balances/);
  const approvals = await found('approval');
  expect(approvals[0]).toMatch(/^Cash-Out Approvals/);
  expect(approvals.some((label) => label.startsWith('Rules and Fees'))).toBe(true);
  await i18n.changeLanguage('sw');
  expect((await found('salio dogo'))[0]).toMatch(/^Masalio ya Wanafunzi/);
  await i18n.changeLanguage('en');
});
