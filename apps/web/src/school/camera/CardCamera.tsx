import { IconCamera } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { readTyped } from '../student-box/typed-student.ts';
import { CARDS, useCameraReader } from './useCameraReader.ts';

const CameraScan = lazy(() => import('./CameraScan.tsx').then((it) => ({ default: it.CameraScan })));

interface CardCameraProps {
  readonly className?: string | undefined;
  readonly onCard: (number: string) => void;
}

/** A button that reads a student's card by the camera; nothing where the browser cannot, or there is no camera. */
export function CardCamera({ className, onCard }: CardCameraProps) {
  const { t } = useTranslation('school');
  const reader = useCameraReader(CARDS);
  const [filming, setFilming] = useState(false);
  if (!reader) return null;
  return (
    <>
      <button
        type="button"
        className={className}
        title={t('camera.open')}
        aria-label={t('camera.open')}
        onClick={() => setFilming(true)}
      >
        <IconCamera size={22} aria-hidden />
      </button>
      {filming && (
        <Suspense>
          <CameraScan
            reader={reader}
            hint={t('camera.card')}
            onClose={() => setFilming(false)}
            onFound={(text) => {
              const { number } = readTyped(text);
              if (number === '') return false;
              setFilming(false);
              onCard(number);
              return true;
            }}
          />
        </Suspense>
      )}
    </>
  );
}
