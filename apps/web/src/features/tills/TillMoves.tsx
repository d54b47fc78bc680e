import { Group, Table, Text } from '@mantine/core';
import { getTillMovements } from '@mfuko/contract/tills';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { Money } from '../../ui/Money.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { Pages } from '../../ui/Pages.tsx';
import { When } from '../../ui/When.tsx';

const ROWS = 10;

/** Compact list of a till's movements, without the tools of a full list. */
export function TillMoves({ sysid }: { sysid: string }) {
  const { t } = useTranslation('tills');
  const [page, setPage] = useState(1);
  const moves = useCall(getTillMovements, { sysid, page, pageSize: ROWS });
  if (moves.isError && !moves.data) return <ErrorState error={moves.error} onRetry={() => void moves.refetch()} />;
  if (!moves.data) return null;
  if (moves.data.total === 0) return <Text size="sm">{t('movements.empty')}</Text>;
  const pages = Math.ceil(moves.data.total / ROWS);
  return (
    <>
      <Table aria-label={t('movements.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('movements.kind')}</Table.Th>
            <Table.Th ta="right">{t('movements.amount')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {moves.data.rows.map((row) => (
            <Table.Tr key={row.sysid}>
              <Table.Td>
                {t(`kinds.${row.kind}`)}
                {row.names && ` · ${row.names}`}
                <Text size="sm" c="dimmed">
                  <When moment={row.date} /> · {row.by}
                </Text>
              </Table.Td>
              <Table.Td ta="right">
                <Money value={row.amount} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {pages > 1 && (
        <Group justify="flex-end">
          <Pages total={pages} value={page} onChange={setPage} />
        </Group>
      )}
    </>
  );
}
