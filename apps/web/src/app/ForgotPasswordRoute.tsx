import { Anchor } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ForgotPasswordPage } from '../features/session/index.ts';

/** Setting a new password, and from there to the sign-in screen: a password signs nobody in. */
export function ForgotPasswordRoute() {
  const { t } = useTranslation('session');
  const navigate = useNavigate();
  return (
    <ForgotPasswordPage
      onDone={() => void navigate({ to: '/auth' })}
      back={
        <Anchor size="sm" renderRoot={(props) => <Link to="/auth" {...props} />}>
          {t('toSignIn')}
        </Anchor>
      }
    />
  );
}
