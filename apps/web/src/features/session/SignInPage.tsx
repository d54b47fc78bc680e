import { Paper, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../lib/config.ts';
import type { Session } from '../../lib/session.ts';
import { Logo } from '../../ui/Logo.tsx';
import { hideNotices, showDone } from '../../ui/notify.tsx';
import { Background } from './Background.tsx';
import { CodeStep } from './CodeStep.tsx';
import { PhoneStep } from './PhoneStep.tsx';
import classes from './SignInPage.module.css';

const PAUSE_MS = 500;

/** What is known once a code is on its way. */
export interface CodeSent {
  readonly phone: string;
  readonly profileSYSID: string;
}

/** Step 1 asks for the phone number, step 2 for the code that was sent to it. */
export function SignInPage({ onSignedIn }: { onSignedIn: (session: Session) => void }) {
  const { t } = useTranslation('session');
  const [sent, setSent] = useState<CodeSent | null>(null);
  const [phone, setPhone] = useState('');
  const { platformName } = config();
  useEffect(() => {
    document.title = `${t('title')} · ${platformName}`;
  }, [t, platformName]);

  function enter(session: Session) {
    // What went wrong on the way in is settled now.
    hideNotices();
    showDone(t('gettingDashboard'));
    setTimeout(onSignedIn, PAUSE_MS, session);
  }
  return (
    <div className={classes.page}>
      <Background />
      <main className={classes.main}>
        <Paper className={classes.card} shadow="xl">
          <div className={classes.brand}>
            <Logo size={44} />
            <div>
              <div className={classes.name}>{platformName}</div>
              <div className={classes.tagline}>{t('tagline')}</div>
            </div>
          </div>
          <Title order={1} size="h2" mb="md">
            {t(sent ? 'codeTitle' : 'title')}
          </Title>
          {sent ? (
            <CodeStep sent={sent} onSent={setSent} onBack={() => setSent(null)} onSignedIn={enter} />
          ) : (
            <PhoneStep phone={phone} onPhone={setPhone} onSent={setSent} />
          )}
        </Paper>
      </main>
    </div>
  );
}
