import { IconBackspace } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import classes from './keypad.module.css';

export interface KeypadProps {
  readonly words: { readonly keypad: string; readonly backspace: string; readonly go: string };
  /** Called with a digit, or `Backspace`. */
  readonly onKey: (key: string) => void;
  /** Omitted in a form, which the last key submits. */
  readonly onGo?: () => void;
  readonly busy?: boolean;
  /** Direction of the gate, which determines the colour. */
  readonly kind?: 'in' | 'out';
}

/** Large keys, the same at each desk. */
export function Keypad({ words, onKey, onGo, busy, kind }: KeypadProps) {
  return (
    <fieldset className={classes.keypad} aria-label={words.keypad}>
      {[...'123456789', 'Backspace', '0'].map((key) => (
        <button
          key={key}
          type="button"
          aria-label={key === 'Backspace' ? words.backspace : undefined}
          onMouseDown={keepFocus}
          onClick={() => onKey(key)}
        >
          {key === 'Backspace' ? <IconBackspace size={30} aria-hidden /> : key}
        </button>
      ))}
      <button
        type={onGo ? 'button' : 'submit'}
        data-look="go"
        data-kind={kind}
        onMouseDown={keepFocus}
        onClick={onGo}
        aria-busy={busy || undefined}
      >
        {words.go}
      </button>
    </fieldset>
  );
}

/** Keeps the focus in the field during a press. */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
