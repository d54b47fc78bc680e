import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import {
  getStatement,
  getWallet,
  proposeReversal,
  rejectReversal,
  reverse,
  type StatementRow,
} from '@mfuko/contract/wallet';
import { IconPrinter, IconUserSearch } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import { DialogAttempts } from '../../school/attempts/DialogAttempts.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Money } from '../../ui/Money.tsx';
import { EmptyState, ErrorState, Notice } from '../../ui/Notice.tsx';
import { Pages } from '../../ui/Pages.tsx';
import { ReverseDialog } from './ReverseDialog.tsx';
import classes from './StatementDrawer.module.css';
import { isReversible, StatementLine } from './StatementLine.tsx';

const ROWS = 20;

/** Drawer of the wallet whose admission number is in the address: balance, movements and their reversal. */
export function StatementDrawer({
  admissionNumber,
  onClose,
}: {
  admissionNumber: string | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('wallet');
  const asked = admissionNumber !== undefined;
  const wallet = useCall(getWallet, { admissionNumber: admissionNumber ?? '' }, { enabled: asked });
  const missing = wallet.error instanceof CallError && [400, 404].includes(wallet.error.status ?? 0);
  return (
    <DetailDrawer
      title={wallet.data ? t('statement.title', { names: wallet.data.names }) : t('statement.one')}
      opened={asked}
      onClose={onClose}
    >
      {wallet.data ? (
        <Stack gap="lg">
          <Facts
            facts={[
              [t('fields.admissionNumber'), wallet.data.admissionNumber],
              [t('balances.class'), wallet.data.className],
              [t('balance'), <Money key="balance" value={wallet.data.balance} fw={700} />],
            ]}
          />
          <LinkButton
            to="/app/student.statement"
            search={{ admissionNumber: wallet.data.admissionNumber }}
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
          >
            {t('print.of')}
          </LinkButton>
          {/* The drawer covers the notes of the screen, also once the dialog is closed. */}
          <DialogAttempts of={[reverse, proposeReversal, rejectReversal]} />
          {/* The rows' texts load with the rows; without this boundary, loading them would hide the content above. */}
          <Suspense fallback={<Waiting />}>
            <Movements
              key={wallet.data.admissionNumber}
              admissionNumber={wallet.data.admissionNumber}
              names={wallet.data.names}
              balance={wallet.data.balance}
            />
          </Suspense>
        </Stack>
      ) : missing ? (
        <Notice Icon={IconUserSearch} title={t('unknown')} />
      ) : wallet.isError ? (
        <ErrorState error={wallet.error} onRetry={() => void wallet.refetch()} />
      ) : (
        <Waiting />
      )}
    </DetailDrawer>
  );
}

interface MovementsProps {
  readonly admissionNumber: string;
  readonly names: string;
  readonly balance: number;
}

function Movements({ admissionNumber, names, balance }: MovementsProps) {
  const { t } = useTranslation(['wallet', 'school']);
  const [page, setPage] = useState(1);
  const [reversing, setReversing] = useState<StatementRow>();
  const rows = useCall(getStatement, { admissionNumber, page, pageSize: ROWS });
  if (rows.isError && !rows.data) return <ErrorState error={rows.error} onRetry={() => void rows.refetch()} />;
  if (!rows.data) return <Waiting />;
  if (rows.data.total === 0) return <EmptyState title={t('statement.empty')} />;
  const pages = Math.ceil(rows.data.total / ROWS);
  const someOwn = rows.data.rows.some((row) => row.own && isReversible(row));
  return (
    <section aria-labelledby="movements">
      <Title order={3} id="movements">
        {t('statement.movements')}
      </Title>
      {someOwn && (
        <Text size="sm" c="dimmed">
          {t('reverse.byAnother')}
        </Text>
      )}
      <ul className={classes.lines}>
        {rows.data.rows.map((row) => (
          <StatementLine key={row.sysid} row={row} onReverse={() => setReversing(row)} />
        ))}
      </ul>
      {pages > 1 && (
        <Group justify="flex-end" mt="sm">
          <Pages total={pages} value={page} onChange={setPage} />
        </Group>
      )}
      {reversing && (
        <ReverseDialog
          key={reversing.sysid}
          row={reversing}
          names={names}
          balance={balance}
          onClose={() => setReversing(undefined)}
          onRefused={() => void rows.refetch()}
        />
      )}
    </section>
  );
}

function Waiting() {
  return (
    <Stack gap="sm">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={28} />
      ))}
    </Stack>
  );
}
