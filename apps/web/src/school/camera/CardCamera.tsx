import { IconCamera } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { readTyped } from '../student-box/typed-student.ts';
import { LateCameraScan } from './LateCameraScan.tsx';
import { CARDS, useCameraReader } from './useCameraReader.ts';

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
        <LateCameraScan
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
      )}
    </>
  );
}
