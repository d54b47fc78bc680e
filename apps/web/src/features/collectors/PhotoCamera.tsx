import { Alert, Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import classes from './Photo.module.css';
import { smallPhoto } from './small-photo.ts';

interface PhotoCameraProps {
  readonly onTaken: (photo: File) => void;
  readonly onClose: () => void;
}

/** Camera of the device, open until a photo is taken. */
export function PhotoCamera({ onTaken, onClose }: PhotoCameraProps) {
  const { t } = useTranslation('collectors');
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'opening' | 'open' | 'failed'>('opening');
  useEffect(() => {
    let stream: MediaStream | undefined;
    let over = false;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    async function open(screen: HTMLVideoElement) {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (over) return stop();
      screen.srcObject = stream;
      await screen.play();
      setState('open');
    }
    // Permission denied or no camera: the field shows the error.
    if (video.current) open(video.current).catch(() => !over && setState('failed'));
    return () => {
      over = true;
      stop();
    };
  }, []);
  async function take() {
    if (video.current) onTaken(await smallPhoto(video.current));
  }
  return (
    <Stack gap="xs">
      {state === 'failed' ? (
        <Alert color="red" role="alert">
          {t('photos.noCamera')}
        </Alert>
      ) : (
        <video ref={video} muted playsInline className={classes.camera} aria-label={t('photos.camera')} />
      )}
      <Group gap="sm">
        {state !== 'failed' && (
          <Button
            disabled={state !== 'open'}
            onClick={() => {
              // The camera delivered no picture: the field shows the error.
              take().catch(() => setState('failed'));
            }}
          >
            {t('photos.take')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('photos.closeCamera')}
        </Button>
      </Group>
    </Stack>
  );
}
