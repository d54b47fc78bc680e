import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { FilePicker } from '../../ui/FilePicker.tsx';
import classes from './Photo.module.css';
import { PhotoCamera } from './PhotoCamera.tsx';
import { smallPhoto } from './small-photo.ts';

// Limit for a phone's original photo; the photo is scaled down before it is sent.
const MAX_MEGABYTES = 20;

interface PhotoFieldProps {
  readonly photo: File | null;
  readonly onPhoto: (photo: File | null) => void;
  readonly consent: boolean;
  readonly onConsent: (consent: boolean) => void;
  readonly errors: { readonly photo?: string | null; readonly consent?: string | null };
}

/** Field for a photo by file or camera, scaled down before it is sent, and for the consent. */
export function PhotoField({ photo, onPhoto, consent, onConsent, errors }: PhotoFieldProps) {
  const { t } = useTranslation('collectors');
  const [camera, setCamera] = useState(false);
  const [unread, setUnread] = useState(false);
  const source = usePhotoUrl(photo);
  function take(next: File | null) {
    setUnread(false);
    setCamera(false);
    // Consent covers the photo that was shown, not the next one.
    onConsent(false);
    onPhoto(next);
  }
  function pick(file: File | null) {
    if (!file) return take(null);
    smallPhoto(file).then(take, () => {
      // The file is no picture, whatever its name: the field shows the error.
      take(null);
      setUnread(true);
    });
  }
  return (
    <Stack gap="xs">
      <FilePicker
        label={t('photos.photo')}
        accept=".png,.jpg,.jpeg,.webp"
        file={photo}
        onPick={pick}
        megabytes={MAX_MEGABYTES}
        error={unread ? t('photos.badFile') : (errors.photo ?? null)}
      />
      <Text size="sm" c="dimmed">
        {t('photos.photoHint')}
      </Text>
      {camera ? (
        <PhotoCamera onTaken={take} onClose={() => setCamera(false)} />
      ) : (
        <Button
          variant="default"
          className={classes.open}
          leftSection={<IconCamera size={16} aria-hidden />}
          onClick={() => setCamera(true)}
        >
          {t('photos.camera')}
        </Button>
      )}
      {photo && source && (
        <>
          <img src={source} alt={t('photos.shown')} className={classes.preview} />
          <Checkbox
            checked={consent}
            onChange={(event) => onConsent(event.currentTarget.checked)}
            label={t('photos.consent')}
            error={errors.consent}
          />
        </>
      )}
    </Stack>
  );
}

/** Returns an object URL for a local photo, revoked when the photo is no longer shown. */
function usePhotoUrl(photo: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!photo) return;
    const made = URL.createObjectURL(photo);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [photo]);
  return url;
}
