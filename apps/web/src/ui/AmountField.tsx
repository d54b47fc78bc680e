import { TextInput, type TextInputProps } from '@mantine/core';
import type { FocusEvent } from 'react';
import { useAmountTyping } from './useAmountTyping.ts';

interface AmountFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'inputMode' | 'autoComplete'> {
  /** KES in the form of the wire, or the text that was typed where it is no amount. */
  readonly value?: string;
  /** Hears the amount in the form of the wire; the text itself where it is none or can be read in two ways. */
  readonly onChange: (value: string) => void;
  /** Takes a minus too: for differences. */
  readonly signed?: boolean;
  /** Takes what many amounts come to, which may be more than one amount is. */
  readonly sum?: boolean;
}

/**
 * Field for an amount in KES. It reads 1,500 and 1 500 and KES 1,500.00 as people write them, groups the thousands as they are
 * typed, and says at the field where a text is no amount or has two readings.
 */
export function AmountField({
  value = '',
  onChange,
  signed = false,
  sum = false,
  error,
  onBlur,
  ...props
}: AmountFieldProps) {
  const typing = useAmountTyping({ value, onChange, signed, sum, wrong: Boolean(error) });
  function leave(event: FocusEvent<HTMLInputElement>) {
    typing.leave();
    onBlur?.(event);
  }
  return (
    <TextInput
      maxLength={24}
      {...props}
      ref={typing.field}
      value={typing.text}
      onChange={typing.change}
      onBlur={leave}
      error={typing.fault ?? error}
      inputMode={signed ? 'text' : 'decimal'}
      autoComplete="off"
      data-amount
    />
  );
}
