import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { prepareScreens } from '../../ui/screen.testkit.tsx';
import { PickSchool } from './index.ts';

const network = vi.hoisted(() => ({ isThere: false }));
vi.mock('./PickSchool.tsx', () => {
  if (!network.isThere) throw new TypeError('Failed to fetch dynamically imported module');
  return { PickSchool: () => <main>Schools</main> };
});

beforeAll(() => prepareScreens(['gate']));

it('PickSchool shows a failed load, and loads once the network is back', async () => {
  render(<PickSchool />);
  expect((await screen.findByRole('alert')).textContent).toContain('The connection was lost');
  // After the server was upgraded, only a reloaded page finds its chunks.
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  network.isThere = true;
  fireEvent(window, new Event('online'));
  await screen.findByText('Schools');
  expect(screen.queryByRole('alert')).toBeNull();
});
