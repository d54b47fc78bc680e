import { Skeleton, Stack } from '@mantine/core';
import { getTill, type TillRules, updateTillRules } from '@mfuko/contract/tills';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { useContractForm } from '../../ui/form.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';
import { useConflict } from '../../ui/useConflict.tsx';

/** Sets the variance above which a close needs a reason. */
export function LimitDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('tills');
  const now = useCall(getTill, {});
  return (
    <TitledModal onClose={onClose} title={t('limit.open')}>
      {now.data ? (
        <LimitForm now={{ varianceLimit: now.data.varianceLimit, updated: now.data.rulesUpdated }} onClose={onClose} />
      ) : now.isError ? (
        <ErrorState error={now.error} onRetry={() => void now.refetch()} />
      ) : (
        <Skeleton height={80} />
      )}
    </TitledModal>
  );
}

function LimitForm({ now, onClose }: { now: TillRules; onClose: () => void }) {
  const { t } = useTranslation('tills');
  const form = useContractForm(updateTillRules, valuesOf(now));
  const save = useSureRecord(updateTillRules, {
    refresh: [getTill],
    onDone: () => {
      showDone(t('limit.done'));
      onClose();
    },
    onError: (error) => conflict.caught(error) || showRefusal(form, error),
  });
  const conflict = useConflict({
    form,
    updated: now.updated,
    labels: { varianceLimit: t('limit.label') },
    valuesOf,
    amounts: ['varianceLimit'],
    save: (values, updated) => save.mutate({ ...values, updated }),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate({ ...values, updated: conflict.updated }))} noValidate>
      <Stack gap="md">
        <AmountField
          {...form.getInputProps('varianceLimit')}
          label={t('limit.label')}
          description={t('limit.hint')}
          required
          data-autofocus
        />
        <DialogButtons onCancel={onClose} loading={save.isPending}>
          {t('limit.act')}
        </DialogButtons>
        {conflict.dialog}
      </Stack>
    </form>
  );
}

function valuesOf({ varianceLimit }: TillRules) {
  return { varianceLimit: String(varianceLimit) };
}
