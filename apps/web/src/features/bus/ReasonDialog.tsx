import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';
import type { BusCheck } from './useBusCheck.ts';

/** Asks for a reason to record a ride that contradicts the records: a wrong record of yesterday must not leave a child at the roadside. */
export function ReasonDialog({ check }: { check: Pick<BusCheck, 'clash' | 'giveUp' | 'recordAnyway' | 'busy'> }) {
  const { t } = useTranslation('bus');
  const { t: ui } = useTranslation('ui');
  const [reason, setReason] = useState('');
  function close() {
    setReason('');
    check.giveUp();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    // For React the dialog is inside the screen's form, so the event must not bubble there.
    event.stopPropagation();
    if (reason.trim() === '') return;
    check.recordAnyway(reason.trim());
    setReason('');
  }
  return (
    <TitledModal opened={check.clash !== null} onClose={close} title={t('reason.title')}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text role="alert">{check.clash}</Text>
          <TextInput
            label={t('reason.label')}
            description={t('reason.hint')}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maxLength={200}
            autoComplete="off"
            data-autofocus
            required
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              {ui('cancel')}
            </Button>
            <Button type="submit" loading={check.busy} disabled={reason.trim() === ''}>
              {t('reason.record')}
            </Button>
          </Group>
        </Stack>
      </form>
    </TitledModal>
  );
}
