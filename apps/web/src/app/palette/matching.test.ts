import { IconUser } from '@tabler/icons-react';
import { expect, it } from 'vitest';
import { holds, matchingScreens } from './matching.ts';

const screen = (label: string, detail: string | undefined, also = '') => ({
  entry: { id: label, Icon: IconUser, label, detail, run: () => undefined },
  also,
});
const SCREENS = [
  screen('Books', undefined, 'day sheet approval'),
  screen('Cash-Out Approvals', 'Pocket Money'),
  ...Array.from({ length: 7 }, (_, at) => screen(`Report ${at}`, 'Reports')),
];
const found = (typed: string) => matchingScreens(SCREENS, typed).map(({ label }) => label);

it('matchingScreens returns screens of that name before those with such a synonym', () => {
  expect(found('approval')).toEqual(['Cash-Out Approvals', 'Books']);
});

it('matchingScreens finds a screen by words of its name and of its group together', () => {
  expect(found('money out')).toEqual(['Cash-Out Approvals']);
});

it('matchingScreens returns all screens for no text, and at most six for a text', () => {
  expect(found('')).toHaveLength(9);
  expect(found('report')).toHaveLength(6);
});

it.each([
  ['Amina Wanjiru', 'WANJ ami', true],
  ['Amina Wanjiru', 'amina otieno', false],
])('holds compares "%s" with "%s" word by word, in any case and order', (text, typed, is) => {
  expect(holds(text, typed)).toBe(is);
});
