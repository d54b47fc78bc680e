import { type FormEvent, useRef, useState } from 'react';
import { formatCount, formatDate } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';
import type { Roster } from '../../../school/offline/roster.ts';

/** Starts a roll call with a reason that everybody in the office sees. */
export function OpenForm({ roster, onOpen }: { roster: Roster | null; onOpen: (reason: string) => void }) {
  const { t } = useTranslation('desk');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const written = reason.trim();
    setMissing(written === '');
    if (written === '') field.current?.focus();
    else onOpen(written);
  }
  const count = roster?.children.length ?? 0;
  return (
    <form onSubmit={submit} noValidate>
      <p className={classes.dim}>{t('rollCall.hint')}</p>
      <p className={classes.dim}>
        {roster
          ? `${t('rollCall.count', { count, shown: formatCount(count) })} · ${formatDate(roster.seenAt)}`
          : t('rollCall.noList')}
      </p>
      <div className={classes.form}>
        <div>
          <label className={classes.label} htmlFor="reason">
            {t('rollCall.reason')}
          </label>
          <input
            ref={field}
            id="reason"
            className={classes.input}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            aria-describedby="reason-hint"
            aria-invalid={missing || undefined}
            maxLength={200}
            autoComplete="off"
          />
        </div>
        <button type="submit" className={classes.press} data-look="alarm">
          {t('rollCall.open')}
        </button>
      </div>
      <p id="reason-hint" className={classes.dim} role={missing ? 'alert' : undefined}>
        {t(missing ? 'rollCall.reasonMissing' : 'rollCall.reasonHint')}
      </p>
    </form>
  );
}
