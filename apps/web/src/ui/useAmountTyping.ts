import { readTypedAmount, SUM_DIGITS, type TypedAmount } from '@mfuko/contract/typed-amount';
import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { showAmount, signOf, type Typing, typeAmount } from './amount-typing.ts';

interface AmountTyping {
  readonly value?: string | undefined;
  readonly onChange: (value: string) => void;
  readonly signed?: boolean;
  readonly sum?: boolean;
  /** True where the field already shows another error. */
  readonly wrong: boolean;
}

/** State of an amount field, independent of the input component; `AmountField` describes how it parses. */
export function useAmountTyping({ value = '', onChange, signed = false, sum = false, wrong }: AmountTyping) {
  const { t } = useTranslation('ui');
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<Typing>(() => atEnd(showAmount(value)));
  const [left, setLeft] = useState(false);
  const read = (text: string) => readSigned(text, signed, sum);
  const wireOf = (text: string) => read(text).wire ?? text;
  const [given, setGiven] = useState(value);
  if (value !== given) {
    setGiven(value);
    // The value was cleared or set from outside: by a link, a chip, a completed payment.
    if (wireOf(typed.text) !== value) setTyped(atEnd(showAmount(value)));
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
  const { fault } = typed.text === '' ? {} : read(typed.text);
  return {
    field,
    text: typed.text,
    change,
    leave: () => setLeft(true),
    fault: fault && (wrong || left) ? t(`amount.${fault}`) : null,
  };
}

/** Puts the caret after the whole text, commas included: before the last digit, the next typed digit would make another amount. */
function atEnd(text: string): Typing {
  return { text, at: text.length };
}

/** Returns the character of a key press, empty for a deletion; null where more than one key press changed the field. */
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
