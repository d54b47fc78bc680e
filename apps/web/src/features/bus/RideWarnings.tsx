import { Alert, Text } from '@mantine/core';
import type { BusEvent } from '@mfuko/contract/bus';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';

/** Warnings about the last ride: recorded, but not on the student's own bus or not at the student's own stop. */
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
