import { Button, Group, Paper } from '@mantine/core';
import type { Finger } from '@mfuko/contract/fingerprints';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useSchool } from '../../lib/school.ts';
import { useDraftState } from '../../ui/draft-storage.ts';
import { Facts } from '../../ui/Facts.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StepTitle } from '../../ui/StepTitle.tsx';
import { WizardSteps } from '../../ui/WizardSteps.tsx';
import { DetailsStep } from './DetailsStep.tsx';
import { GuardianStep } from './GuardianStep.tsx';

interface Added {
  readonly step: 'details' | 'fingerprint' | 'guardian';
  readonly student: {
    readonly sysid: string;
    readonly admissionNumber: string;
    readonly names: string;
    readonly className: string;
    readonly hasPin: boolean;
  };
  readonly impressions: Partial<Record<Finger, number>>;
}

/** Props of the fingerprint step, which another feature provides. */
export interface FingerprintSlot {
  readonly student: Added['student'];
  readonly impressions: Added['impressions'];
  readonly onEnrolled: (saved: { finger: Finger; impressions: number }) => void;
  readonly onNext: () => void;
  readonly onBack: () => void;
  readonly onSkip: () => void;
}

interface AddStudentPageProps {
  readonly fingerprint: (slot: FingerprintSlot) => ReactNode;
}

export function AddStudentPage(props: AddStudentPageProps) {
  // Remounts when the school changes, since the student belongs to the former school.
  return <Wizard key={useSchool()?.sysid} {...props} />;
}

/** Wizard of three steps: details, fingerprint, guardians. The first step creates the student, so the others can wait. */
function Wizard({ fingerprint }: AddStudentPageProps) {
  const { t } = useTranslation('students');
  const [added, setAdded] = useDraftState<Added | null>('student.add', null);
  const [moved, setMoved] = useState(false);
  const step = added?.step ?? 'details';
  const order = ['details', 'fingerprint', 'guardian'] as const;
  const titles = order.map((name) => t(`add.steps.${name}`));
  function go(next: Added['step'] | null) {
    setMoved(true);
    setAdded((now) => (now && next ? { ...now, step: next } : null));
  }
  const who = added && t('add.who', { ...added.student });
  return (
    <>
      <PageHeader title={t('add.title')} />
      <WizardSteps steps={titles} current={order.indexOf(step)} />
      <StepTitle
        key={step}
        title={t(`add.steps.${step}`)}
        hint={step === 'details' ? t('add.detailsHint') : who}
        arrived={moved}
      />
      {!added && (
        <DetailsStep
          onCreated={({ sysid, admissionNumber, names, className }, hasPin) => {
            setMoved(true);
            setAdded(() => ({
              step: 'fingerprint',
              student: { sysid, admissionNumber, names, className, hasPin },
              impressions: {},
            }));
          }}
        />
      )}
      {added?.step === 'details' && (
        <Recorded student={added.student} onNext={() => go('fingerprint')} onAnother={() => go(null)} />
      )}
      {added?.step === 'fingerprint' &&
        fingerprint({
          student: added.student,
          impressions: added.impressions,
          onEnrolled: ({ finger, impressions }) =>
            setAdded((now) => now && { ...now, impressions: { ...now.impressions, [finger]: impressions } }),
          onNext: () => go('guardian'),
          onBack: () => go('details'),
          onSkip: () => go(null),
        })}
      {added?.step === 'guardian' && (
        <GuardianStep studentSYSID={added.student.sysid} onBack={() => go('fingerprint')} onComplete={() => go(null)} />
      )}
    </>
  );
}

/** Shown on going back to the first step, whose details are recorded: read only. */
function Recorded({
  student,
  onNext,
  onAnother,
}: {
  student: Added['student'];
  onNext: () => void;
  onAnother: () => void;
}) {
  const { t } = useTranslation('students');
  return (
    <>
      <Paper withBorder px="md" py="xs" maw={640}>
        <Facts
          facts={[
            [t('fields.admissionNumber'), student.admissionNumber],
            [t('fields.names'), student.names],
            [t('fields.classSYSID'), student.className],
            [t('fields.checkPin'), student.hasPin ? t('pin.set') : t('pin.notSet')],
          ]}
        />
      </Paper>
      <Group justify="space-between" mt="lg" maw={640}>
        <Button variant="default" onClick={onAnother}>
          {t('add.another')}
        </Button>
        <Button onClick={onNext}>{t('add.next')}</Button>
      </Group>
    </>
  );
}
