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
    ['Cash over an open till only', true],
    ['Items by finger or PIN only', true],
    ['First PINs and fingers wait too', true],
    ['School administrators need a second factor', true],
    ['Who collects is asked at check-out', false],
    ['A pass is asked for at check-out', false],
  ]);
  const finger = screen.getByLabelText<HTMLInputElement>('Most by a finger alone (KES)');
  expect(finger.value).toBe('200');
  expect(screen.getByLabelText<HTMLInputElement>('Most by a PIN of the office (KES)').value).toBe('500');
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
