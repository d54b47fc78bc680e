import { TextInput, type TextInputProps } from '@mantine/core';
import { readPhoneNumber } from '@mfuko/contract/phone';
import type { FocusEvent } from 'react';

interface PhoneFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode'> {
  readonly value?: string;
  /** Called with the typed text; on blur with the number in its stored format, where the text is a phone number. */
  readonly onChange: (value: string) => void;
}

/** Field for a phone number in any common notation. On blur it shows 254…, so that the user sees how the number was read. */
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
