import { Anchor, Button, Group, Text } from '@mantine/core';
import { type Finger, MAX_IMPRESSIONS } from '@mfuko/contract/fingerprints';
import { useRef } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { hideNotices, showDone, showNotice } from '../../ui/notify.tsx';
import { EnrolmentFields } from './EnrolmentFields.tsx';
import { type Enrolled, useEnrolment } from './useEnrolment.ts';

export interface FingerprintStepProps {
  readonly student: { readonly sysid: string; readonly hasPin: boolean };
  readonly impressions: Partial<Record<Finger, number>>;
  readonly onEnrolled: (saved: Enrolled) => void;
  readonly onNext: () => void;
  readonly onBack: () => void;
  readonly onSkip: () => void;
}

/** Fingerprint step of Add Student. A student without a fingerprint uses the PIN, with the same rights. */
export function FingerprintStep({ student, impressions, onEnrolled, onNext, onBack, onSkip }: FingerprintStepProps) {
  const { t } = useTranslation('fingerprints');
  const goOn = useRef(true);
  const enrolment = useEnrolment(student, (saved) => {
    // Removes the notice that asked for a scan.
    hideNotices();
    showDone(t('done'));
    onEnrolled(saved);
    if (goOn.current) onNext();
  });
  const someSaved = Object.keys(impressions).length > 0;
  const full = (impressions[enrolment.finger] ?? 0) >= MAX_IMPRESSIONS;
  function next() {
    if (someSaved && (!enrolment.scanned || full)) return onNext();
    if (!enrolment.scanned) return showNotice(t('upload'), t('scanFirst'));
    goOn.current = true;
    enrolment.save();
  }
  function saveAndStay() {
    if (!enrolment.scanned) return showNotice(t('upload'), t('scanFirst'));
    goOn.current = false;
    enrolment.save();
  }
  return (
    <>
      <EnrolmentFields
        enrolment={enrolment}
        impressions={impressions}
        fresh
        suffix
        pinLink={
          someSaved ? undefined : (
            <Anchor component="button" type="button" size="sm" onClick={onNext}>
              {t('step.pinOnly')}
            </Anchor>
          )
        }
      />
      {!someSaved && (
        <Text size="sm" c="dimmed" mt="md" maw={640}>
          {student.hasPin ? t('step.pinHint') : t('step.noPinHint')}
        </Text>
      )}
      <Group justify="flex-end" gap="sm" mt="lg" maw={640}>
        <Button variant="default" onClick={onBack} mr="auto">
          {t('step.back')}
        </Button>
        <Button variant="subtle" onClick={onSkip}>
          {t('step.later')}
        </Button>
        <Button variant="default" onClick={saveAndStay} disabled={full || enrolment.busy}>
          {t('step.saveAndMore')}
        </Button>
        <Button onClick={next} loading={enrolment.busy}>
          {t('step.next')}
        </Button>
      </Group>
    </>
  );
}
