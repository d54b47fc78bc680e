import { Button } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconCash,
  IconCircleCheck,
  IconFingerprint,
  IconLoader,
  IconPrinter,
} from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { ResultBanner } from '../../ui/ResultBanner.tsx';
import classes from './CashDesk.module.css';
import { type BannerText, useBannerText } from './useBannerText.ts';
import type { CashDesk } from './useDesk.ts';

interface DeskBannerProps {
  readonly desk: CashDesk;
  readonly onPrint: () => void;
}

const LOOKS = {
  busy: ['busy', IconLoader],
  done: ['done', IconCircleCheck],
  refused: ['refused', IconBan],
  unsure: ['unsure', IconAlertTriangle],
  finger: ['ready', IconFingerprint],
  ready: ['ready', IconCash],
} as const satisfies Record<BannerText['state'], readonly [string, Icon]>;

/** Banner of the desk: the last payment's outcome, or the next step. */
export function DeskBanner({ desk, onPrint }: DeskBannerProps) {
  const { t } = useTranslation('wallet');
  const { state, ...words } = useBannerText(desk);
  const [tone, Sign] = LOOKS[state];
  return (
    <ResultBanner label={t('desk.band.label')} tone={tone} Icon={Sign} {...words}>
      {state === 'refused' && desk.outcome?.tone === 'refused' && desk.outcome.byPin && (
        <Button variant="white" color="dark" onClick={desk.clear} className={classes.print}>
          {t('desk.next')}
        </Button>
      )}
      {state === 'refused' && desk.payAgain && (
        <Button variant="white" color="dark" onClick={desk.payAgain} className={classes.print}>
          {t('deposit.again')}
        </Button>
      )}
      {state === 'done' && (
        <Button
          variant="white"
          color="dark"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={onPrint}
          className={classes.print}
        >
          {t('desk.band.print')}
        </Button>
      )}
    </ResultBanner>
  );
}
