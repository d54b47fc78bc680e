import { Alert, Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { busTrips, getBuses } from '@mfuko/contract/bus';
import { closeTrip, getTrip, type Trip, type TripEntry } from '@mfuko/contract/bus-trips';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError, describe } from '../../lib/problems.ts';
import { useRecord } from '../../lib/queries.ts';
import { showDone, showError } from '../../ui/notify.tsx';

/** Closes a trip by the code at the rear seat; whoever is aboard is named, and nothing is closed. */
export function CloseTripDialog({ trip, onClose }: { trip: Trip; onClose: () => void }) {
  const { t } = useTranslation('bus');
  const { t: ui } = useTranslation('ui');
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [refused, setRefused] = useState<readonly TripEntry[] | null>(null);
  const close = useRecord(closeTrip, {
    refresh: [getTrip, getBuses, busTrips],
    onDone: () => {
      showDone(t('trip.closed'));
      onClose();
    },
    onError: (error) => {
      const problem = error instanceof CallError ? error.problem : null;
      if (problem === 'bus.rear-code') setWrong(describe(error).message);
      else if (problem === 'bus.child-aboard') setRefused((error as CallError).detail.aboard as readonly TripEntry[]);
      else showError(error);
    },
  });
  // The answer of the server comes first; until then what is on the screen already says so.
  const aboard = trip.aboard.length > 0 ? trip.aboard : (refused ?? []);
  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    setWrong(null);
    setRefused(null);
    close.mutate({ sysid: trip.sysid, rearCode: code });
  }
  return (
    <Modal opened onClose={onClose} title={t('trip.close')} closeButtonProps={{ 'aria-label': ui('close') }}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <div role="alert">
            {aboard.length > 0 && (
              <Alert
                color="red"
                icon={<IconAlertTriangle aria-hidden />}
                title={t('trip.stillAboard', { count: aboard.length })}
              >
                <List>
                  {aboard.map(({ admissionNumber, names, className }) => (
                    <List.Item key={admissionNumber}>
                      {names} ({admissionNumber}, {className})
                    </List.Item>
                  ))}
                </List>
              </Alert>
            )}
          </div>
          <Text size="sm">{t('trip.walk')}</Text>
          <TextInput
            label={t('trip.rearCode')}
            value={code}
            error={wrong}
            onChange={(event) => {
              setWrong(null);
              setCode(event.currentTarget.value);
            }}
            inputMode="numeric"
            maxLength={12}
            size="lg"
            autoComplete="off"
            data-autofocus
            required
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {ui('cancel')}
            </Button>
            <Button type="submit" loading={close.isPending} disabled={code.trim() === ''}>
              {t('trip.close')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
