import { Group, Stack, Table, Text } from '@mantine/core';
import type { StatementPreviewRow } from '@mfuko/contract/mpesa-statements';
import { type ReactNode, useState } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Pages } from '../../ui/Pages.tsx';
import classes from './Statements.module.css';

type Shown = Omit<StatementPreviewRow, 'kind' | 'booked'>;

interface StatementRowsProps<Row extends Shown> {
  readonly rows: readonly Row[];
  readonly stateOf: (row: Row) => ReactNode;
}

const PAGE = 25;

/** Rows of a statement, page by page: receipt, amount, account, and the student who would receive the payment. */
export function StatementRows<Row extends Shown>({ rows, stateOf }: StatementRowsProps<Row>) {
  const { t } = useTranslation('payments');
  const [page, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(rows.length / PAGE));
  const at = Math.min(page, pages);
  return (
    <Stack gap="sm">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and the keyboard must be able to */}
      <section className={classes.rows} tabIndex={0} aria-label={t('statements.rowsTitle')}>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              {(['receipt', 'state', 'amount', 'account', 'student', 'payer', 'date'] as const).map((field) => (
                <Table.Th key={field} scope="col" className={field === 'amount' ? classes.amount : undefined}>
                  {t(`statements.fields.${field}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice((at - 1) * PAGE, at * PAGE).map((row) => (
              <Table.Tr key={row.row}>
                <Table.Th scope="row">{row.receiptNumber}</Table.Th>
                <Table.Td>{stateOf(row)}</Table.Td>
                <Table.Td className={classes.amount}>{formatMoney(row.amount)}</Table.Td>
                <Table.Td>{row.account}</Table.Td>
                <Table.Td>{row.names && `${row.admissionNumber} · ${row.names}`}</Table.Td>
                <Table.Td>
                  {row.payer}
                  <Text size="xs" c="dimmed">
                    {row.mobileNumber}
                  </Text>
                </Table.Td>
                <Table.Td>{formatDate(row.date)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {pages > 1 && (
        <Group justify="flex-end">
          <Pages total={pages} value={at} onChange={setPage} />
        </Group>
      )}
    </Stack>
  );
}
