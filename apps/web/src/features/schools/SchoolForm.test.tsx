import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { SchoolForm } from './SchoolForm.tsx';

vi.mock('@tanstack/react-router', () => ({ Link: 'a', createLink: () => 'a' }));

afterEach(cleanup);

test('SchoolForm preselects the protective rules and finger limit, but not the rules that need lists first', async () => {
  await prepareScreens(['schools', 'ui']);
  showScreen(<SchoolForm onCreated={() => undefined} />);
  const proposed = await screen.findAllByRole<HTMLInputElement>('checkbox');
  expect(proposed.map(({ labels, checked }) => [labels?.[0]?.textContent, checked])).toEqual([
    ['Cash only through an open till', true],
    ['Items only by finger or PIN', true],
    ['Hold first PINs and fingers too', true],
    ['School administrators need a second factor', true],
    ['Ask for the collector at check-out', false],
    ['Require a pass at check-out', false],
  ]);
  const finger = screen.getByLabelText<HTMLInputElement>('Maximum by finger alone (KES)');
  expect(finger.value).toBe('200');
  expect(screen.getByLabelText<HTMLInputElement>('Maximum by an office PIN (KES)').value).toBe('500');
  fireEvent.change(finger, { target: { value: '' } });
  expect(finger.value).toBe('');
});

test('SchoolForm reports the missing logo together with the other invalid fields', async () => {
  await prepareScreens(['schools', 'ui']);
  showScreen(<SchoolForm onCreated={() => undefined} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Create school' }));
  await screen.findByText('6 fields need another look');
  screen.getByText('Please choose a valid image.');
});
