import type { TripEntry } from '@mfuko/contract/bus-trips';
import { formatCount } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';
import type { RideKind } from './scan.ts';
import styles from './Trip.module.css';
import type { Lists } from './trip-view.ts';

const OPEN_AT_FIRST: readonly string[] = ['aboard', 'missing'];

interface PeopleListProps {
  readonly name: keyof Lists;
  readonly entries: readonly TripEntry[];
  readonly act: RideKind | undefined;
  /** True where the list holds children who were left aboard. */
  readonly isLeft: boolean;
  readonly busy: boolean;
  readonly onRide: (kind: RideKind, number: string) => void;
}

/** One list of a trip by name, with a button beside each name where an action is possible. */
export function PeopleList({ name, entries, act, isLeft, busy, onRide }: PeopleListProps) {
  const { t } = useTranslation('trip');
  const matters = isLeft ? 'left' : (name === 'missing' || name === 'others') && entries.length > 0;
  return (
    <details className={styles.list} open={OPEN_AT_FIRST.includes(name)} data-matters={matters || undefined}>
      <summary>
        <span className={styles.count}>{formatCount(entries.length)}</span>
        <span>{t(`lists.${name}`)}</span>
      </summary>
      {entries.length === 0 ? (
        <p className={styles.nobody}>{t('nobody')}</p>
      ) : (
        <ul className={styles.people}>
          {entries.map(({ admissionNumber, names, className, stop }) => (
            <li key={admissionNumber}>
              <span>
                {names || admissionNumber}
                <small>{[names && admissionNumber, className, stop].filter(Boolean).join(' · ')}</small>
              </span>
              {act && (
                <button
                  type="button"
                  className={classes.press}
                  disabled={busy}
                  aria-label={`${t(`act.${act}`)}: ${[names, admissionNumber].filter(Boolean).join(' ')}`}
                  onClick={() => onRide(act, admissionNumber)}
                >
                  {t(`act.${act}`)}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
