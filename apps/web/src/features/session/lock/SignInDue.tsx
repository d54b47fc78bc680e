import { useEffect } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { FullPageDialog } from './FullPageDialog.tsx';
import classes from './LockScreen.module.css';

/** Shown once the twelve hours are over: recorded events are still sent, and everything else needs a sign-in by code. */
export function SignInDue({ onSignIn }: { readonly onSignIn: () => void }) {
  const { t } = useTranslation('unlock');
  const waiting = outbox.waiting.use();
  useEffect(() => {
    const stop = outbox.start();
    outbox.flush();
    return stop;
  }, []);
  return (
    <FullPageDialog title={t('due.title')} school={null}>
      <p className={classes.text} role="status">
        {waiting > 0 ? t('due.sending', { count: waiting }) : t('due.sent')}
      </p>
      <button type="button" className={classes.strong} onClick={onSignIn}>
        {t('code')}
      </button>
    </FullPageDialog>
  );
}
