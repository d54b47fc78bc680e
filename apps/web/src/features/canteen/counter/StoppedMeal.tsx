import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/counter.module.css';
import desk from '../../../school/desk/desk.module.css';
import type { Stopped } from './useCounter.ts';

const MAX_REASON_LENGTH = 200;

interface StoppedMealProps extends Stopped {
  readonly item: string;
  readonly busy: boolean;
  readonly onDrop: () => void;
}

/** Portion that an allergen blocks: it is handed out only with a typed reason, and never by Enter alone. */
export function StoppedMeal({ item, names, allergens, busy, handOut, onDrop }: StoppedMealProps) {
  const { t } = useTranslation(['canteen', 'ui']);
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asking) dialog.current?.showModal();
  }, [asking]);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const written = reason.trim();
    setMissing(written === '');
    if (written === '') field.current?.focus();
    else if (!busy) handOut(written);
  }
  return (
    <>
      <button type="button" className={desk.press} data-look="alarm" onClick={() => setAsking(true)}>
        {t('override.ask')}
      </button>
      {asking && (
        <dialog ref={dialog} className={classes.dialog} aria-labelledby="override-title" onClose={onDrop}>
          <form onSubmit={submit} noValidate>
            <h2 id="override-title">{t('override.title')}</h2>
            <p>{t('override.why', { names: names || item, allergens })}</p>
            <label className={desk.label} htmlFor="override-reason">
              {t('override.reason')}
            </label>
            <input
              ref={field}
              id="override-reason"
              className={classes.input}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              maxLength={MAX_REASON_LENGTH}
              autoComplete="off"
              aria-required
              aria-invalid={missing || undefined}
              aria-describedby="override-missing"
            />
            <p id="override-missing" className={classes.wrong} role="alert">
              {missing && t('override.needed')}
            </p>
            <div className={desk.form}>
              <button type="button" className={desk.press} onClick={onDrop}>
                {t('ui:cancel')}
              </button>
              <button type="submit" className={desk.press} data-look="alarm" disabled={busy}>
                {t('override.confirm')}
              </button>
            </div>
          </form>
        </dialog>
      )}
    </>
  );
}
