import { useNavigate } from '@tanstack/react-router';
import { ForgotPasswordPage } from '../features/session/ForgotPasswordPage.tsx';
import { useTranslation } from '../lib/i18n.ts';
import { currentSession } from '../lib/session.ts';
import { LinkAnchor } from '../ui/links.tsx';
import { forget } from './session-flow.ts';

/** Sets a new password, and leads to the sign-in screen: a new password does not sign in. */
export function ForgotPasswordRoute() {
  const { t } = useTranslation('session');
  const navigate = useNavigate();
  function leave(phone: string) {
    // All sessions of that user have ended, this browser's too.
    if (currentSession()?.userName === phone) forget();
    void navigate({ to: '/auth' });
  }
  return (
    <ForgotPasswordPage
      onDone={leave}
      back={
        <LinkAnchor to="/auth" size="sm">
          {t('toSignIn')}
        </LinkAnchor>
      }
    />
  );
}
