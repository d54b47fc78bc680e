import { TextInput } from '@mantine/core';
import { updateStudent } from '@mfuko/contract/students';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FormColumn } from './FormColumn.tsx';
import { useContractForm } from './form.ts';
import { prepareScreens, showScreen } from './screen.testkit.tsx';

const SYSID = '0192d3c4-0000-7000-8000-000000000001';
const send = vi.fn();

beforeAll(() => prepareScreens([]));
beforeEach(() => send.mockClear());
afterEach(cleanup);

function Form() {
  const form = useContractForm(updateStudent, { sysid: SYSID, birthMonth: '', override: 'x'.repeat(201) });
  return (
    <FormColumn
      form={form}
      labels={{ birthMonth: 'Month' }}
      onSubmit={send}
      buttons={<button type="submit">Save</button>}
    >
      <TextInput {...form.getInputProps('birthMonth')} type="month" label="Month of birth" />
      <TextInput {...form.getInputProps('override')} label="Reason" />
    </FormColumn>
  );
}

const month = () => screen.getByLabelText<HTMLInputElement>('Month of birth');
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
/** Simulates an incomplete month, as a browser reports it; the test DOM has no such fields. */
const typeHalf = (half: boolean) =>
  Object.defineProperty(month(), 'validity', { value: { badInput: half }, configurable: true });

test('FormColumn reports a half-typed month beside the other errors, and does not submit until it is complete', async () => {
  showScreen(<Form />);
  typeHalf(true);
  press();
  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toContain('Month: must be a month like 2026-11');
  expect(summary.textContent).toContain('override');
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'moved' } });
  press();
  expect(send).not.toHaveBeenCalled();
  typeHalf(false);
  press();
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
});
