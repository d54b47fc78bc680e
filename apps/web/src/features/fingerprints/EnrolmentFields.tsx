import { Alert, Select, Stack } from '@mantine/core';
import { FINGERS, type Finger } from '@mfuko/contract/fingerprints';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { type CallError, describe } from '../../lib/problems.ts';
import { FingerprintPanel } from '../../school/FingerprintPanel.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { ConsentFields } from './ConsentFields.tsx';
import { ImpressionCount } from './ImpressionCount.tsx';
import type { EnrolledStudent, Enrolment } from './useEnrolment.ts';

interface EnrolmentFieldsProps {
  readonly enrolment: Enrolment;
  /** Number of enrolled impressions of each finger, as far as this screen knows. */
  readonly impressions: Partial<Record<Finger, number>>;
  /** True for a student without earlier enrolments; otherwise a finger missing in `impressions` may have some. */
  readonly fresh: boolean;
  readonly suffix?: boolean;
  readonly pinLink?: ReactNode;
}

/** Fields of an enrolment: consent, choice of the finger and the capture. */
export function EnrolmentFields({ enrolment, impressions, fresh, suffix, pinLink }: EnrolmentFieldsProps) {
  const { t } = useTranslation('fingerprints');
  const { finger } = enrolment;
  const count = impressions[finger] ?? (fresh ? 0 : undefined);
  return (
    <Stack gap="md" maw={640}>
      <ConsentFields
        student={enrolment.student}
        consent={enrolment.consent}
        codeOnly={enrolment.codeOnly}
        wrong={enrolment.wrong}
        onChange={enrolment.changeConsent}
      />
      <Select
        label={t('finger')}
        data={FINGERS.map((value) => ({ value, label: t(`fingers.${value}`) }))}
        value={finger}
        onChange={(value) => value && enrolment.setFinger(value as Finger)}
        allowDeselect={false}
      />
      {count !== undefined && <ImpressionCount count={count} finger={t(`fingers.${finger}`)} />}
      <FingerprintPanel scanner={enrolment.scanner} suffix={suffix} pinLink={pinLink} />
      {enrolment.refused && <Refused error={enrolment.refused} student={enrolment.student} />}
    </Stack>
  );
}

/** Refusals of a school that requires a guardian's code. */
const BY_CODE = ['consent-by-code', 'consent-by-two', 'consent-new-number'] as const;

function Refused({ error, student }: { error: CallError; student: EnrolledStudent | null }) {
  const { t } = useTranslation('fingerprints');
  const texts = {
    'fingerprint.low-quality': error.detail.why ? describe(error).message : t('refused.lowQuality'),
    'fingerprint.duplicate': t('refused.duplicate', { number: String(error.detail.admissionNumber ?? '') }),
    'fingerprint.replayed': t('refused.replayed'),
    'fingerprint.no-match': t('refused.otherFinger'),
    'fingerprint.full': t('refused.full'),
    'fingerprint.no-consent': t('refused.noConsent'),
    'fingerprint.consent-code': t('refused.consentCode'),
  };
  const codes = error.detail.fieldCodes as { ConsentMethod?: { code: string } } | undefined;
  const byCode = BY_CODE.find((each) => each === codes?.ConsentMethod?.code);
  const text = byCode
    ? t(`refused.${byCode}`)
    : (texts[error.problem as keyof typeof texts] ?? describe(error).message);
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} data-refused={error.problem}>
      {text}
      {error.problem === 'fingerprint.full' && student && 'admissionNumber' in student && (
        <>
          {' '}
          <LinkAnchor
            to="/app/student.details"
            search={{ admissionNumber: student.admissionNumber }}
            td="underline"
            fz="inherit"
          >
            {t('anew.link')}
          </LinkAnchor>
        </>
      )}
    </Alert>
  );
}
