import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { busName } from './bus-name.ts';
import type { OpenedTrip } from './useOpenedTrip.ts';

/** Notice that a boarding has opened a trip; stays through the next boardings until the user has read it. */
export function TripOpened({ opened: { trip, forget } }: { opened: OpenedTrip }) {
  const { t } = useTranslation('bus');
  return (
    <div role="alert">
      {trip && (
        <Alert
          color="yellow"
          variant="filled"
          autoContrast
          mb="md"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('opened.title', { bus: busName(trip), way: t(`trip.directions.${trip.direction}`) })}
        >
          <Text inherit>{t('opened.text')}</Text>
          <Group mt="xs">
            <Button variant="white" onClick={forget}>
              {t('opened.read')}
            </Button>
            <Anchor c="inherit" href={`/app/check.trip?bus=${encodeURIComponent(trip.busNumberPlate)}`}>
              {t('opened.show')}
            </Anchor>
          </Group>
        </Alert>
      )}
    </div>
  );
}
