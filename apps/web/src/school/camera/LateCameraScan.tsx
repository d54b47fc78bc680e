import { useTranslation } from '../../lib/i18n.ts';
import { latePart } from '../../lib/late-part.ts';
import type { CameraScanProps } from './CameraScan.tsx';

/** The camera's dialog, fetched when it is opened. */
export const LateCameraScan = latePart(() => import('./CameraScan.tsx').then((it) => it.CameraScan), NoCamera);

/** Pressed, it goes; the camera opens as soon as its code is here. */
function NoCamera({ onClose }: CameraScanProps) {
  const { t } = useTranslation('ui');
  return (
    <button type="button" aria-live="assertive" onClick={onClose}>
      {t('latePart')}
    </button>
  );
}
