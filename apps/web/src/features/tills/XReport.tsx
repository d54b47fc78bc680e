import { Button, Modal, Skeleton, Stack } from '@mantine/core';
import { getTillReport, type Till } from '@mfuko/contract/tills';
import { IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { clockAhead } from '../../lib/clock.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { Foot, PrintableReport, Rows, SumRows } from './TillPaper.tsx';
import { ZReport } from './ZReport.tsx';

/** Button that shows the printable state of an open till. */
export function XReport({ sysid }: { sysid: string }) {
  const { t } = useTranslation(['tills', 'ui']);
  const [shown, setShown] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconReceipt size={18} aria-hidden />} onClick={() => setShown(true)}>
        {t('xReport.open')}
      </Button>
      <Modal
        opened={shown}
        onClose={() => setShown(false)}
        title={t('xReport.open')}
        closeButtonProps={{ 'aria-label': t('ui:close') }}
      >
        {shown && <Asked sysid={sysid} />}
      </Modal>
    </>
  );
}

/** Fetched for each print, so that the paper carries the current figures. */
function Asked({ sysid }: { sysid: string }) {
  const { t } = useTranslation('tills');
  const { data, dataUpdatedAt, isFetchedAfterMount, error, refetch } = useCall(
    getTillReport,
    { sysid },
    { staleTime: 0 },
  );
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || !isFetchedAfterMount)
    return (
      <Stack gap="sm">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} height={28} />
        ))}
      </Stack>
    );
  // Another user has closed the till meanwhile.
  if (data.closing) return <ZReport till={data} />;
  return (
    <PrintableReport
      title={t('xReport.title')}
      act={t('xReport.print')}
      rows={<Standing till={data} at={new Date(dataUpdatedAt + (clockAhead() ?? 0))} />}
    />
  );
}

function Standing({ till, at }: { till: Till; at: Date }) {
  const { t } = useTranslation('tills');
  return (
    <>
      <Rows
        rows={[
          [t('report.number'), till.sysid.slice(-12).toUpperCase()],
          [t('report.agent'), till.names],
          [t('report.opened'), formatDate(till.openedAt)],
          [t('xReport.asOf'), formatDate(at)],
        ]}
      />
      <SumRows till={till} />
      <Rows rows={[[t('result.expected'), formatMoney(till.holds)]]} />
      <Foot look="word">{t('xReport.closesNothing')}</Foot>
    </>
  );
}
