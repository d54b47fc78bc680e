import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';

interface ReasonProps {
  readonly busy: boolean;
  /** Reason that was refused before. */
  readonly given: string | undefined;
  readonly onReason: (reason: string) => void;
  readonly onCancel: () => void;
}

/** Asks for a reason to record a ride that contradicts the records: a wrong record of yesterday must not leave a child at the roadside. */
export function Reason({ busy, given = '', onReason, onCancel }: ReasonProps) {
  const { t } = useTranslation('trip');
  const { t: ui } = useTranslation('ui');
  const [reason, setReason] = useState(given);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (reason.trim() !== '') onReason(reason.trim());
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div>
        <label className={classes.label} htmlFor="reason">
          {t('reason.label')}
        </label>
        <input
          id="reason"
          className={classes.input}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          aria-describedby="reason-hint"
          maxLength={200}
          autoComplete="off"
        />
      </div>
      <button type="submit" className={classes.press} disabled={busy || reason.trim() === ''}>
        {t('reason.record')}
      </button>
      <button type="button" className={classes.press} onClick={onCancel}>
        {ui('cancel')}
      </button>
      <p id="reason-hint">{t('reason.hint')}</p>
    </form>
  );
}
