import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { prepareScreens, showScreen } from '../ui/screen.testkit.tsx';
import { LanguageSwitch, ThemeToggle } from './Switches.tsx';

beforeAll(async () => {
  await prepareScreens(['shell']);
});
afterEach(cleanup);

const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme');

test('ThemeToggle switches between light and dark, and names the other theme', async () => {
  showScreen(<ThemeToggle />);
  expect(scheme()).toBe('light');
  fireEvent.click(await screen.findByRole('button', { name: 'Switch to dark theme' }));
  expect(scheme()).toBe('dark');
  fireEvent.click(await screen.findByRole('button', { name: 'Switch to light theme' }));
  expect(scheme()).toBe('light');
});

test('LanguageSwitch names the other language in that language, and switches to it', async () => {
  showScreen(<LanguageSwitch />);
  fireEvent.click(await screen.findByRole('button', { name: 'SW: Tumia Kiswahili' }));
  fireEvent.click(await screen.findByRole('button', { name: 'EN: Use English' }));
  await screen.findByRole('button', { name: /^SW: / });
});
