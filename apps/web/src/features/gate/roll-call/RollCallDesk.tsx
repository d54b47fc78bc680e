import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formatCount, formatDate } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { describe } from '../../../lib/problems.ts';
import { useSchool } from '../../../lib/school.ts';
import type { Session } from '../../../lib/session.ts';
import { DeskBar } from '../../../school/desk/DeskBar.tsx';
import classes from '../../../school/desk/desk.module.css';
import { useOnline, useOwnNames } from '../../../school/desk/useDevice.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import type { Roster } from '../../../school/offline/roster.ts';
import { Marshal } from './Marshal.tsx';
import { RollCallRecord } from './RollCallRecord.tsx';
import { useRollCall } from './useRollCall.ts';

interface RollCallDeskProps {
  readonly session: Session;
  /** Null until the server has said so. */
  readonly names: string | null;
  readonly onLogout: () => void;
}

/** Roll call of an evacuation: who is still missing, ticked by several marshals at once, with or without a network. */
export function RollCallDesk({ session, names, onLogout }: RollCallDeskProps) {
  const { t } = useTranslation('desk');
  const school = useSchool();
  const by = useOwnNames(session, names);
  const online = useOnline();
  const down = outbox.down.use();
  const waiting = outbox.waiting.use();
  const at = useRollCall(school?.sysid ?? '');
  const [anew, setAnew] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => outbox.start(), []);
  const away = !online || down || at.away;
  const isStaff = session.role !== 'CheckAgent';
  const { rollCall } = at;
  const work = (what: Promise<void>) =>
    what.then(
      () => setFailed(null),
      (error: unknown) => setFailed(describe(error).message),
    );
  return (
    <div className={classes.page}>
      <DeskBar
        title={t('rollCall.title')}
        school={school?.shortName ?? null}
        names={by}
        online={!away}
        waiting={waiting}
        onLogout={onLogout}
      >
        <a href="/app/checkin.pin">{t('bar.gate')}</a>
        <a href={isStaff ? '/app' : '/app/check.dash'}>{t('bar.console')}</a>
      </DeskBar>
      <main className={classes.main}>
        <div role="status">
          {away && (!rollCall || rollCall.closed) && (
            <p className={classes.note} data-look="waiting">
              {t('rollCall.away')}
            </p>
          )}
        </div>
        <div role="alert">
          {(failed ?? at.refusal) && (
            <p className={classes.note} data-look="bad">
              {t('rollCall.refused', { why: failed ?? (at.refusal ? describe(at.refusal).message : '') })}
            </p>
          )}
        </div>
        {rollCall === undefined ? null : rollCall && !rollCall.closed ? (
          <Marshal
            rollCall={rollCall}
            steps={at.steps}
            away={away}
            mayEnd={isStaff}
            onTick={(number) => work(at.tick(rollCall, number, by))}
            onEnded={at.ask}
          />
        ) : rollCall && !anew ? (
          <RollCallRecord rollCall={rollCall} steps={at.steps} onAnew={() => setAnew(true)} />
        ) : (
          <OpenForm roster={at.roster} onOpen={(reason) => work(at.open(reason).then(() => setAnew(false)))} />
        )}
      </main>
    </div>
  );
}

function OpenForm({ roster, onOpen }: { roster: Roster | null; onOpen: (reason: string) => void }) {
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
