import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError, describe } from '../../lib/problems.ts';

/** State of a photo field in a form, with the consent that a photo requires. */
export function usePhotoField() {
  const { t } = useTranslation('collectors');
  const [photo, setPhoto] = useState<File | null>(null);
  const [consent, setConsent] = useState(false);
  const [errors, setErrors] = useState<{ readonly photo?: string; readonly consent?: string }>({});
  return {
    photo,
    field: {
      photo,
      consent,
      errors,
      onPhoto: (next: File | null) => {
        setPhoto(next);
        setErrors({});
      },
      onConsent: (next: boolean) => {
        setConsent(next);
        setErrors({});
      },
    },
    /** Returns the fields to send; null and an error at the field where a photo lacks consent. */
    ready(): { readonly Photo?: File; readonly consent: boolean } | null {
      if (!photo) return { consent: false };
      if (consent) return { Photo: photo, consent };
      setErrors({ consent: t('photos.consentMissing') });
      return null;
    },
    /** Returns true where the refusal concerns the photo, and shows it at the field. */
    refused(error: unknown): boolean {
      if (!(error instanceof CallError) || error.problem !== 'collector.bad-photo') return false;
      setErrors({ photo: describe(error).message });
      return true;
    },
  };
}
