import '@mantine/core/styles/SegmentedControl.css';
import { Box, SegmentedControl, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { latePart } from '../../lib/late-part.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import classes from './CashDesk.module.css';
import { DeskBanner } from './DeskBanner.tsx';
import { DeskForm } from './DeskForm.tsx';
import { OwnPayments } from './OwnPayments.tsx';
import type { Shown } from './paid-of.ts';
import { type Paid, Receipt } from './Receipt.tsx';
import type { CashOutProps } from './rules.ts';
import { TakeBack } from './TakeBack.tsx';
import { useConsoleNotices } from './useConsoleNotices.ts';
import { useDesk, type Way } from './useDesk.ts';
import { focusField, useDeskKeys, useFocus } from './useDeskKeys.ts';
import { useGivenNumber } from './useGivenNumber.ts';

const DepositRoomNote = latePart(() => import('./DepositRoomNote.tsx').then((it) => it.DepositRoomNote));

/** Cash desk: cash-outs and deposits on one screen, by keyboard or touch, student after student. */
export function DeskPage({ above, rules }: CashOutProps) {
  const { t } = useTranslation('wallet');
  const desk = useDesk(useConsoleNotices(), useGivenNumber());
  const { found } = desk.wallet;
  const [shown, setShown] = useState<Shown | null>(null);
  const all = desk.way === 'out' && found ? found.mostCash : null;
  const paid = desk.outcome?.tone === 'done' ? desk.outcome.paid : null;
  // Payment whose receipt was printed last: a second print is marked as a copy.
  const [printed, setPrinted] = useState<Paid | null>(null);
  function printLast(): void {
    if (!paid) return;
    setShown({ paid, copy: printed === paid, print: true, at: Date.now() });
    setPrinted(paid);
  }
  useDeskKeys({ desk, all, printLast });
  useFocus(desk.next);
  return (
    <>
      <PageHeader
        title={t('desk.title')}
        actions={
          <SegmentedControl
            aria-label={t('desk.way')}
            size="md"
            value={desk.way}
            onChange={(way) => desk.setWay(way as Way)}
            data={[
              { value: 'out', label: t('desk.out') },
              { value: 'in', label: t('desk.in') },
            ]}
          />
        }
      />
      {above}
      <DeskBanner desk={desk} onPrint={printLast} />
      {paid?.kind === 'deposit' && (
        <Box mb="md" mih={36}>
          <TakeBack key={paid.moved.receipt.sysid} {...paid.moved.receipt} byKey onDone={desk.forget} />
        </Box>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" className={classes.desk}>
        <DeskForm desk={desk} all={all} rules={rules} />
        <div>
          {desk.way === 'in' && <DepositRoomNote />}
          {shown ? (
            <Receipt
              key={shown.at}
              paid={shown.paid}
              copy={shown.copy}
              atOnce={shown.print}
              onDone={() => {
                focusField(desk.next);
                setShown(null);
              }}
            />
          ) : (
            <OwnPayments onShow={setShown} />
          )}
        </div>
      </SimpleGrid>
    </>
  );
}
