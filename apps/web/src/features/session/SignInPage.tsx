import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import type { Session } from '../../lib/session.ts';
import type { SignOutReason } from '../../lib/sign-out-reason.ts';
import { hideNotices, showDone } from '../../ui/notify.tsx';
import { CodeStep } from './CodeStep.tsx';
import { FactorStep } from './FactorStep.tsx';
import type { FactorWays } from './factor-ways.ts';
import { PhoneStep } from './PhoneStep.tsx';
import { SignInCard } from './SignInCard.tsx';

const PAUSE_MS = 500;

/** Code sent: the state once a code is on its way. */
export interface CodeSent {
  readonly phone: string;
  readonly profileSYSID: string;
}

interface SignInPageProps {
  readonly onSignedIn: (session: Session) => void;
  /** Reason for which the user was signed out. */
  readonly signOutReason?: SignOutReason | null;
  /** Element below the phone number: the link to a new password. */
  readonly below?: ReactNode;
  /** Corner: a switch that is shown at every step. */
  readonly corner?: ReactNode;
}

/** Sign-in: step 1 asks for the phone number, step 2 for the code from the SMS or a backup code, step 3 for a second factor. */
export function SignInPage({ onSignedIn, signOutReason, below, corner }: SignInPageProps) {
  const { t } = useTranslation('session');
  const [sent, setSent] = useState<CodeSent | null>(null);
  const [phone, setPhone] = useState('');
  const [backup, setBackup] = useState(false);
  const [factor, setFactor] = useState<{ readonly otp: string; readonly ways: FactorWays } | null>(null);

  function enter(session: Session) {
    // Errors of earlier steps are settled now.
    hideNotices();
    showDone(t('gettingDashboard'));
    setTimeout(onSignedIn, PAUSE_MS, session);
  }
  function back() {
    setSent(null);
    setBackup(false);
    setFactor(null);
  }
  const heading = !sent
    ? 'title'
    : factor
      ? factor.ways.totp
        ? 'factor.title'
        : 'factor.titleOther'
      : backup
        ? 'backup.title'
        : 'codeTitle';
  return (
    <SignInCard title={t('title')} heading={t(heading)} corner={corner}>
      {signOutReason && !sent && (
        <Alert role="status" color="yellow" mb="md" icon={<IconInfoCircle aria-hidden />}>
          {t(`farewell.${signOutReason}`)}
        </Alert>
      )}
      {sent && factor ? (
        <FactorStep {...factor} backup={backup} profileSYSID={sent.profileSYSID} onBack={back} onSignedIn={enter} />
      ) : sent ? (
        <CodeStep
          {...{ sent, backup }}
          onBackup={setBackup}
          onSent={setSent}
          onBack={back}
          onFactor={(otp, ways) => setFactor({ otp, ways })}
          onSignedIn={enter}
        />
      ) : (
        <>
          <PhoneStep phone={phone} onPhone={setPhone} onSent={setSent} />
          {below}
        </>
      )}
    </SignInCard>
  );
}
