import { Alert, Stack, Text } from '@mantine/core';
import { getReplacedImpressions, type RenewalRefusal, renewFingerprint } from '@mfuko/contract/fingerprint-renewal';
import { getFingerprints } from '@mfuko/contract/fingerprints';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError, describe } from '../../lib/problems.ts';
import { pictureFields } from '../../lib/scanner/messages.ts';
import { useScanner } from '../../lib/scanner/useScanner.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { FingerprintPanel } from '../../school/FingerprintPanel.tsx';
import { PinInput } from '../../school/PinInput.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { showDone } from '../../ui/notify.tsx';
import { TitledModal } from '../../ui/TitledModal.tsx';

interface RenewDialogProps {
  readonly student: { readonly admissionNumber: string; readonly names: string };
  readonly onClose: () => void;
}

/** Renews the template of a finger that has grown: the student types the PIN and puts the finger on the reader. */
export function RenewDialog({ student, onClose }: RenewDialogProps) {
  const { t } = useTranslation(['fingerprints', 'school']);
  const [pin, setPin] = useState('');
  const scanner = useScanner();
  const { template } = scanner.state;
  const renew = useSureRecord(renewFingerprint, {
    refresh: [getFingerprints, getReplacedImpressions],
    onDone: ({ finger }) => {
      showDone(t('renew.done', { finger: t(`fingers.${finger}`), names: student.names }));
      onClose();
    },
    // The same picture would be refused again, and a wrong PIN has to be typed again.
    onError: (error) => {
      scanner.flush();
      if (error instanceof CallError && error.problem === 'pin.wrong') setPin('');
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (template && pin !== '')
      renew.mutate({ admissionNumber: student.admissionNumber, pin, ...pictureFields(template) });
  }
  return (
    <TitledModal onClose={onClose} title={t('renew.title', { names: student.names })} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm">{t('renew.consequence')}</Text>
          <PinInput label={t('renew.pin')} pin={pin} onPin={setPin} />
          <FingerprintPanel scanner={scanner} />
          {renew.isError && <Refused error={renew.error} />}
          <DialogButtons onCancel={onClose} disabled={!template || pin === ''} loading={renew.isPending}>
            {t('renew.act')}
          </DialogButtons>
        </Stack>
      </form>
    </TitledModal>
  );
}

function Refused({ error }: { error: unknown }) {
  const { t } = useTranslation('fingerprints');
  const why = error instanceof CallError && error.problem === 'fingerprint.not-renewed' ? error.detail.why : undefined;
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      {why === undefined ? describe(error).message : t(`renew.why.${why as RenewalRefusal}`)}
    </Alert>
  );
}
