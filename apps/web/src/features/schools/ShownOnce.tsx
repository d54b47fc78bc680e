import { Alert, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { Copied } from '../../ui/Copied.tsx';

export interface Credentials {
  readonly token: string;
  readonly appId: string;
}

/** Shown once: what a new school's own programs sign in with. The server keeps no copy that it could show again. */
export function ShownOnce({ credentials }: { credentials: Credentials }) {
  const { t } = useTranslation('schools');
  return (
    <Alert color="yellow" icon={<IconKey aria-hidden />} title={t('once.title')} mb="lg" maw={640}>
      <Text size="sm" mb="sm">
        {t('once.hint')}
      </Text>
      <Stack gap="sm">
        <Copied name={t('once.appId')} value={credentials.appId} />
        <Copied name={t('once.token')} value={credentials.token} />
      </Stack>
    </Alert>
  );
}
