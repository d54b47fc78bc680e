import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { MadeApiKey } from '@mfuko/contract/programs';
import { IconKey } from '@tabler/icons-react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Copied } from '../../ui/Copied.tsx';

interface ShownKeyProps {
  readonly made: MadeApiKey;
  readonly onClose: () => void;
}

/** Shows a new token, for the only time. */
export function ShownKey({ made, onClose }: ShownKeyProps) {
  const { t } = useTranslation('programs');
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<IconKey aria-hidden />} title={t('once.title')}>
        <Text size="sm">{t('once.hint')}</Text>
      </Alert>
      <Copied name={t('fields.appId')} value={made.appId} />
      <Copied name={t('fields.token')} value={made.token} />
      {made.oldTokenUntil !== null && <Text size="sm">{t('once.old', { until: formatDate(made.oldTokenUntil) })}</Text>}
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('once.done')}</Button>
      </Group>
    </Stack>
  );
}
