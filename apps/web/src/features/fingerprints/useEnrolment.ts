import { type Finger, uploadStudentFingerprint, uploadStudentFingerprintAdm } from '@mfuko/contract/fingerprints';
import type { Problem } from '@mfuko/contract/problem';
import { getStudents } from '@mfuko/contract/students';
import { useEffect, useState } from 'react';
import { CallError } from '../../lib/problems.ts';
import type { Answer } from '../../lib/request.ts';
import { pictureFields } from '../../lib/scanner/messages.ts';
import { useScanner } from '../../lib/scanner/useScanner.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { showError } from '../../ui/notify.tsx';
import { type Consent, type ConsentWrong, consentFields, missingConsent, NO_CONSENT_YET } from './consent.ts';
import { useCodeOnly } from './useCodeOnly.ts';

export type Enrolled = Answer<typeof uploadStudentFingerprint>;
/** Student of the enrolment: one call takes the id, the other the admission number. */
export type EnrolledStudent = { readonly sysid: string } | { readonly admissionNumber: string };

// Refusals that concern the finger and are shown at the scanner panel.
const AT_THE_PANEL: readonly Problem[] = [
  'fingerprint.low-quality',
  'fingerprint.duplicate',
  'fingerprint.replayed',
  'fingerprint.no-match',
  'fingerprint.full',
  'fingerprint.bad-image',
];

interface EnrolmentOptions {
  /** False where a press starts the capture, since another child's finger may still lie on the reader. */
  readonly captureByItself?: boolean;
  /** Initial consent of each student, without the guardian's name. */
  readonly start?: Consent;
}

/** State of one enrolment: scanner, choice of finger, consent and refusal. */
export function useEnrolment(
  student: EnrolledStudent | null,
  onSaved: (saved: Enrolled) => void,
  { captureByItself = true, start = NO_CONSENT_YET }: EnrolmentOptions = {},
) {
  const scanner = useScanner({ captureByItself, times: 3 });
  const { template } = scanner.state;
  const [finger, setFinger] = useState<Finger>('right-index');
  const codeOnly = useCodeOnly();
  const [typed, setConsent] = useState<Consent>(start);
  const consent: Consent = codeOnly ? { ...typed, method: 'otp' } : typed;
  const [wrong, setWrong] = useState<ConsentWrong>({});
  const [refused, setRefused] = useState<CallError | null>(null);
  useEffect(() => {
    if (template) setRefused(null);
  }, [template]);

  const after = {
    refresh: [getStudents],
    onDone: (saved: Enrolled) => {
      scanner.flush();
      setConsent({ ...consent, when: 'before', code: '' });
      onSaved(saved);
    },
    onError: (error: unknown) => {
      if (!(error instanceof CallError) || !error.problem) return showError(error);
      if (error.problem === 'fingerprint.no-consent') {
        const asked = { ...consent, when: 'now' } as const;
        setConsent(asked);
        setWrong(missingConsent(asked));
        setRefused(error);
      } else if (error.problem === 'fingerprint.consent-code') {
        setWrong({ code: true });
        setRefused(error);
      } else if (AT_THE_PANEL.includes(error.problem)) {
        // The same picture would be refused again.
        if (error.problem !== 'fingerprint.full') scanner.flush();
        setRefused(error);
      } else showError(error);
    },
  };
  const byId = useSureRecord(uploadStudentFingerprint, after);
  const byNumber = useSureRecord(uploadStudentFingerprintAdm, after);

  /** Sends the finger; returns false where a field is missing. */
  function save(): boolean {
    const missing = missingConsent(consent);
    setWrong(missing);
    if (!template || !student || Object.keys(missing).length > 0) return false;
    const impression = { ...pictureFields(template), Finger: finger, ...consentFields(consent) };
    if ('sysid' in student) byId.mutate({ StudentSYSID: student.sysid, ...impression });
    else byNumber.mutate({ AdmissionNumber: student.admissionNumber, ...impression });
    return true;
  }
  return {
    student,
    scanner,
    finger,
    setFinger,
    consent,
    codeOnly,
    wrong,
    refused,
    save,
    scanned: template !== null,
    busy: byId.isPending || byNumber.isPending,
    changeConsent(next: Consent) {
      setConsent(next);
      if (refused?.problem === 'fingerprint.consent-code') setRefused(null);
      if (Object.keys(wrong).length > 0) setWrong(missingConsent(next));
    },
    /** Clears everything for the next student. */
    forget() {
      setConsent(start);
      setWrong({});
      setRefused(null);
      scanner.flush();
    },
  };
}
export type Enrolment = ReturnType<typeof useEnrolment>;
