import { Radio, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { proposeBankTransfer, TRANSFER_WAYS, type TransferWay } from '@mfuko/contract/bank-transfers';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { useTranslation } from '../../lib/i18n.ts';
import { DialogAttempts } from '../../school/attempts/DialogAttempts.tsx';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';

interface TransferDialogProps {
  readonly refresh: readonly Endpoint[];
  readonly onClose: () => void;
}

/** Asks for direction, amount and slip of a transfer between bank and cash desk. */
export function TransferDialog({ refresh, onClose }: TransferDialogProps) {
  const { t } = useTranslation('books');
  const form = useContractForm(proposeBankTransfer, { way: 'to-bank' as TransferWay, amount: '', reference: '' });
  const propose = useMoneyRecord(proposeBankTransfer, {
    refresh,
    onDone: () => {
      showDone(t('transfers.proposed'));
      onClose();
    },
    onError: (error) => showRefusal(form, error, { 'books.slip-taken': 'reference' }),
  });
  return (
    <TitledModal onClose={onClose} title={t('transfers.title')}>
      <form onSubmit={form.onSubmit((values) => propose.mutate(values))} noValidate>
        <Stack gap="md">
          <Radio.Group {...form.getInputProps('way')} label={t('transfers.way')}>
            <Stack gap="xs" mt="xs">
              {TRANSFER_WAYS.map((way) => (
                <Radio key={way} value={way} label={t(`transfers.ways.${way}`)} />
              ))}
            </Stack>
          </Radio.Group>
          <AmountField {...form.getInputProps('amount')} label={t('transfers.amount')} required data-autofocus />
          <TextInput
            {...form.getInputProps('reference')}
            label={t('transfers.reference')}
            description={t('transfers.referenceHint')}
            maxLength={60}
            autoComplete="off"
            required
          />
          <DialogAttempts of={[proposeBankTransfer]} />
          <DialogButtons onCancel={onClose} loading={propose.isPending}>
            {t('transfers.propose')}
          </DialogButtons>
        </Stack>
      </form>
    </TitledModal>
  );
}
