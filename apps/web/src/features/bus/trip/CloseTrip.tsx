import type { Trip, TripEntry } from '@mfuko/contract/bus-trips';
import { type FormEvent, type ReactNode, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { CallError, describe } from '../../../lib/problems.ts';
import classes from '../../../school/desk/desk.module.css';
import type { KeptBus } from './kept-bus.ts';
import type { Scan } from './scan.ts';
import styles from './Trip.module.css';
import { closeTripOf } from './trip-ends.ts';
import type { KeptTrip, Lists } from './trip-view.ts';
import { useUnanswered } from './useUnanswered.ts';

interface CloseTripProps {
  readonly of: KeptBus;
  /** Trip by the server's last answer; null where the server has none. */
  readonly trip: Trip | null;
  readonly lists: Pick<Lists, 'aboard'>;
  readonly kept: KeptTrip;
  readonly away: boolean;
  /** Shown offline; passed as a prop, so that it needs no chunk of its own. */
  readonly unable: ReactNode;
  /** Child at the door with an open question, and true while a ride is being recorded. */
  readonly rides: { readonly question: Scan | null; readonly busy: boolean };
}

/**
 * Closes a trip by the code at the rear seat, and only with the server's confirmation. A child aboard is named and prevents the close, and
 * so does an open question about a child, of which the server does not know.
 */
export function CloseTrip({ of, trip, lists: { aboard }, kept, away, unable, rides }: CloseTripProps) {
  const { t } = useTranslation('trip');
  const { t: ui } = useTranslation('ui');
  const [asking, setAsking] = useState(false);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const [refused, setRefused] = useState<readonly TripEntry[]>([]);
  const unanswered = useUnanswered(trip, rides.question);
  if (away || trip === null) return unable;
  if (!asking) {
    return (
      <div className={classes.form}>
        <button type="button" className={classes.press} onClick={() => setAsking(true)}>
          {t('closing.close')}
        </button>
      </div>
    );
  }
  /** Rides of this device that the server's last answer does not contain. */
  const unsent = kept.rides.length;
  const isHeld = unsent > 0 || rides.busy || unanswered.holds;
  const count = unanswered.children.length;
  // The server's list comes first; until then the screen's own list is shown.
  const named = aboard.length > 0 ? aboard : refused;
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!trip || busy || code.trim() === '' || isHeld) return;
    setBusy(true);
    setWrong(null);
    setRefused([]);
    try {
      await closeTripOf(of, trip.sysid, code);
      setAsking(false);
    } catch (error) {
      if (error instanceof CallError && error.problem === 'bus.child-aboard')
        setRefused(error.detail.aboard as readonly TripEntry[]);
      else setWrong(describe(error).message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <section className={classes.note} data-look="waiting" aria-label={t('closing.close')}>
      <div role="alert">
        {named.length > 0 && (
          <>
            <strong>{t('closing.aboard', { count: named.length, shown: formatCount(named.length) })}</strong>
            <Names of={named} />
          </>
        )}
        {rides.busy && <p>{t('closing.recording')}</p>}
        {count > 0 && (
          <>
            <strong>{t('closing.unanswered', { count, shown: formatCount(count) })}</strong>
            <Names of={unanswered.children} />
          </>
        )}
        {unsent > 0 && <p>{t('closing.unsent', { count: unsent, shown: formatCount(unsent) })}</p>}
        {wrong && <p>{wrong}</p>}
      </div>
      {unanswered.toLookFor > 0 && (
        <div className={styles.choice}>
          <label>
            <input
              type="checkbox"
              checked={unanswered.isLooked}
              onChange={(event) => unanswered.look(event.currentTarget.checked)}
            />
            {t('closing.looked', { count: unanswered.toLookFor })}
          </label>
        </div>
      )}
      <p>{t('closing.walk')}</p>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <div>
          <label className={classes.label} htmlFor="rear">
            {t('closing.code')}
          </label>
          <input
            id="rear"
            className={classes.input}
            value={code}
            onChange={(event) => {
              setWrong(null);
              setCode(event.currentTarget.value);
            }}
            inputMode="numeric"
            maxLength={12}
            autoComplete="off"
          />
        </div>
        <button type="submit" className={classes.press} data-look="go" disabled={busy || code.trim() === '' || isHeld}>
          {t('closing.confirm')}
        </button>
        <button type="button" className={classes.press} onClick={() => setAsking(false)}>
          {ui('cancel')}
        </button>
      </form>
    </section>
  );
}

function Names({ of }: { of: readonly Pick<TripEntry, 'admissionNumber' | 'names' | 'className'>[] }) {
  return (
    <ul>
      {of.map(({ admissionNumber, names, className }) => (
        <li key={admissionNumber}>
          {names ? `${names} (${[admissionNumber, className].filter(Boolean).join(', ')})` : admissionNumber}
        </li>
      ))}
    </ul>
  );
}
