import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { logout } from '@mfuko/contract/session';
import { IconLogin2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { call } from '../../lib/request.ts';
import { dropKeptSession } from '../../lib/session.ts';

/** A first factor takes a fresh sign-in: logs out, and comes back to this screen after it. */
export function SignInAgain({ onCancel }: { readonly onCancel: () => void }) {
  const { t } = useTranslation('profile');
  const [leaving, setLeaving] = useState(false);
  async function leave() {
    setLeaving(true);
    const { pathname, search } = window.location;
    dropKeptSession();
    // Without a network it ends by itself, and the next sign-in does not wait for that.
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
