import { Button } from '@mantine/core';
import type { DeviceRow } from '@mfuko/contract/devices';
import { IconLink, IconTrash } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { useRevokingMany } from './useRevoking.ts';

interface DevicesBulkProps {
  readonly rows: readonly DeviceRow[];
  /** Called with the devices that may not have been changed. */
  readonly onDone: (left: readonly DeviceRow[]) => void;
}

/** Acts on the devices that are selected. */
export function DevicesBulk({ rows, onDone }: DevicesBulkProps) {
  const { t } = useTranslation('devices');
  const many = useRevokingMany();
  const linked = rows.filter(({ status }) => status === 'linked');
  const revoked = rows.filter(({ status }) => status === 'revoked');
  return (
    <>
      {linked.length > 0 && (
        <Button
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={18} aria-hidden />}
          loading={many.busy}
          onClick={() => void many.revoke(linked).then(onDone)}
        >
          {t('list.revoke', { count: linked.length })}
        </Button>
      )}
      {revoked.length > 0 && (
        <Button
          variant="default"
          leftSection={<IconLink size={18} aria-hidden />}
          loading={many.busy}
          onClick={() => void many.restore(revoked).then(onDone)}
        >
          {t('list.restore', { count: revoked.length })}
        </Button>
      )}
    </>
  );
}
