import { Alert, Text } from '@mantine/core';
import type { BusEvent } from '@mfuko/contract/bus';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';

/** Warnings of the last ride for the attendant: it was recorded, but not on the own bus, or not at the own stop. */
export function RideWarnings({ event }: { event: BusEvent | null }) {
  const { t } = useTranslation('bus');
  return (
    <div role="alert">
      {event && event.warnings.length > 0 && (
        <Alert
          color="yellow"
          variant="filled"
          autoContrast
          icon={<IconAlertTriangle aria-hidden />}
          title={`${event.studentName} · ${event.class}`}
        >
          {event.warnings.map((warning) => (
            <Text key={warning} inherit>
              {t(`warnings.${warning}`)}
            </Text>
          ))}
        </Alert>
      )}
    </div>
  );
}
