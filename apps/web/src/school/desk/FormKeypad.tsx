import { useEffect, useRef } from 'react';
import classes from './counter.module.css';
import { Keypad, type KeypadProps } from './Keypad.tsx';

interface FormKeypadProps extends Pick<KeypadProps, 'words' | 'busy'> {
  readonly form: { readonly current: HTMLFormElement | null };
}

/** Keypad of a form: it types into the field that was focused last, as a keyboard would. */
export function FormKeypad({ form, busy, words }: FormKeypadProps) {
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
    <div className={classes.keys}>
      <Keypad words={words} busy={busy} onKey={(key) => press(key === 'Backspace' ? '' : key)} />
    </div>
  );
}

/** Sets the text of a field, and fires an input event so that React notices the change. */
function type(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
