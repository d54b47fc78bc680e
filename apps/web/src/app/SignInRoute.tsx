import { Anchor } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { SignInPage } from '../features/session/SignInPage.tsx';
import { isEnrolled } from '../lib/enrolled.ts';
import { useTranslation } from '../lib/i18n.ts';
import { isPos } from '../lib/pos.ts';
import type { Session } from '../lib/session.ts';
import { takeSignOutReason } from '../lib/sign-out-reason.ts';
import { LinkAnchor } from '../ui/links.tsx';
import { addressOf, landingOf, screenAt } from './routes-table.ts';
import { LanguageSwitch } from './Switches.tsx';
import { confirmSession, currentMe, returnAddress } from './session-flow.ts';

/** Signs the user in, then opens the screen that they came from, or their role's landing screen. */
export function SignInRoute() {
  const { to } = useSearch({ from: '/auth' });
  const { t } = useTranslation('session');
  const navigate = useNavigate();
  const [signOutReason] = useState(takeSignOutReason);
  async function enter(session: Session) {
    const { role } = session;
    // An agent's landing screen depends on their duty, which only the server knows.
    if (role === 'CheckAgent') await confirmSession(session).catch(() => undefined);
    const back = returnAddress(to, role, (pathname, mine) => screenAt(pathname)?.roles.includes(mine) ?? false);
    const address = back ?? addressOf(landingOf(role, currentMe()?.duties, isPos(), isEnrolled()));
    if (screenAt(new URL(address, window.location.origin).pathname)?.page)
      void navigate({ href: address, replace: true });
    else window.location.assign(address);
  }
  return (
    <SignInPage
      onSignedIn={(session) => void enter(session)}
      signOutReason={signOutReason}
      corner={<LanguageSwitch />}
      below={
        <>
          <LinkAnchor to="/forgot.password" size="sm" mt="md" display="inline-block">
            {t('forgot')}
          </LinkAnchor>
          {isEnrolled() && (
            // A full page load, because the screen belongs to the lean entry.
            <Anchor href="/app/check.start" size="sm" mt="xs" display="block">
              {t('unlock')}
            </Anchor>
          )}
        </>
      }
    />
  );
}
