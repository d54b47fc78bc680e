import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl, Stack, TextInput } from '@mantine/core';
import { moveTillCash } from '@mfuko/contract/tills';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { DialogAttempts } from '../../school/attempts/DialogAttempts.tsx';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';
import { TILL_READS } from './refreshed.ts';

interface CarryDialogProps {
  /** Closed till whose remainder is fetched; the user's own open till where absent. */
  readonly from?: { readonly sysid: string; readonly left: number };
  readonly onClose: () => void;
}

/** Records cash carried between the till and the cash desk. */
export function CarryDialog({ from, onClose }: CarryDialogProps) {
  const { t } = useTranslation('tills');
  const form = useContractForm<{ way: 'add' | 'hand-back'; amount: string; note: string; sysid: string | undefined }>(
    moveTillCash,
    { way: from ? 'hand-back' : 'add', amount: from ? String(from.left) : '', note: '', sysid: from?.sysid },
  );
  const carry = useMoneyRecord(moveTillCash, {
    refresh: TILL_READS,
    onDone: (_, input) => {
      const amount = formatMoney(Number(input.amount));
      showDone(t(input.way === 'add' ? 'carry.added' : 'carry.handedBack', { amount }));
      onClose();
    },
    onError: (error) => showRefusal(form, error, { 'till.not-enough-cash': 'amount' }),
  });
  return (
    <TitledModal onClose={onClose} title={t(from ? 'carry.fetch' : 'carry.open')}>
      <form onSubmit={form.onSubmit((values) => carry.mutate(values))} noValidate>
        <Stack gap="md">
          {!from && (
            <SegmentedControl
              aria-label={t('carry.way')}
              value={form.values.way}
              onChange={(way) => form.setFieldValue('way', way === 'add' ? 'add' : 'hand-back')}
              data={[
                { value: 'add', label: t('carry.add') },
                { value: 'hand-back', label: t('carry.back') },
              ]}
            />
          )}
          <AmountField {...form.getInputProps('amount')} label={t('carry.amount')} required data-autofocus />
          <TextInput {...form.getInputProps('note')} label={t('carry.note')} maxLength={200} autoComplete="off" />
          <DialogAttempts of={[moveTillCash]} />
          <DialogButtons onCancel={onClose} loading={carry.isPending}>
            {t(form.values.way === 'add' ? 'carry.add' : 'carry.back')}
          </DialogButtons>
        </Stack>
      </form>
    </TitledModal>
  );
}
