import { IconBackspace } from '@tabler/icons-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import classes from './counter.module.css';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

interface KeypadProps {
  readonly form: { readonly current: HTMLFormElement | null };
  readonly busy: boolean;
  readonly words: { readonly keypad: string; readonly backspace: string; readonly go: string };
}

/** Keys for a thumb: they type into the field of the form that was used last, as a keyboard would. */
export function Keypad({ form, busy, words }: KeypadProps) {
  const name = useRef('admissionNumber');
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement && target.type !== 'checkbox') name.current = target.name;
    };
    const within = form.current;
    within?.addEventListener('focusin', remember);
    return () => within?.removeEventListener('focusin', remember);
  }, [form]);

  function press(digit: string): void {
    const field =
      form.current?.querySelector<HTMLInputElement>(`[name=${name.current}]`) ??
      form.current?.querySelector<HTMLInputElement>('[name=admissionNumber]');
    if (!field) return;
    const { value, selectionStart, selectionEnd } = field;
    const from = selectionStart ?? value.length;
    const to = selectionEnd ?? value.length;
    const head = value.slice(0, digit === '' && from === to ? Math.max(0, from - 1) : from);
    field.focus();
    type(field, head + digit + value.slice(to));
  }
  return (
    <fieldset className={classes.keypad} aria-label={words.keypad}>
      {DIGITS.map((digit) => (
        <button key={digit} type="button" onMouseDown={keepFocus} onClick={() => press(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" onMouseDown={keepFocus} onClick={() => press('')} aria-label={words.backspace}>
        <IconBackspace size={30} aria-hidden />
      </button>
      <button type="button" onMouseDown={keepFocus} onClick={() => press('0')}>
        0
      </button>
      <button type="submit" data-look="go" onMouseDown={keepFocus} aria-busy={busy || undefined}>
        {words.go}
      </button>
    </fieldset>
  );
}

/** Gives the field another text; React hears it as typing. */
function type(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** A press on the keypad leaves the focus in the field. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
