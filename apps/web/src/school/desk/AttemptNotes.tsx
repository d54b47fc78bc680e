import { useEffect } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { aboutAttempt } from '../attempts/about.ts';
import { type Attempt, useOpenAttempts, watchAttempts } from '../attempts/attempts.ts';
import { hintOf } from '../attempts/kind.ts';
import { endNote } from '../attempts/read-as-recorded.ts';
import { useOutcome } from '../attempts/useOutcome.ts';
import desk from './desk.module.css';
import { StorageNote } from './StorageNote.tsx';

const LOOKS = { unknown: 'bad', recorded: 'good', refused: undefined, void: undefined } as const;

/** Notes on money whose answer was lost, also before a reload: asks for the outcome of each, and shows it until the user has read it. */
export function AttemptNotes() {
  const attempts = useOpenAttempts();
  useEffect(watchAttempts, []);
  return (
    <>
      <StorageNote />
      {attempts.map((attempt) => (
        <AttemptNote key={attempt.key} attempt={attempt} />
      ))}
    </>
  );
}

function AttemptNote({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation('school');
  const { data, refetch, isFetching } = useOutcome(attempt);
  const outcome = data?.outcome ?? 'unknown';
  return (
    <section className={desk.note} data-look={LOOKS[outcome]} role="alert">
      <p>
        <strong>{t(`attempts.${outcome}`)}</strong>
      </p>
      <p>{aboutAttempt(attempt, t)}</p>
      <p>{t(hintOf(attempt, outcome))}</p>
      {data ? (
        <button type="button" className={desk.press} onClick={() => endNote(attempt, outcome)}>
          {t('attempts.read')}
        </button>
      ) : (
        <button type="button" className={desk.press} disabled={isFetching} onClick={() => void refetch()}>
          {t('attempts.ask')}
        </button>
      )}
    </section>
  );
}
