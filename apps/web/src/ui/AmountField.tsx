import { TextInput, type TextInputProps } from '@mantine/core';
import type { FocusEvent } from 'react';
import { useAmountTyping } from './useAmountTyping.ts';

interface AmountFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'inputMode' | 'autoComplete'> {
  /** Amount in KES in wire format, or the typed text where it is not an amount. */
  readonly value?: string;
  /** Called with the amount in wire format, or with the typed text where it is not an amount or is ambiguous. */
  readonly onChange: (value: string) => void;
  /** Accepts a minus sign too, for differences. */
  readonly signed?: boolean;
  /** Accepts the sum of many amounts, which may exceed the limit of a single amount. */
  readonly sum?: boolean;
}

/**
 * Field for an amount in KES. It accepts 1,500 and 1 500 and KES 1,500.00, groups the thousands during typing, and shows an error at the
 * field where the text is not an amount or is ambiguous.
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
