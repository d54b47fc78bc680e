import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl } from '@mantine/core';
import { Suspense } from 'react';
import { TillBanner } from '../features/tills/TillBanner.tsx';
import { DepositPage } from '../features/wallet/DepositPage.tsx';
import { useTranslation } from '../lib/i18n.ts';
import { useSignedIn } from '../lib/session.ts';
import { latePart } from '../ui/late-part.tsx';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';
import { useAddressed } from '../ui/useAddressed.ts';
import { useApprovalNews } from './approval-news.ts';

const HERE = '/app/student.upload.money';

// Loaded on demand: most users come to record one deposit.
const DepositsImport = latePart(
  () => import('../features/imports/index.ts').then((it) => it.DepositsImport),
  <PageSkeleton />,
);
const DepositRoomNote = latePart(() =>
  import('../features/wallet/DepositRoomNote.tsx').then((it) => it.DepositRoomNote),
);
const SlipTaken = latePart(() => import('../features/limits/SlipTaken.tsx').then((it) => it.SlipTaken));
const AskGuardian = latePart(
  () => import('../features/payments/AskGuardian.tsx').then((it) => it.AskGuardian),
  <PageSkeleton />,
);

/** Upload Pocket Money: for one student, for many from a spreadsheet, or by M-Pesa from a guardian's phone. */
export function UploadMoneyScreen() {
  useApprovalNews();
  const isOffice = useSignedIn().role !== 'CheckAgent';
  const { t } = useTranslation('imports');
  const { t: tPayments } = useTranslation('payments');
  const [by, setBy] = useAddressed(HERE, 'by');
  const way = isOffice && (by === 'sheet' || by === 'mpesa') ? by : 'one';
  const ways = (
    <>
      {way === 'one' && <TillBanner />}
      {isOffice && (
        <SegmentedControl
          aria-label={t('ways.label')}
          value={way}
          onChange={(value) => setBy(value === 'one' ? undefined : value)}
          data={[
            { value: 'one', label: t('ways.one') },
            { value: 'sheet', label: t('ways.sheet') },
            { value: 'mpesa', label: tPayments('way') },
          ]}
          mb="lg"
        />
      )}
    </>
  );
  const lists = {
    one: undefined,
    sheet: (
      <>
        <DepositsImport />
        <DepositRoomNote list />
      </>
    ),
    mpesa: <AskGuardian />,
  };
  return (
    <DepositPage
      ways={ways}
      withStatement={isOffice}
      list={lists[way]}
      slipTaken={(slip) => (
        <Suspense>
          <SlipTaken key={slip.admissionNumber} {...slip} mayAsk={isOffice} />
        </Suspense>
      )}
    />
  );
}
