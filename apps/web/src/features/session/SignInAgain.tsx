import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { logout } from '@mfuko/contract/session';
import { IconLogin2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { call } from '../../lib/request.ts';
import { dropKeptSession } from '../../lib/session.ts';

/** Requires a fresh sign-in before the first second factor is set up: logs out and returns to this screen afterwards. */
export function SignInAgain({ onCancel }: { readonly onCancel: () => void }) {
  const { t } = useTranslation('profile');
  const [leaving, setLeaving] = useState(false);
  async function leave() {
    setLeaving(true);
    const { pathname, search } = window.location;
    dropKeptSession();
    // Offline the session expires by itself, so a failed logout does not delay the next sign-in.
    await call(logout, {}, { overlay: false }).catch(() => undefined);
    window.location.assign(`/auth?${new URLSearchParams({ to: pathname + search })}`);
  }
  return (
    <Alert color="yellow" role="alert" icon={<IconLogin2 aria-hidden />} title={t('again.title')}>
      <Stack gap="sm">
        <Text size="sm">{t('again.why')}</Text>
        <Group gap="sm">
          <Button size="sm" loading={leaving} onClick={() => void leave()}>
            {t('again.act')}
          </Button>
          <Button size="sm" variant="default" onClick={onCancel}>
            {t('confirm.cancel')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
