import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { type BusRow, getBus, getBuses, permitBus } from '@mfuko/contract/bus';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { dayOf, formatDay } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { showDone, showError } from '../../ui/notify.tsx';
import { papersDue, permitOf } from './papers-of.ts';

/**
 * Permit of the office for a bus with an expired paper: a reason, valid until the end of the day. Renders nothing where all papers are
 * valid.
 */
export function BusPermit({ bus }: { bus: BusRow }) {
  const { t } = useTranslation('bus');
  const [reason, setReason] = useState('');
  const record = useRecord(permitBus, {
    refresh: [getBus, getBuses],
    onDone: () => {
      setReason('');
      showDone(t('permit.done'));
    },
    onError: showError,
  });
  const today = dayOf(Date.now());
  const over = papersDue(bus, today).filter(({ days }) => days < 0);
  const permit = permitOf(bus, today);
  if (over.length === 0) return null;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() !== '') record.mutate({ sysid: bus.sysid, reason: reason.trim() });
  }
  return (
    <Alert
      mb="md"
      color={permit ? 'yellow' : 'red'}
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={over.map(({ paper, until }) => t(`permit.over.${paper}`, { until: formatDay(until) })).join(' ')}
    >
      {permit ? (
        <Text size="sm">{t('permit.given', permit)}</Text>
      ) : (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Text size="sm">{t('permit.stopped')}</Text>
            <TextInput
              label={t('permit.reason')}
              description={t('permit.hint')}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              maxLength={200}
              autoComplete="off"
              required
            />
            <Button
              type="submit"
              color="red"
              style={{ alignSelf: 'flex-start' }}
              loading={record.isPending}
              disabled={reason.trim() === ''}
            >
              {t('permit.act')}
            </Button>
          </Stack>
        </form>
      )}
    </Alert>
  );
}
