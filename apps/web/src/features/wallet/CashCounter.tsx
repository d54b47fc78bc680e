import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { watchCards } from '../../lib/card-guard.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { latePart } from '../../lib/late-part.ts';
import { createQueryClient } from '../../lib/queries.ts';
import { useSchool } from '../../lib/school.ts';
import type { Session } from '../../lib/session.ts';
import { AttemptNotes } from '../../school/desk/AttemptNotes.tsx';
import classes from '../../school/desk/counter.module.css';
import { DeskBar } from '../../school/desk/DeskBar.tsx';
import { DeskLinks, type DesksOf } from '../../school/desk/DeskLinks.tsx';
import lean from '../../school/desk/desk.module.css';
import { FingerField } from '../../school/desk/FingerField.tsx';
import { useOwnNames } from '../../school/desk/useDevice.ts';
import { outbox } from '../../school/offline/outbox.ts';
import { CounterForm } from './counter/CounterForm.tsx';
import { CounterTakeBack } from './counter/CounterTakeBack.tsx';
import own from './counter/cash.module.css';
import { LastPayments } from './counter/LastPayments.tsx';
import { PaymentBanner } from './counter/PaymentBanner.tsx';
import { useBannerNotices } from './counter/useBannerNotices.ts';
import { useLastPayments } from './counter/useLastPayments.ts';
import type { Shown } from './paid-of.ts';
import type { Paid, ReceiptProps } from './Receipt.tsx';
import { useDesk, type Way } from './useDesk.ts';
import { focusField, useDeskKeys, useFocus } from './useDeskKeys.ts';

const CounterReceipt = latePart(
  () => import('./counter/CounterReceipt.tsx').then((it) => it.CounterReceipt),
  NoReceipt,
);
const CounterRoomNote = latePart(() => import('./counter/CounterRoomNote.tsx').then((it) => it.CounterRoomNote));
const WAYS = ['out', 'in'] as const satisfies readonly Way[];

interface CashCounterProps {
  readonly session: Session;
  /** Name of the signed-in user; null until the server has answered. */
  readonly names: string | null;
  readonly desks: DesksOf;
  readonly onLogout: () => void;
}

/** Cash desk of the lean entry: the console's rules, keys and attempts in a page that loads quickly on a cheap tablet. */
export function CashCounter(props: CashCounterProps) {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      {/* Remounts when the school changes, since another school has other students. */}
      <Counter key={useSchool()?.sysid} {...props} />
    </QueryClientProvider>
  );
}

function Counter({ session, names, desks, onLogout }: CashCounterProps) {
  const { t } = useTranslation(['wallet', 'ui', 'desk']);
  const school = useSchool();
  const by = useOwnNames(session, names);
  const [notices, notice] = useBannerNotices();
  const desk = useDesk(notices);
  const [last, online] = useLastPayments();
  const waiting = outbox.waiting.use();
  const [shown, setShown] = useState<Shown | null>(null);
  const [printed, setPrinted] = useState<Paid | null>(null);
  const [lost, setLost] = useState<'nobody' | 'unclear' | null>(null);
  useEffect(() => outbox.start(), []);
  useEffect(() => watchCards(setLost), []);
  // Prefetched with the desk: after the first payment there may be no network.
  useEffect(() => void CounterReceipt.ahead(), []);
  const paid = desk.outcome?.tone === 'done' ? desk.outcome.paid : null;
  function printLast(): void {
    if (!paid) return;
    setShown({ paid, copy: printed === paid, print: true, at: Date.now() });
    setPrinted(paid);
  }
  const { found } = desk.wallet;
  const all = desk.way === 'out' && found ? found.mostCash : null;
  useDeskKeys({ desk, all, printLast });
  useFocus(desk.next);
  const isStaff = session.role !== 'CheckAgent';
  const forgetLost = () => setLost(null);
  return (
    <div className={lean.page}>
      <DeskBar
        title={t('desk.title')}
        school={null}
        names={[by, school?.shortName].filter(Boolean).join(' · ')}
        online={online}
        waiting={waiting}
        onLogout={onLogout}
      >
        <DeskLinks desks={desks} here="cash" />
        <a href={isStaff ? '/app/cash.desk' : '/app/till'}>{t(isStaff ? 'desk:bar.console' : 'desk.till')}</a>
      </DeskBar>
      <main className={lean.main} onKeyDown={forgetLost} onPointerDown={forgetLost}>
        <AttemptNotes />
        <div role="alert">
          {lost && (
            <p className={lean.note} data-look="waiting">
              <strong>{t('ui:card.title')}</strong> {t(`ui:card.${lost}`)}
            </p>
          )}
        </div>
        <div role="alert">
          {!online && (
            <p className={lean.note} data-look="waiting">
              <strong>{t('desk.band.away')}</strong> {t('desk.band.awayText')}
            </p>
          )}
        </div>
        <div className={classes.top}>
          <fieldset className={own.ways} aria-label={t('desk.way')}>
            {WAYS.map((way) => (
              <button
                key={way}
                type="button"
                className={lean.press}
                data-look={desk.way === way ? 'go' : undefined}
                aria-pressed={desk.way === way}
                onClick={() => desk.setWay(way)}
              >
                {t(`desk.${way}`)} {desk.way !== way && <kbd aria-hidden>F2</kbd>}
              </button>
            ))}
          </fieldset>
          <PaymentBanner desk={desk} notice={notice} />
        </div>
        <div className={own.desk}>
          <div className={own.acts}>
            {paid && (
              <button type="button" className={lean.press} onClick={printLast}>
                {t('desk.band.print')} <kbd aria-hidden>F8</kbd>
              </button>
            )}
            {paid?.kind === 'deposit' && (
              <CounterTakeBack
                key={paid.moved.receipt.sysid}
                {...paid.moved.receipt}
                byKey
                onDone={desk.forget}
                notices={notices}
              />
            )}
          </div>
          <CounterForm desk={desk} all={all} />
          <div className={classes.side}>
            {desk.way === 'in' && <CounterRoomNote />}
            {desk.way === 'out' && desk.proof === 'finger' && <FingerField scanner={desk.scanner} />}
            {shown ? (
              <Suspense>
                <CounterReceipt
                  key={shown.at}
                  paid={shown.paid}
                  copy={shown.copy}
                  atOnce={shown.print}
                  onDone={() => {
                    focusField(desk.next);
                    setShown(null);
                  }}
                />
              </Suspense>
            ) : (
              <LastPayments rows={last} onShow={setShown} />
            )}
          </div>
        </div>
      </main>
    </div>
  );
}

/** Shown where the receipt's chunk did not load: the payment stands and can be printed from the list later. */
function NoReceipt({ onDone }: ReceiptProps) {
  const { t } = useTranslation(['wallet', 'ui']);
  return (
    <section className={classes.card} role="alert">
      <p>{t('ui:latePart')}</p>
      <button type="button" className={lean.press} onClick={onDone}>
        {t('receipt.close')}
      </button>
    </section>
  );
}
