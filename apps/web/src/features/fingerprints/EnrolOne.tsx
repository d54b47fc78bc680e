import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type Finger, getFingerprints, MAX_IMPRESSIONS } from '@mfuko/contract/fingerprints';
import type { Problem } from '@mfuko/contract/problem';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useCaptureFor } from '../../school/useCaptureFor.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone } from '../../ui/notify.tsx';
import { missingConsent, NO_CONSENT_YET } from './consent.ts';
import { EnrolmentFields } from './EnrolmentFields.tsx';
import { useEnrolment } from './useEnrolment.ts';

/** Initial consent: a class has one paper sheet, but the signing guardian and the relation are recorded for each child. */
const ON_THE_SHEET = { ...NO_CONSENT_YET, method: 'paper' } as const;
/** Refusals after which the same child puts the finger on the reader again. */
const ONCE_MORE: readonly Problem[] = [
  'fingerprint.low-quality',
  'fingerprint.replayed',
  'fingerprint.no-match',
  'fingerprint.bad-image',
];

interface EnrolOneProps {
  readonly student: { readonly sysid: string; readonly names: string; readonly admissionNumber: string };
  readonly onDone: () => void;
  readonly onSkip: () => void;
  readonly isLast: boolean;
}

/**
 * Enrols the current student of a class. Capturing starts only after a press with the consent filled in: until then the former student's
 * finger may still lie on the reader.
 */
export function EnrolOne({ student, onDone, onSkip, isLast }: EnrolOneProps) {
  const { t } = useTranslation('enrolment');
  // Student for whom the user has pressed; capturing ends when another student comes.
  const [pressedFor, pressFor] = useState<string | null>(null);
  const scanning = pressedFor === student.sysid;
  const [impression, setImpression] = useState(0);
  const known = useCall(getFingerprints, { studentSYSID: student.sysid }, { staleTime: 0 });
  const [saved, setSaved] = useState<Partial<Record<Finger, number>>>({});
  const enrolment = useEnrolment(
    student,
    ({ studentSYSID, finger, impressions }) => {
      // The answer concerns a student whom the user has left meanwhile.
      if (studentSYSID !== student.sysid) return;
      setSaved((now) => ({ ...now, [finger]: impressions }));
      setImpression((now) => now + 1);
      if (impressions < MAX_IMPRESSIONS) return;
      pressFor(null);
      showDone(t('done', { names: student.names }));
      onDone();
    },
    { captureByItself: false, start: ON_THE_SHEET },
  );
  useNextStudent(student.sysid, () => {
    pressFor(null);
    setSaved({});
    enrolment.forget();
  });
  useCaptureFor(scanning ? `${student.sysid} ${impression}` : undefined, enrolment.scanner);
  const { scanned, busy, save, refused } = enrolment;
  const saveNow = useRef(save);
  saveNow.current = save;
  useEffect(() => {
    if (scanning && scanned && !saveNow.current()) pressFor(null);
  }, [scanning, scanned]);
  useEffect(() => {
    if (!refused) return;
    if (refused.problem && ONCE_MORE.includes(refused.problem)) setImpression((now) => now + 1);
    else pressFor(null);
  }, [refused]);

  const earlier = Object.fromEntries((known.data?.rows ?? []).map(({ finger, impressions }) => [finger, impressions]));
  const impressions: Partial<Record<Finger, number>> = { ...earlier, ...saved };
  const some = Object.values(impressions).some((count) => count > 0);
  const isOnRecord = some && enrolment.consent.when === 'now' && enrolment.consent.by === '';
  const { consent, changeConsent } = enrolment;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it turns out that the first impressions came with consent
  useEffect(() => {
    if (isOnRecord) changeConsent({ ...consent, when: 'before' });
  }, [isOnRecord, student.sysid]);
  function begin(event: FormEvent) {
    event.preventDefault();
    // Marks the missing fields.
    if (Object.keys(missingConsent(enrolment.consent)).length > 0) return void enrolment.save();
    pressFor(student.sysid);
  }
  if (known.isError && !known.data) return <ErrorState error={known.error} onRetry={() => void known.refetch()} />;
  return (
    <form onSubmit={begin} noValidate>
      <Stack gap="md">
        <div role="status">
          <Title order={2}>{student.names}</Title>
          <Text c="dimmed">{student.admissionNumber}</Text>
        </div>
        {known.data ? (
          <EnrolmentFields enrolment={enrolment} impressions={impressions} fresh />
        ) : (
          <Skeleton height={320} />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onSkip} disabled={busy} data-of={student.sysid} mr="auto">
            {t('skip')}
          </Button>
          {some && (
            <Button variant="default" onClick={onDone} disabled={busy} data-of={student.sysid}>
              {t(isLast ? 'finish' : 'next')}
            </Button>
          )}
          <Button
            type="submit"
            data-of={student.sysid}
            leftSection={<IconFingerprint size={18} aria-hidden />}
            disabled={scanning}
            loading={busy}
          >
            {t(scanning ? 'scanning' : 'scan')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Runs when another student comes to the reader, so that no data of the former student are used for the next one. */
function useNextStudent(sysid: string, begin: () => void): void {
  const before = useRef(sysid);
  const work = useRef(begin);
  work.current = begin;
  useEffect(() => {
    if (before.current === sysid) return;
    before.current = sysid;
    work.current();
  }, [sysid]);
}
