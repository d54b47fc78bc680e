import { Alert, Button, Stack } from '@mantine/core';
import { getConsents, getFingerprints, withdrawConsent } from '@mfuko/contract/fingerprints';
import { getStudent, getStudents } from '@mfuko/contract/students';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';
import { GuardianFields } from './GuardianFields.tsx';

// The student is fixed here, so the form has no field for it.
const typed = { ...withdrawConsent, input: withdrawConsent.input.omit({ studentSYSID: true }) };

interface WithdrawDialogProps {
  readonly opened: boolean;
  readonly student: { readonly sysid: string; readonly names: string };
  readonly onClose: () => void;
}

/** Asks who withdraws the consent, and warns first that the erased fingerprints cannot be restored. */
export function WithdrawDialog({ opened, student, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation('fingerprints');
  const { t: tUi } = useTranslation('ui');
  const form = useContractForm(typed, { withdrawnBy: '', relation: '' });
  const withdraw = useSureRecord(withdrawConsent, {
    refresh: [getConsents, getFingerprints, getStudent, getStudents],
    onDone: () => {
      showDone(t('withdraw.done', { names: student.names }));
      onClose();
    },
    onError: (error) => showRefusal(form, error),
  });
  return (
    <TitledModal opened={opened} onClose={onClose} title={t('withdraw.title', { names: student.names })} size="lg">
      <Stack gap="md">
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('withdraw.forGood')}>
          {t('withdraw.consequence')}
        </Alert>
        <FormColumn
          form={form}
          labels={{ withdrawnBy: t('withdraw.by'), relation: t('consent.relation') }}
          onSubmit={(values) => withdraw.mutate({ studentSYSID: student.sysid, ...values })}
          buttons={
            <>
              <Button variant="default" onClick={onClose}>
                {tUi('cancel')}
              </Button>
              <Button type="submit" color="red" loading={withdraw.isPending}>
                {t('withdraw.confirm')}
              </Button>
            </>
          }
        >
          <GuardianFields form={form} name="withdrawnBy" label={t('withdraw.by')} />
        </FormColumn>
      </Stack>
    </TitledModal>
  );
}
