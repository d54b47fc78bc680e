import { Alert, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { Copied } from '../../ui/Copied.tsx';

export interface Credentials {
  readonly token: string;
  readonly appId: string;
}

/** Credentials of a new school's own programs, shown once: the server keeps no readable copy. */
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
