import { TextInput, type TextInputProps } from '@mantine/core';
import { readTypedAmount, SUM_DIGITS, type TypedAmount } from '@mfuko/contract/typed-amount';
import { type ChangeEvent, type FocusEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { showAmount, signOf, type Typing, typeAmount } from './amount-typing.ts';

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
  const { t } = useTranslation('ui');
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<Typing>(() => ({ text: showAmount(value), at: value.length }));
  const [left, setLeft] = useState(false);
  const read = (text: string) => readSigned(text, signed, sum);
  const wireOf = (text: string) => read(text).wire ?? text;
  const [given, setGiven] = useState(value);
  if (value !== given) {
    setGiven(value);
    // Cleared or filled in from elsewhere: by a link, a chip, a payment that was made.
    if (wireOf(typed.text) !== value) setTyped({ text: showAmount(value), at: value.length });
  }
  useLayoutEffect(() => {
    if (document.activeElement === field.current) field.current?.setSelectionRange(typed.at, typed.at);
  }, [typed]);

  function change({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const text = currentTarget.value;
    const after = typeAmount(typed.text, { text, at: currentTarget.selectionStart ?? text.length }, keyOf(nativeEvent));
    setTyped(after);
    setLeft(false);
    onChange(wireOf(after.text));
  }
  function leave(event: FocusEvent<HTMLInputElement>) {
    setLeft(true);
    onBlur?.(event);
  }
  const { fault } = typed.text === '' ? {} : read(typed.text);
  return (
    <TextInput
      maxLength={24}
      {...props}
      ref={field}
      value={typed.text}
      onChange={change}
      onBlur={leave}
      error={fault && (error || left) ? t(`amount.${fault}`) : error}
      inputMode={signed ? 'text' : 'decimal'}
      autoComplete="off"
      data-amount
    />
  );
}

/** The character of a key press, empty for a deletion; null where more than a key wrote into the field. */
function keyOf(event: Event): string | null {
  if (!(event instanceof InputEvent)) return null;
  if (event.inputType.startsWith('delete')) return '';
  return event.inputType === 'insertText' && event.data?.length === 1 ? event.data : null;
}

function readSigned(text: string, signed: boolean, sum: boolean): TypedAmount {
  const sign = signed ? signOf(text) : '';
  const amount = readTypedAmount(text.slice(sign.length), sum ? SUM_DIGITS : undefined);
  return amount.fault ? amount : { wire: `${sign && '-'}${amount.wire}` };
}
