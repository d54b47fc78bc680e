import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconCash,
  IconCircleCheck,
  IconClock,
  IconFingerprint,
} from '@tabler/icons-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { latePart } from '../../../lib/late-part.ts';
import classes from '../../../school/desk/counter.module.css';
import { NextStudent } from '../../../school/desk/NextStudent.tsx';
import { useBannerText } from '../useBannerText.ts';
import type { CashDesk } from '../useDesk.ts';
import type { useBannerNotices } from './useBannerNotices.ts';

const CounterRoomLine = latePart(() => import('./CounterRoomNote.tsx').then((it) => it.CounterRoomLine));

interface PaymentBannerProps {
  readonly desk: CashDesk;
  readonly notice: ReturnType<typeof useBannerNotices>[1];
}

/** Look of the lean entry's banner by the state of the desk. */
const LOOKS = {
  busy: ['busy', IconClock],
  done: ['served', IconCircleCheck],
  refused: ['refused', IconBan],
  unsure: ['unsure', IconAlertTriangle],
  finger: ['ready', IconFingerprint],
  ready: ['ready', IconCash],
  served: ['served', IconCircleCheck],
  waiting: ['waiting', IconAlertTriangle],
} as const satisfies Record<string, readonly [string, Icon]>;

/** Banner of the last payment's outcome, readable across the desk, or of the next step. */
export function PaymentBanner({ desk, notice }: PaymentBannerProps) {
  const { t } = useTranslation('wallet');
  const words = useBannerText(desk);
  const { state, title, text } = notice && words.state !== 'busy' ? { state: notice.tone, ...notice } : words;
  const [tone, Sign] = LOOKS[state];
  const isPinWrong = desk.outcome?.tone === 'refused' && desk.outcome.byPin && !notice;
  const quiet = tone === 'served' || tone === 'busy' || tone === 'ready';
  return (
    <section className={classes.band} data-tone={tone} aria-label={t('desk.band.label')}>
      <Sign className={classes.sign} aria-hidden />
      <div aria-live={quiet ? 'polite' : 'assertive'} aria-atomic>
        <p className={classes.title}>{title}</p>
        {text && <p>{text}</p>}
        {state === 'ready' && desk.way === 'in' && <CounterRoomLine />}
      </div>
      {words.state === 'refused' && desk.payAgain && !notice && (
        <button type="button" className={classes.next} onClick={desk.payAgain}>
          {t('deposit.again')}
        </button>
      )}
      {(isPinWrong || notice?.next) && !desk.busy && <NextStudent onPress={desk.clear} />}
    </section>
  );
}
