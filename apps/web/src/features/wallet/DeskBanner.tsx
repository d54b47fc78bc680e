import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCash,
  IconCircleCheck,
  IconFingerprint,
  IconLoader,
  IconPrinter,
} from '@tabler/icons-react';
import { formatAmount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { ResultBanner } from '../../ui/ResultBanner.tsx';
import classes from './CashDesk.module.css';
import type { CashDesk } from './useDesk.ts';

interface DeskBannerProps {
  readonly desk: CashDesk;
  readonly onPrint: () => void;
}

/** The outcome of the last payment, or what the desk waits for. */
export function DeskBanner({ desk, onPrint }: DeskBannerProps) {
  const { t } = useTranslation('wallet');
  const { outcome, armed, busy, way, amount, wallet } = desk;
  const label = t('desk.band.label');
  const who = wallet.found ? `${wallet.found.names} (${wallet.number})` : wallet.number;
  if (busy) return <ResultBanner label={label} tone="busy" Icon={IconLoader} title={t('desk.band.busy')} />;
  if (outcome?.tone === 'done') {
    const { moved, kind, names, admissionNumber } = outcome.paid;
    const told = t('desk.band.told', {
      who: names ? `${names} (${admissionNumber})` : admissionNumber,
      balance: formatAmount(moved.balance),
    });
    return (
      <ResultBanner
        label={label}
        tone="done"
        Icon={IconCircleCheck}
        title={t(kind === 'cashOut' ? 'desk.band.paidOut' : 'desk.band.takenIn', {
          amount: formatAmount(moved.amount),
        })}
        text={moved.fee > 0 ? `${told} · ${t('desk.band.fee', { fee: formatAmount(moved.fee) })}` : told}
      >
        <Button
          variant="white"
          color="dark"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={onPrint}
          className={classes.print}
        >
          {t('desk.band.print')}
        </Button>
      </ResultBanner>
    );
  }
  if (outcome)
    return (
      <ResultBanner
        label={label}
        tone={outcome.tone}
        Icon={outcome.tone === 'unsure' ? IconAlertTriangle : IconBan}
        title={outcome.why}
        {...(outcome.tone === 'refused' && { text: t('desk.band.nothing') })}
      />
    );
  if (armed && way === 'out')
    return (
      <ResultBanner
        label={label}
        tone="ready"
        Icon={IconFingerprint}
        title={t('desk.band.finger')}
        text={t('desk.band.fingerFor', { amount: formatAmount(Number(amount)), who })}
      />
    );
  return (
    <ResultBanner
      label={label}
      tone="ready"
      Icon={IconCash}
      title={t('desk.band.ready')}
      text={t(way === 'out' ? 'desk.band.readyOut' : 'desk.band.readyIn')}
    />
  );
}
