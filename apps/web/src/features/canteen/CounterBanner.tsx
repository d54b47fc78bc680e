import { IconAlertTriangle, IconBan, IconCircleCheck, IconHandFinger, IconLoader } from '@tabler/icons-react';
import { formatAmount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { ResultBand } from '../../ui/ResultBand.tsx';
import type { Outcome } from './useCounter.ts';

interface CounterBannerProps {
  readonly outcome: Outcome | undefined;
  readonly busy: boolean;
  readonly way: 'finger' | 'pin';
  /** Window: what the portions that are left count for: the day, or the meal window's name. */
  readonly window: string | undefined;
}

const SIGNS = { served: IconCircleCheck, refused: IconBan, unsure: IconAlertTriangle };

/**
 * Counter banner: what came of the last student, large enough to be read from the pots. Always there, so that nothing
 * moves.
 */
export function CounterBanner({ outcome: last, busy, way, window }: CounterBannerProps) {
  const { t } = useTranslation('canteen');
  // A portion that went back is no news of the student who stands there now.
  const outcome = last && last.tone !== 'takenBack' ? { ...last, tone: last.tone } : undefined;
  const tone = busy ? 'busy' : (outcome?.tone ?? 'ready');
  const Icon = busy ? IconLoader : outcome ? SIGNS[outcome.tone] : IconHandFinger;
  const who = outcome && (outcome.names ? `${outcome.names} (${outcome.admissionNumber})` : outcome.admissionNumber);
  const title = busy
    ? t('band.busy')
    : outcome?.meal
      ? t('consume.done')
      : (outcome?.why ?? t(way === 'pin' ? 'band.readyPin' : 'band.readyFinger'));
  const text = busy ? '' : outcome ? [who, ...told()].join(' · ') : t('band.keys');

  function told(): string[] {
    if (!outcome?.meal) return [t(outcome?.tone === 'unsure' ? 'band.unsure' : 'band.notServed')];
    const { remaining, balance } = outcome.meal;
    const left = { count: remaining, window: window ?? '' };
    return [
      t(window === undefined ? 'served.left' : 'served.leftAt', left),
      t('served.balance', { balance: formatAmount(balance) }),
    ];
  }
  return (
    <ResultBand
      label={t('band.label')}
      tone={tone === 'served' ? 'done' : tone}
      Icon={Icon}
      title={title}
      text={text}
    />
  );
}
