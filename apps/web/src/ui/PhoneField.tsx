import { TextInput, type TextInputProps } from '@mantine/core';
import { readPhoneNumber } from '@mfuko/contract/phone';
import type { FocusEvent } from 'react';

interface PhoneFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode'> {
  readonly value?: string;
  /** Hears what was typed; once the field is left, the number in the form in which it is kept, where it is one. */
  readonly onChange: (value: string) => void;
}

/** Field for a phone number, in any of the ways in which people write it. Shows 254… on leaving, so that it is seen how it was read. */
export function PhoneField({ value = '', onChange, onBlur, ...props }: PhoneFieldProps) {
  function leave(event: FocusEvent<HTMLInputElement>) {
    const read = readPhoneNumber(value);
    if (read !== null && read !== value) onChange(read);
    onBlur?.(event);
  }
  return (
    <TextInput
      placeholder="254XXXXXXXXX"
      autoComplete="off"
      maxLength={24}
      {...props}
      type="tel"
      inputMode="tel"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}
