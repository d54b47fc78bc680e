import { Radio, Stack, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { getRefunds, refund } from '@mfuko/contract/refunds';
import { getContacts } from '@mfuko/contract/students';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { queryKey, useCall } from '../../lib/queries.ts';
import { DialogAttempts } from '../../school/attempts/DialogAttempts.tsx';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { useContractForm } from '../../ui/form.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { hideNotices, showDone, showError } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';

/** Refund that awaits a second person, since the guardian's number was changed recently. */
export interface HeldRefund {
  readonly admissionNumber: string;
  /** Total of the refund in KES. */
  readonly amount: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly refusals: number;
}

interface RefundDialogProps {
  readonly student: {
    readonly sysid: string;
    readonly admissionNumber: string;
    readonly names: string;
    readonly balance: number;
  };
  readonly held?: ((refund: HeldRefund) => ReactNode) | undefined;
  readonly onClose: () => void;
}

/** Proposes to pay the whole balance of a student who has left to one of the guardians. */
export function RefundDialog({ student, held, onClose }: RefundDialogProps) {
  const { t } = useTranslation('suspense');
  const { admissionNumber, names, balance } = student;
  const guardians = useCall(getContacts, { studentSYSID: student.sysid });
  const client = useQueryClient();
  const form = useContractForm(refund, { admissionNumber, mobileNumber: '', reason: '' });
  const { mobileNumber } = form.values;
  // Number that the server has refused, with the number of refusals.
  const [waits, setWaits] = useState<
    (Omit<HeldRefund, 'admissionNumber' | 'amount'> & { mobileNumber: string }) | null
  >(null);
  if (waits !== null && waits.mobileNumber !== mobileNumber) setWaits(null);
  const propose = useMoneyRecord(refund, {
    refresh: [getRefunds],
    onDone: () => {
      hideNotices();
      showDone(t('proposedDone'));
      onClose();
    },
    onError: (error) => {
      if (error instanceof CallError && error.problem === 'refund.under-way') {
        // Another user or tab was quicker: the page shows the current state.
        showError(error);
        void client.invalidateQueries({ queryKey: queryKey(getRefunds) });
        return onClose();
      }
      const isHeld = held !== undefined && error instanceof CallError && error.problem === 'wallet.hold';
      if (isHeld) setWaits({ mobileNumber, detail: error.detail, refusals: (waits?.refusals ?? 0) + 1 });
      // The first refusal is shown by the dialog itself.
      if (!isHeld || waits !== null)
        showRefusal(form, error, { 'refund.not-guardian': 'mobileNumber', 'refund.changed': 'reason' });
    },
  });
  const whole = Math.floor(balance);
  const leftOver = Math.round((balance - whole) * 100) / 100;
  const rows = guardians.data?.rows ?? [];
  const first = rows[0]?.mobileNumber;
  useEffect(() => {
    if (first !== undefined && form.getValues().mobileNumber === '') form.setFieldValue('mobileNumber', first);
  }, [first, form]);
  return (
    <TitledModal onClose={onClose} title={t('refund.open')}>
      <form onSubmit={form.onSubmit((values) => propose.mutate(values))} noValidate>
        <Stack gap="md">
          <Text size="sm">
            {t('refund.whole', { amount: formatMoney(whole), names })}{' '}
            {leftOver > 0 && t('refund.cents', { amount: formatMoney(leftOver) })}
          </Text>
          {guardians.error && <ErrorState error={guardians.error} onRetry={() => void guardians.refetch()} />}
          {guardians.data && rows.length === 0 ? (
            <Text size="sm">{t('refund.noGuardian')}</Text>
          ) : (
            <Radio.Group {...form.getInputProps('mobileNumber')} label={t('refund.guardian')} required>
              <Stack gap="xs" mt="xs">
                {rows.map(({ sysid, name, mobileNumber }) => (
                  <Radio key={sysid} value={mobileNumber} label={`${name} · ${mobileNumber}`} />
                ))}
              </Stack>
            </Radio.Group>
          )}
          <TextInput
            {...form.getInputProps('reason')}
            label={t('refund.reason')}
            maxLength={200}
            autoComplete="off"
            data-autofocus
            required
          />
          {waits && held?.({ admissionNumber, amount: String(whole), detail: waits.detail, refusals: waits.refusals })}
          <DialogAttempts of={[refund]} />
          <DialogButtons onCancel={onClose} loading={propose.isPending} disabled={rows.length === 0}>
            {t('propose')}
          </DialogButtons>
        </Stack>
      </form>
    </TitledModal>
  );
}
