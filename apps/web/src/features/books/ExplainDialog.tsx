import { Stack, Text, TextInput } from '@mantine/core';
import { books, explainDifference } from '@mfuko/contract/books';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';

/** Asks for the explanation of a difference at M-Pesa, and marks the difference as explained. */
export function ExplainDialog({ difference, onClose }: { difference: number; onClose: () => void }) {
  const { t } = useTranslation('books');
  const form = useContractForm(explainDifference, { amount: String(difference), reason: '' });
  const explain = useSureRecord(explainDifference, {
    refresh: [books],
    onDone: () => {
      showDone(t('explain.done'));
      onClose();
    },
    onError: (error) => showRefusal(form, error, {}),
  });
  return (
    <TitledModal onClose={onClose} title={t('explain.title')}>
      <form onSubmit={form.onSubmit((values) => explain.mutate(values))} noValidate>
        <Stack gap="md">
          <Text size="sm">{t('explain.hint')}</Text>
          <AmountField
            {...form.getInputProps('amount')}
            signed
            label={t('explain.amount')}
            description={t('explain.amountHint')}
            required
          />
          <TextInput
            {...form.getInputProps('reason')}
            label={t('explain.reason')}
            description={t('explain.reasonHint')}
            maxLength={200}
            autoComplete="off"
            required
            data-autofocus
          />
          <DialogButtons onCancel={onClose} loading={explain.isPending}>
            {t('explain.act')}
          </DialogButtons>
        </Stack>
      </form>
    </TitledModal>
  );
}
