import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { describe } from '../../../lib/problems.ts';
import type { StaffDesk } from '../../../school/unlock/desks.ts';
import { type Unlocked, unlockDesk } from '../../../school/unlock/unlock.ts';
import classes from './LockScreen.module.css';

export type Opened = Extract<Unlocked, { kind: 'open' | 'offline' }>;

const DIGITS = 6;

interface PinFormProps {
  readonly desk: StaffDesk;
  readonly onUnlocked: (desk: StaffDesk, how: Opened) => void;
}

/** Form for one user's six digits; the last digit submits. */
export function PinForm({ desk, onUnlocked }: PinFormProps) {
  const { t } = useTranslation('unlock');
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { names } = desk.me;
  function told(answer: Exclude<Unlocked, Opened>): string {
    if (answer.kind === 'wait') return t('wait', { count: answer.seconds });
    if (answer.kind !== 'wrong') return t(answer.kind, { names });
    if (!answer.offline) return `${t('wrong')} ${t('left', { count: answer.left })}`;
    return `${t('wrong')} ${answer.left > 0 ? t('leftOffline', { count: answer.left }) : t('noneLeft')}`;
  }
  async function tryPin(typed: string): Promise<void> {
    if (busy) return;
    if (typed.length < DIGITS) {
      setError(t('six'));
      field.current?.focus();
      return;
    }
    setBusy(true);
    setError('');
    try {
      const answer = await unlockDesk(desk, typed);
      if (answer.kind === 'open' || answer.kind === 'offline') return onUnlocked(desk, answer);
      setError(told(answer));
    } catch (error) {
      // Neither the server nor the storage has failed, but a lazy chunk, or the code itself.
      setError(describe(error).message);
    }
    setBusy(false);
    setPin('');
    field.current?.focus();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    void tryPin(pin);
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <label className={classes.label} htmlFor="desk-pin">
        {t('pin', { names })}
      </label>
      <input
        ref={field}
        id="desk-pin"
        className={classes.input}
        type="password"
        inputMode="numeric"
        // Keeps password managers from offering to save the PIN.
        autoComplete="one-time-code"
        // biome-ignore lint/a11y/noAutofocus: whoever stands before a locked desk has one thing to do
        autoFocus
        value={pin}
        readOnly={busy}
        aria-invalid={error !== ''}
        aria-describedby="desk-pin-hint desk-pin-error"
        onChange={(event) => {
          const typed = event.currentTarget.value.replace(/\D/g, '').slice(0, DIGITS);
          setPin(typed);
          if (typed.length === DIGITS) void tryPin(typed);
          else if (typed !== '') setError('');
        }}
      />
      <p id="desk-pin-hint" className={classes.dim}>
        {t('hint')}
      </p>
      <p id="desk-pin-error" className={classes.error} role="alert">
        {error}
      </p>
      <button type="submit" className={classes.strong} aria-disabled={busy}>
        {t(busy ? 'unlocking' : 'unlock')}
      </button>
    </form>
  );
}
