import type { ReenrolmentRefusal } from '@mfuko/contract/fingerprint-renewal';
import type { Problem } from '@mfuko/contract/problem';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError, describe } from '../../lib/problems.ts';

/** Refusals of the captures: the same captures would be refused again. */
const OF_THE_CAPTURES: readonly Problem[] = [
  'fingerprint.low-quality',
  'fingerprint.duplicate',
  'fingerprint.replayed',
  'fingerprint.no-match',
  'fingerprint.bad-image',
];
const WHY_OF_THE_CAPTURES: readonly ReenrolmentRefusal[] = ['other-finger', 'apart'];

/** Returns a function that gives the text of a refused re-enrolment and the part of the form to redo. */
export function useReenrolmentText() {
  const { t } = useTranslation('fingerprints');
  function whyOf(error: CallError): ReenrolmentRefusal | null {
    return error.problem === 'fingerprint.not-renewed' ? (error.detail.why as ReenrolmentRefusal) : null;
  }
  return {
    of(error: unknown): string {
      if (!(error instanceof CallError)) return describe(error).message;
      const why = whyOf(error);
      if (why !== null) return t(`anew.why.${why}`);
      const texts = {
        'fingerprint.low-quality': error.detail.why ? describe(error).message : t('refused.lowQuality'),
        'fingerprint.duplicate': t('refused.duplicate', { number: String(error.detail.admissionNumber ?? '') }),
        'fingerprint.replayed': t('refused.replayed'),
        'fingerprint.no-match': t('anew.noMatch'),
        'fingerprint.no-consent': t('anew.noConsent'),
        'fingerprint.consent-code': t('refused.consentCode'),
      };
      return texts[error.problem as keyof typeof texts] ?? describe(error).message;
    },
    after(error: unknown): { readonly repeats: boolean; readonly forgets: 'pin' | 'code' | null } {
      if (!(error instanceof CallError)) return { repeats: false, forgets: null };
      const why = whyOf(error);
      const ofCaptures = error.problem !== null && OF_THE_CAPTURES.includes(error.problem);
      return {
        repeats: ofCaptures || (why !== null && WHY_OF_THE_CAPTURES.includes(why)),
        forgets: error.problem === 'pin.wrong' ? 'pin' : error.problem === 'fingerprint.consent-code' ? 'code' : null,
      };
    },
  };
}
