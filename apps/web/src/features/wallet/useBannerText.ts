import { formatMoney } from '../../lib/format.ts';
import { hasKeys } from '../../lib/has-keys.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { amountOf } from '../../ui/amount-typing.ts';
import type { CashDesk } from './useDesk.ts';

/** Texts of the banner: the last payment's outcome, or the next step. */
export interface BannerText {
  readonly state: 'busy' | 'done' | 'refused' | 'unsure' | 'finger' | 'ready';
  readonly title: string;
  readonly text?: string;
}

/** Returns the texts of the desk's banner, for the console and the lean entry. */
export function useBannerText(desk: CashDesk): BannerText {
  const { t } = useTranslation('wallet');
  const { outcome, armed, busy, way, amount, wallet, typed } = desk;
  const who = wallet.found ? `${wallet.found.names} (${wallet.number})` : wallet.number;
  const next = typed.keys === '' ? {} : { text: t('desk.band.next', { keys: typed.keys }) };
  if (busy || typed.keys !== '') return { state: 'busy', title: t('desk.band.busy'), ...next };
  if (typed.stopped && !(outcome && outcome.tone !== 'done'))
    return { state: 'refused', title: t('desk.band.nothing'), text: t('desk.band.stopped') };
  if (outcome?.tone === 'done') {
    const { moved, kind, names, admissionNumber } = outcome.paid;
    const told = t('desk.band.told', {
      who: names ? `${names} (${admissionNumber})` : admissionNumber,
      balance: formatMoney(moved.balance),
    });
    return {
      state: 'done',
      title: t(kind === 'cashOut' ? 'desk.band.paidOut' : 'desk.band.takenIn', { amount: formatMoney(moved.amount) }),
      text: moved.fee > 0 ? `${told} · ${t('desk.band.fee', { fee: formatMoney(moved.fee) })}` : told,
    };
  }
  if (outcome)
    return {
      state: outcome.tone,
      title: outcome.why,
      ...((outcome.tone === 'refused' || typed.stopped) && {
        text: [outcome.tone === 'refused' && t('desk.band.nothing'), typed.stopped && t('desk.band.stopped')]
          .filter(Boolean)
          .join(' '),
      }),
      ...(desk.payAgain && !typed.stopped && { text: t('deposit.repeated') }),
    };
  if (armed && way === 'out')
    return {
      state: 'finger',
      title: t('desk.band.finger'),
      text: t('desk.band.fingerFor', { amount: formatMoney(amountOf(amount)), who }),
    };
  return {
    state: 'ready',
    title: t('desk.band.ready'),
    text: t(`desk.band.${hasKeys() ? 'keys' : 'touch'}.${way}`),
  };
}
