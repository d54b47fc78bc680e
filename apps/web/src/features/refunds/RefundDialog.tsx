import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { getRefunds, refund } from '@mfuko/contract/refunds';
import { getContacts } from '@mfuko/contract/students';
import { useEffect } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { useContractForm } from '../../ui/form.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';

interface RefundDialogProps {
  readonly student: {
    readonly sysid: string;
    readonly admissionNumber: string;
    readonly names: string;
    readonly balance: number;
  };
  readonly onClose: () => void;
}

/** Proposes to pay a leaver's whole balance to one of the guardians. */
export function RefundDialog({ student, onClose }: RefundDialogProps) {
  const { t } = useTranslation('suspense');
  const { t: tUi } = useTranslation('ui');
  const { admissionNumber, names, balance } = student;
  const guardians = useCall(getContacts, { studentSYSID: student.sysid });
  const form = useContractForm(refund, { admissionNumber, mobileNumber: '', reason: '' });
  const propose = useMoneyRecord(refund, {
    refresh: [getRefunds],
    onDone: () => {
      showDone(t('proposedDone'));
      onClose();
    },
    onError: (error) => showRefusal(form, error, { 'refund.not-guardian': 'mobileNumber', 'refund.changed': 'reason' }),
  });
  const whole = Math.floor(balance);
  const leftOver = Math.round((balance - whole) * 100) / 100;
  const rows = guardians.data?.rows ?? [];
  const first = rows[0]?.mobileNumber;
  useEffect(() => {
    if (first !== undefined && form.getValues().mobileNumber === '') form.setFieldValue('mobileNumber', first);
  }, [first, form]);
  return (
    <Modal opened onClose={onClose} title={t('refund.open')} closeButtonProps={{ 'aria-label': tUi('close') }}>
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
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {tUi('cancel')}
            </Button>
            <Button type="submit" loading={propose.isPending} disabled={rows.length === 0}>
              {t('propose')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
