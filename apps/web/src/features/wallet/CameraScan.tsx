import { Modal, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import classes from './CameraScan.module.css';
import type { CodeReader } from './camera.ts';

const LOOK_EVERY_MS = 200;

interface CameraScanProps {
  readonly reader: CodeReader;
  readonly onFound: (text: string) => void;
  readonly onClose: () => void;
}

/** Looks through the camera until a barcode is in sight. Nothing of the picture is kept or sent. */
export function CameraScan({ reader, onFound, onClose }: CameraScanProps) {
  const { t } = useTranslation('wallet');
  const { t: tUi } = useTranslation('ui');
  const video = useRef<HTMLVideoElement>(null);
  const found = useRef(onFound);
  found.current = onFound;
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer = 0;
    let over = false;
    async function look(screen: HTMLVideoElement) {
      // A picture that is not there yet: the next one follows.
      const [code] = await reader.detect(screen).catch(() => []);
      if (over) return;
      if (code) found.current(code.rawValue);
      else timer = window.setTimeout(() => void look(screen), LOOK_EVERY_MS);
    }
    async function start() {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (over || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      await look(video.current);
    }
    function stop() {
      over = true;
      window.clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    // No leave, or no camera: the dialog says so.
    start().catch(() => !over && setFailed(true));
    return stop;
  }, [reader]);
  return (
    <Modal opened onClose={onClose} title={t('validate.camera')} closeButtonProps={{ 'aria-label': tUi('close') }}>
      {failed ? (
        <Text role="alert">{t('validate.noCamera')}</Text>
      ) : (
        <>
          <Text size="sm" mb="sm">
            {t('validate.cameraHint')}
          </Text>
          <video ref={video} muted playsInline className={classes.picture} aria-label={t('validate.picture')} />
        </>
      )}
    </Modal>
  );
}
