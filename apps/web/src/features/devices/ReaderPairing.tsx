import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { DeviceRow } from '@mfuko/contract/devices';
import { IconFingerprint } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { usePairing } from './usePairing.ts';

/** Shows if pictures of this reader must be signed, and pairs the reader that is plugged into this machine. */
export function ReaderPairing({ device }: { readonly device: DeviceRow }) {
  const { t } = useTranslation('devices');
  const { busy, problem, pair, unpair } = usePairing(device);
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t(device.signsCaptures ? 'pair.paired' : 'pair.hint')}
      </Text>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Group gap="sm">
        <Button variant="default" leftSection={<IconFingerprint size={18} aria-hidden />} loading={busy} onClick={pair}>
          {t(device.signsCaptures ? 'pair.again' : 'pair.act')}
        </Button>
        {device.signsCaptures && (
          <Button variant="default" disabled={busy} onClick={unpair}>
            {t('pair.undo')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
