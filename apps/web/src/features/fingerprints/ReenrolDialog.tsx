import { Alert, Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { enrolAnew, getReplacedImpressions } from '@mfuko/contract/fingerprint-renewal';
import { type Finger, getConsents, getFingerprints, MAX_IMPRESSIONS } from '@mfuko/contract/fingerprints';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { FingerprintPanel } from '../../school/FingerprintPanel.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone } from '../../ui/notify.tsx';
import { TitledModal } from '../../ui/TitledModal.tsx';
import { type Consent, NO_CONSENT_YET } from './consent.ts';
import { ImpressionCount } from './ImpressionCount.tsx';
import { ReenrolmentProof, type Word } from './ReenrolmentProof.tsx';
import { useReenrolmentText } from './reenrolment-text.ts';
import { useCaptures } from './useCaptures.ts';

interface ReenrolDialogProps {
  readonly student: { readonly sysid: string; readonly names: string; readonly hasPin?: boolean };
  readonly onClose: () => void;
  /** Lists to refresh besides the student's own. */
  readonly refresh?: readonly Endpoint[];
}

const BY_CODE: Consent = { ...NO_CONSENT_YET, relation: 'guardian', method: 'otp' };

/** Re-enrols a finger: three captures replace all of its impressions, on the word of the student (by PIN) or of a guardian (by code). */
export function ReenrolDialog({ student, ...props }: ReenrolDialogProps) {
  const { t } = useTranslation(['fingerprints', 'school']);
  const enrolled = useCall(getFingerprints, { studentSYSID: student.sysid, sort: 'dateEnrolled' }, { staleTime: 0 });
  return (
    <TitledModal onClose={props.onClose} title={t('anew.title', { names: student.names })} size="lg">
      {enrolled.data ? (
        <Form student={student} fingers={enrolled.data.rows.map(({ finger }) => finger)} {...props} />
      ) : enrolled.isError ? (
        <ErrorState error={enrolled.error} onRetry={() => void enrolled.refetch()} />
      ) : (
        <Skeleton height={420} />
      )}
    </TitledModal>
  );
}

function Form({
  student,
  fingers,
  onClose,
  refresh = [],
}: ReenrolDialogProps & { readonly fingers: readonly Finger[] }) {
  const { t } = useTranslation('fingerprints');
  const { t: tUi } = useTranslation('ui');
  const [finger, setFinger] = useState<Finger>(fingers[0] ?? 'right-index');
  const [word, setWord] = useState<Word>({ by: student.hasPin === false ? 'code' : 'pin', pin: '', consent: BY_CODE });
  const { captures, scanner, again } = useCaptures(MAX_IMPRESSIONS);
  const text = useReenrolmentText();
  const record = useSureRecord(enrolAnew, {
    refresh: [getFingerprints, getReplacedImpressions, getConsents, ...refresh],
    onDone: ({ heldUntil }) => {
      const done = { finger: t(`fingers.${finger}`), names: student.names };
      showDone(heldUntil ? t('anew.doneHeld', { ...done, until: formatDate(heldUntil) }) : t('anew.done', done));
      onClose();
    },
    onError: (error) => {
      const { repeats, forgets } = text.after(error);
      if (repeats) again();
      if (forgets === 'pin') setWord({ ...word, pin: '' });
      if (forgets === 'code') setWord({ ...word, consent: { ...word.consent, code: '' } });
    },
  });
  const said = (word.by === 'pin' ? word.pin : word.consent.code) !== '';
  const complete = captures.length === MAX_IMPRESSIONS;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!said || !complete) return;
    const by = word.by === 'pin' ? { pin: word.pin } : { consentCode: word.consent.code };
    record.mutate({ studentSYSID: student.sysid, finger, captures: [...captures], ...by });
  }
  const isCodeWrong = record.error instanceof CallError && record.error.problem === 'fingerprint.consent-code';
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{t('anew.consequence')}</Text>
        {fingers.length > 1 && (
          <Select
            label={t('finger')}
            data={fingers.map((value) => ({ value, label: t(`fingers.${value}`) }))}
            value={finger}
            onChange={(value) => {
              if (!value) return;
              record.reset();
              setFinger(value as Finger);
              again();
            }}
            allowDeselect={false}
          />
        )}
        <ReenrolmentProof
          student={student}
          word={word}
          onWord={(next) => {
            record.reset();
            setWord(next);
          }}
          isCodeWrong={isCodeWrong}
        />
        <ImpressionCount count={captures.length} finger={t(`fingers.${finger}`)} />
        <FingerprintPanel scanner={scanner} />
        {record.isError && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            {text.of(record.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          {captures.length > 0 && (
            <Button variant="subtle" onClick={again} disabled={record.isPending} mr="auto">
              {t('anew.again')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {tUi('cancel')}
          </Button>
          <Button type="submit" disabled={!said || !complete} loading={record.isPending}>
            {t('anew.act')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
