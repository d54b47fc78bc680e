import { IconAlertTriangle, IconCamera } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { latePart } from '../../lib/late-part.ts';
import { readTyped } from '../student-box/typed-student.ts';
import type { CameraScanProps } from './CameraScan.tsx';
import { CARDS, useCameraReader } from './useCameraReader.ts';

interface CardCameraProps {
  readonly className?: string | undefined;
  readonly onCard: (number: string) => void;
}

interface Missing {
  readonly onMissing: () => void;
}

/** Loaded when it is opened; the lean entry has no `lateDialog`. */
const LateCameraScan = latePart<CameraScanProps & Missing>(
  () => import('./CameraScan.tsx').then((it) => it.CameraScan),
  NoCamera,
);

/** Button that reads a student's card by the camera; renders nothing where the browser cannot, or there is no camera. */
export function CardCamera({ className, onCard }: CardCameraProps) {
  const { t } = useTranslation(['school', 'ui']);
  const reader = useCameraReader(CARDS);
  // A failed dialog must not open when the network returns, because it would take the digits that are typed by then: the button shows the
  // failure and retries.
  const [state, setState] = useState<'closed' | 'filming' | 'missing'>('closed');
  const isMissing = state === 'missing';
  if (!reader) return null;
  const words = isMissing ? `${t('ui:latePart')} ${t('ui:retry')}` : t('camera.open');
  const Icon = isMissing ? IconAlertTriangle : IconCamera;
  return (
    <>
      <button type="button" className={className} title={words} aria-label={words} onClick={() => setState('filming')}>
        <Icon size={22} aria-hidden />
      </button>
      {state === 'filming' && (
        <LateCameraScan
          reader={reader}
          hint={t('camera.card')}
          onClose={() => setState('closed')}
          onMissing={() => setState('missing')}
          onFound={(text) => {
            const { number } = readTyped(text);
            if (number === '') return false;
            setState('closed');
            onCard(number);
            return true;
          }}
        />
      )}
    </>
  );
}

function NoCamera({ onMissing }: Missing) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(onMissing, []);
  return null;
}
