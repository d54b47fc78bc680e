import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { config } from '../../lib/config.ts';

interface CodeFieldProps<Values extends Record<string, unknown>> {
  readonly form: UseFormReturnType<Values>;
  readonly name: keyof Values & string;
  readonly label: string;
}

/** Field for a code from an SMS. A pasted message or "123 456" is accepted like the bare digits. */
export function CodeField<Values extends Record<string, unknown>>({ form, name, label }: CodeFieldProps<Values>) {
  const { onChange, ...field } = form.getInputProps(name);
  return (
    <TextInput
      {...field}
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, config().otpDigits))}
    />
  );
}
