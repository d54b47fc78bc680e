import { getRollCall, type SeenChild } from '@mfuko/contract/roll-calls';
import { useEffect, useState } from 'react';
import { formatCount, formatDate } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { call } from '../../../lib/request.ts';
import classes from '../../../school/desk/desk.module.css';
import type { Step } from '../../../school/offline/roll-call-steps.ts';
import { asMinutes, type Child, type RollCall, withTicks } from './roll-call.ts';

interface RollCallRecordProps {
  readonly rollCall: RollCall;
  readonly steps: readonly Step[];
  readonly onAnew: () => void;
}

/** Printable record of an ended roll call: who is still missing, and who was seen, by whom and when. */
export function RollCallRecord({ rollCall, steps, onAnew }: RollCallRecordProps) {
  const { t } = useTranslation('desk');
  const { id, reason, opened, closed, expected, others } = rollCall;
  const { missing, accounted, secondsToAll } = withTicks(rollCall, steps);
  const minutes = closed ? Math.round((Date.parse(closed) - Date.parse(opened)) / 60_000) : 0;
  const [seen, setSeen] = useState<readonly SeenChild[]>([]);
  // Fetched again after a late tick.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each child who is found
  useEffect(() => {
    call(getRollCall, { sysid: id, named: true }, {}).then(
      (told) => setSeen(told.seen ?? []),
      // Offline, the record is shown without the children who were seen.
      () => undefined,
    );
  }, [id, accounted, others.length]);
  return (
    <>
      <dl className={classes.figures}>
        {[
          [t('rollCall.reason'), reason],
          [t('rollCall.opened'), formatDate(opened)],
          [t('rollCall.closed'), closed ? formatDate(closed) : ''],
          [t('rollCall.took'), t('rollCall.minutes', { count: minutes, shown: formatCount(minutes) })],
          [
            t('rollCall.accounted'),
            t('rollCall.of', { accounted: formatCount(accounted), expected: formatCount(expected) }),
          ],
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 ? (
        <section className={classes.note} data-look="bad" aria-label={t('rollCall.stillMissing')}>
          <h2 className={classes.heading}>{t('rollCall.stillMissing')}</h2>
          <Named of={missing} />
        </section>
      ) : (
        <p className={classes.note} data-look="good">
          {t('rollCall.all')}
          {secondsToAll !== null && ` · ${t('rollCall.allAfter', { time: asMinutes(secondsToAll) })}`}
        </p>
      )}
      {others.length > 0 && (
        <section aria-label={t('rollCall.others')}>
          <h2 className={classes.heading}>{t('rollCall.others')}</h2>
          <Named of={others} />
        </section>
      )}
      <div className={classes.form}>
        <button type="button" className={classes.press} onClick={() => window.print()}>
          {t('rollCall.print')}
        </button>
        <button type="button" className={classes.press} data-look="alarm" onClick={onAnew}>
          {t('rollCall.anew')}
        </button>
      </div>
      {seen.length > 0 && (
        <section aria-label={t('rollCall.seen')}>
          <h2 className={classes.heading}>
            {t('rollCall.seen')} · {formatCount(seen.length)}
          </h2>
          <table className={classes.table}>
            <tbody>
              {seen.map(({ admissionNumber, names, className, at, by, byFinger }) => (
                <tr key={admissionNumber}>
                  <td>{className}</td>
                  <td>{`${names} (${admissionNumber})`}</td>
                  <td>
                    {t('rollCall.seenAt', { at: formatDate(at), by })}
                    {byFinger && ` · ${t('rollCall.byFinger')}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

function Named({ of }: { of: readonly Child[] }) {
  return (
    <ul>
      {of.map(({ admissionNumber, names, className }) => (
        <li key={admissionNumber}>{`${names} (${admissionNumber}) · ${className}`}</li>
      ))}
    </ul>
  );
}
