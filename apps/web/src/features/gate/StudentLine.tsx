import { useTranslation } from '../../lib/i18n.ts';
import classes from './Entry.module.css';
import { type Entry, isNobodys } from './lane/entry.ts';
import type { By } from './screens.ts';

/** Student to whom the typed number belongs, shown before the finger is read. */
export function StudentLine({ entry, by }: { entry: Entry; by: By }) {
  const { t } = useTranslation('gate');
  const { number, lookup, veiled } = entry;
  // Until typing ends, the digits may be the start of a longer number, so an unknown number is not reported yet.
  const status = veiled || (lookup.status === 'missing' && !isNobodys(entry)) ? 'typing' : lookup.status;
  const unprepared = lookup.status === 'found' && by === 'fingerprint' && !lookup.student.hasFingerprint;
  const pinFirst = lookup.status === 'found' && by === 'fingerprint' && !unprepared && lookup.student.pinFirst === true;
  return (
    <p id="student" className={classes.student} data-status={unprepared ? 'missing' : status} aria-live="polite">
      {lookup.status === 'found' ? (
        <>
          <strong>{lookup.student.names}</strong> · {unprepared ? t('student.noFinger') : lookup.student.className}
          {pinFirst && ` · ${t('student.pinFirst')}`}
        </>
      ) : (
        t(`student.${status}`, { number })
      )}
    </p>
  );
}
