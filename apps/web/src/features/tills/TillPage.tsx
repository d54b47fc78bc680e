import { Skeleton, Stack } from '@mantine/core';
import { getTill, getTillReport } from '@mfuko/contract/tills';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { CloseTill } from './CloseTill.tsx';
import { OpenedTill } from './OpenedTill.tsx';
import { OpenTill } from './OpenTill.tsx';
import { ZReport } from './ZReport.tsx';

const HERE = '/app/till';
const POLL_MS = 20_000;

/** The user's own till: opening, balance, count and close. */
export function TillPage() {
  const { t } = useTranslation('tills');
  const [step, go] = useAddressed(HERE, 'step');
  const [closed, showClosed] = useAddressed(HERE, 'closed');
  const counting = step === 'count';
  const own = useCall(getTill, {}, { staleTime: 0, refetchInterval: POLL_MS });
  const till = own.data?.till;
  if (closed !== undefined && !till) return <ClosedTill sysid={closed} onAgain={() => showClosed(undefined)} />;
  return (
    <>
      <PageHeader
        title={t(till && counting ? 'close.title' : 'till.title')}
        subtitle={
          till
            ? t(counting ? 'close.hint' : 'till.since', { date: formatDate(till.openedAt) })
            : own.data && t('till.none')
        }
      />
      {own.data ? (
        till ? (
          counting ? (
            <CloseTill till={till} onBack={() => go(undefined)} onClosed={showClosed} />
          ) : (
            <OpenedTill till={till} onClose={() => go('count')} />
          )
        ) : (
          <OpenTill left={own.data.left} required={own.data.required} onOpened={() => go(undefined)} />
        )
      ) : own.isError ? (
        <ErrorState error={own.error} onRetry={() => void own.refetch()} />
      ) : (
        <Waiting />
      )}
    </>
  );
}

function ClosedTill({ sysid, onAgain }: { sysid: string; onAgain: () => void }) {
  const { t } = useTranslation('tills');
  const found = useCall(getTillReport, { sysid });
  return (
    <>
      <PageHeader title={t('closed.title')} subtitle={t('closed.hint')} />
      {found.data ? (
        <ZReport till={found.data} onDone={onAgain} />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Waiting />
      )}
    </>
  );
}

function Waiting() {
  return (
    <Stack gap="sm">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={36} />
      ))}
    </Stack>
  );
}
