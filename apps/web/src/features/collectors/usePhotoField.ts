import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError, describe } from '../../lib/problems.ts';

/** A photo that is chosen in a form, with the consent that it takes. */
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
    /** Fields to send; null where there is a photo without consent, which the field says then. */
    ready(): { readonly Photo?: File; readonly consent: boolean } | null {
      if (!photo) return { consent: false };
      if (consent) return { Photo: photo, consent };
      setErrors({ consent: t('photos.consentMissing') });
      return null;
    },
    /** True where the refusal is about the photo, and is said there. */
    refused(error: unknown): boolean {
      if (!(error instanceof CallError) || error.problem !== 'collector.bad-photo') return false;
      setErrors({ photo: describe(error).message });
      return true;
    },
  };
}
