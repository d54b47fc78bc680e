import { useTranslation } from '../../../lib/i18n.ts';
import { useOfSchool } from '../../../lib/school.ts';
import classes from '../../../school/desk/desk.module.css';
import { headingOf, type OrphanedRequest } from '../../../school/pending/pending-request.ts';
import styles from './OrphanedRides.module.css';
import { orphanedRides } from './orphan-list.ts';
import { type OnPassed, useOrphanedRide, useOthersNote } from './useOrphanedRide.ts';

/** Rides whose press had no answer when its page ended: shows each outcome, and asks the attendant where the outcome is unknown. */
export function OrphanedRides({ onPassed }: { onPassed: OnPassed }) {
  const { t } = useTranslation('rides');
  const left = useOfSchool(orphanedRides.use());
  const othersNote = useOthersNote(left);
  if (left.length === 0) return null;
  const { text, count, hasUnknown } = headingOf(left);
  return (
    <section
      className={classes.note}
      data-look={left.every(({ outcome }) => outcome === 'recorded') ? 'good' : 'bad'}
      aria-labelledby="left"
    >
      <div role="alert">
        <h2 id="left" className={classes.heading}>
          {t(text, { count })}
        </h2>
      </div>
      <ul className={styles.left}>
        {left.map((one) => (
          <OrphanedRide key={one.key} left={one} onPassed={onPassed} />
        ))}
      </ul>
      {hasUnknown && <p>{t('left.note')}</p>}
      {othersNote && <p>{othersNote}</p>}
    </section>
  );
}

function OrphanedRide({ left, onPassed }: { left: OrphanedRequest; onPassed: OnPassed }) {
  const { t } = useTranslation('rides');
  const { who, what, failed, presses } = useOrphanedRide(left, onPassed);
  return (
    <li>
      <strong>{who}</strong>
      <span>{what}</span>
      <span className={styles.words}>
        {presses.map(({ text, of, act }) => (
          <button key={text} type="button" className={classes.press} {...of} onClick={act}>
            {text}
          </button>
        ))}
      </span>
      {failed && <span role="alert">{t('left.failed')}</span>}
    </li>
  );
}
