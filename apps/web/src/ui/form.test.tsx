import { TextInput } from '@mantine/core';
import { createClass } from '@mfuko/contract/schools';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { useContractForm } from './form.ts';
import { prepareScreens, showScreen } from './screen.testkit.tsx';

beforeAll(() => prepareScreens([]));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Form() {
  const form = useContractForm(createClass, { className: '' });
  return (
    <>
      <form onSubmit={form.onSubmit(() => undefined)} noValidate>
        <TextInput {...form.getInputProps('className')} label="Class" />
        <button type="submit">Send</button>
      </form>
      <button type="button" onClick={() => form.reset()}>
        Saved
      </button>
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Class');
const rest = () => act(() => vi.advanceTimersByTime(1_000));
function type(text: string) {
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.blur(field());
}

test('useContractForm shows no error after a reset', () => {
  showScreen(<Form />);
  vi.useFakeTimers();
  type('Grade 9');
  fireEvent.click(screen.getByRole('button', { name: 'Saved' }));
  rest();
  expect(field().value).toBe('');
  expect(field().getAttribute('aria-invalid')).toBeNull();
});

test('useContractForm marks an invalid field after it was left', () => {
  showScreen(<Form />);
  vi.useFakeTimers();
  type('   ');
  rest();
  expect(field().getAttribute('aria-invalid')).toBe('true');
});

test('useContractForm focuses the first invalid field on submit', async () => {
  showScreen(<Form />);
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(document.activeElement).toBe(field()));
  expect(field().getAttribute('aria-invalid')).toBe('true');
});
