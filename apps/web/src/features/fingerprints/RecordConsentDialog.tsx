import { Button, Select, Stack, Text } from '@mantine/core';
import { getConsents, recordConsent } from '@mfuko/contract/fingerprints';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';
import { GuardianFields } from './GuardianFields.tsx';

// The student is fixed here, so the form has no field for it.
const METHODS = ['paper', 'witnessed'] as const;
const typed = { ...recordConsent, input: recordConsent.input.omit({ studentSYSID: true }) };

interface RecordConsentDialogProps {
  readonly student: { readonly sysid: string; readonly names: string };
  readonly onClose: () => void;
}

/** Records a signed consent form before the enrolment: one of the two confirmations needed where no guardian has a phone number. */
export function RecordConsentDialog({ student, onClose }: RecordConsentDialogProps) {
  const { t } = useTranslation('fingerprints');
  const { t: tUi } = useTranslation('ui');
  const form = useContractForm<{ givenBy: string; relation: string; method: (typeof METHODS)[number] }>(typed, {
    givenBy: '',
    relation: '',
    method: 'paper',
  });
  const record = useSureRecord(recordConsent, {
    refresh: [getConsents],
    onDone: () => {
      showDone(t('ahead.done', { names: student.names }));
      onClose();
    },
    onError: (error) => showRefusal(form, error),
  });
  return (
    <TitledModal onClose={onClose} title={t('ahead.title', { names: student.names })} size="lg">
      <Stack gap="md">
        <Text size="sm">{t('ahead.hint')}</Text>
        <FormColumn
          form={form}
          labels={{ givenBy: t('consent.by'), relation: t('consent.relation'), method: t('consent.method') }}
          onSubmit={(values) => record.mutate({ studentSYSID: student.sysid, ...values })}
          buttons={
            <>
              <Button variant="default" onClick={onClose}>
                {tUi('cancel')}
              </Button>
              <Button type="submit" loading={record.isPending}>
                {t('ahead.confirm')}
              </Button>
            </>
          }
        >
          <GuardianFields form={form} name="givenBy" label={t('consent.by')} />
          <Select
            {...form.getInputProps('method')}
            label={t('consent.method')}
            data={METHODS.map((value) => ({ value, label: t(`methods.${value}`) }))}
            allowDeselect={false}
            required
          />
        </FormColumn>
      </Stack>
    </TitledModal>
  );
}
