import { useIsMutating } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { waitingAttempts } from '../../../school/attempts/attempt-list.ts';
import desk from '../../../school/desk/desk.module.css';
import type { Lost } from './outcome.ts';

/**
 * Shown when the session is over: lists the students whose press has no answer, so that the cook knows who stands there without a confirmed
 * portion, and leads to the sign-in.
 */
export function SessionEnded({ presses, onSignIn }: { presses: readonly Lost[]; onSignIn: () => void }) {
  const { t } = useTranslation('canteen');
  const underWay = useIsMutating();
  const open = new Set(waitingAttempts.use().map(({ admissionNumber }) => admissionNumber));
  // Presses whose outcome is asked for may have been answered since.
  const lost = presses.filter(({ asked, admissionNumber }) => !asked || open.has(admissionNumber));
  const isTold = underWay === 0 && lost.length === 0;
  useEffect(() => {
    if (isTold) onSignIn();
  }, [isTold, onSignIn]);
  if (lost.length === 0) return null;
  const who = lost.map(({ names, admissionNumber }) => (names ? `${names} (${admissionNumber})` : admissionNumber));
  return (
    <section className={desk.note} data-look="bad" role="alert">
      <p>
        <strong>{t('ended.title')}</strong>
      </p>
      <p>{t('ended.lost', { who: [...new Set(who)].join(', ') })}</p>
      <button type="button" className={desk.press} onClick={onSignIn}>
        {t('ended.signIn')}
      </button>
    </section>
  );
}
