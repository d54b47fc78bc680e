import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { closeTill, getTillReport, moveTillCash, type Till } from '@mfuko/contract/tills';
import { IconCashOff } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import { DialogAttempts } from '../../school/attempts/DialogAttempts.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Money } from '../../ui/Money.tsx';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { CarryDialog } from './CarryDialog.tsx';
import { CloseTill } from './CloseTill.tsx';
import { ConfirmClose } from './ConfirmClose.tsx';
import { TillMoves } from './TillMoves.tsx';
import { TillSums } from './TillSums.tsx';
import { XReport } from './XReport.tsx';
import { ZReport } from './ZReport.tsx';

/** Drawer of the till whose id is in the address. */
export function TillDrawer({ sysid, onClose }: { sysid: string | undefined; onClose: () => void }) {
  const { t } = useTranslation(['tills', 'school']);
  const found = useCall(getTillReport, { sysid: sysid ?? '' }, { enabled: sysid !== undefined, staleTime: 0 });
  const missing = found.error instanceof CallError && [400, 404].includes(found.error.status ?? 0);
  return (
    <DetailDrawer
      title={found.data ? t('list.of', { names: found.data.names }) : t('till.title')}
      opened={sysid !== undefined}
      onClose={onClose}
    >
      {found.data ? (
        <Stack gap="md">
          {/* The drawer covers the notes of the screen. */}
          <DialogAttempts of={[closeTill, moveTillCash]} />
          {found.data.status === 'open' ? (
            <AtWork key={found.data.sysid} till={found.data} />
          ) : (
            <Closed key={found.data.sysid} till={found.data} />
          )}
        </Stack>
      ) : missing ? (
        <Notice Icon={IconCashOff} title={t('list.unknown')} />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Stack gap="sm">
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <Skeleton key={row} height={28} />
          ))}
        </Stack>
      )}
    </DetailDrawer>
  );
}

function AtWork({ till }: { till: Till }) {
  const { t } = useTranslation('tills');
  const [counting, setCounting] = useState(false);
  if (counting) return <CloseTill till={till} onBack={() => setCounting(false)} onClosed={() => setCounting(false)} />;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('till.since', { date: formatDate(till.openedAt) })}
      </Text>
      <TillSums till={till} />
      <Group justify="space-between">
        <Text fw={700}>{t('till.holds')}</Text>
        <Money value={till.holds} fw={700} fz="lg" />
      </Group>
      <Group>
        <XReport sysid={till.sysid} />
      </Group>
      {!till.own && (
        <>
          <Text size="sm">{t('list.closeForHint')}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setCounting(true)}>
              {t('list.closeFor', { names: till.names })}
            </Button>
          </Group>
        </>
      )}
      <TillMoves sysid={till.sysid} />
    </Stack>
  );
}

function Closed({ till }: { till: Till }) {
  const { t } = useTranslation('tills');
  const [fetching, setFetching] = useState(false);
  return (
    <Stack gap="md">
      <ZReport till={till} />
      {till.holds > 0 && (
        <Group justify="space-between">
          <Text size="sm">{t('list.stillThere', { amount: formatMoney(till.holds) })}</Text>
          <Button variant="default" onClick={() => setFetching(true)}>
            {t('carry.fetch')}
          </Button>
        </Group>
      )}
      {till.status === 'closed' &&
        (till.closing?.own ? (
          <Text size="sm" c="dimmed">
            {t('confirm.byAnother')}
          </Text>
        ) : (
          <ConfirmClose till={till} />
        ))}
      <Title order={3} size="h4">
        {t('movements.title')}
      </Title>
      <TillMoves sysid={till.sysid} />
      {fetching && <CarryDialog from={{ sysid: till.sysid, left: till.holds }} onClose={() => setFetching(false)} />}
    </Stack>
  );
}
