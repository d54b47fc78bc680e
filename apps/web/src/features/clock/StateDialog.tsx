import { Stack, Text, TextInput } from '@mantine/core';
import { type ClockStatus, clockStatus, stateClock } from '@mfuko/contract/clock';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';
import { When } from '../../ui/When.tsx';

/** Asks for a statement that the clock is right now, and shows its time and the period during which it was ahead. */
export function StateDialog({ status, onClose }: { status: ClockStatus; onClose: () => void }) {
  const { t } = useTranslation('clock');
  const form = useContractForm(stateClock, { reason: '' });
  const state = useRecord(stateClock, {
    refresh: [clockStatus],
    onDone: () => {
      showDone(t('state.done'));
      onClose();
    },
    onError: (error) => showRefusal(form, error, {}),
  });
  return (
    <TitledModal onClose={onClose} title={t('state.title')}>
      <form onSubmit={form.onSubmit((values) => state.mutate(values))} noValidate>
        <Stack gap="md">
          <Text size="sm">{t('state.hint')}</Text>
          <Facts
            facts={[
              [t('state.now'), <When key="now" moment={status.date} />],
              [t('state.until'), status.fault && <When key="until" moment={status.fault.than} />],
            ]}
          />
          <TextInput
            {...form.getInputProps('reason')}
            label={t('state.reason')}
            description={t('state.reasonHint')}
            maxLength={200}
            autoComplete="off"
            required
            data-autofocus
          />
          <DialogButtons onCancel={onClose} loading={state.isPending}>
            {t('state.act')}
          </DialogButtons>
        </Stack>
      </form>
    </TitledModal>
  );
}
