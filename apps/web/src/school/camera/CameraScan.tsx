import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import classes from './CameraScan.module.css';
import type { CodeReader } from './useCameraReader.ts';

const POLL_MS = 200;

export interface CameraScanProps {
  readonly reader: CodeReader;
  readonly hint: string;
  /** Takes a code that is in view; returns false where it is not the code that is looked for. */
  readonly onFound: (text: string) => boolean;
  readonly onClose: () => void;
}

/**
 * Scans through the camera until a code in view is accepted. No picture is stored or sent. Uses the browser's own dialog element, because
 * the lean entry has no other dialog.
 */
export function CameraScan({ reader, hint, onFound, onClose }: CameraScanProps) {
  const { t } = useTranslation(['school', 'ui']);
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const found = useRef(onFound);
  found.current = onFound;
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer = 0;
    let over = false;
    async function look(screen: HTMLVideoElement) {
      // The frame is not ready yet; the next one follows.
      const codes = await reader.detect(screen).catch(() => []);
      if (over || codes.some(({ rawValue }) => found.current(rawValue))) return;
      timer = window.setTimeout(() => void look(screen), POLL_MS);
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
    // Permission denied, or no camera: the dialog says so.
    start().catch(() => !over && setFailed(true));
    return stop;
  }, [reader]);
  return (
    <dialog ref={dialog} className={classes.dialog} aria-modal="true" aria-labelledby="camera-title" onClose={onClose}>
      <div className={classes.head}>
        <h2 id="camera-title" className={classes.title}>
          {t('camera.open')}
        </h2>
        <button type="button" className={classes.close} onClick={onClose}>
          {t('ui:close')}
        </button>
      </div>
      {failed ? (
        <p role="alert">{t('camera.none')}</p>
      ) : (
        <>
          <p className={classes.hint}>{hint}</p>
          <video ref={video} muted playsInline className={classes.picture} aria-label={t('camera.picture')} />
        </>
      )}
    </dialog>
  );
}
