import { Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { getRemindedStudents, MAX_REMINDED, type RemindedStudent, type Reminder } from '@mfuko/contract/reminders';
import { useState } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { Pages } from '../../ui/Pages.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { Remind } from './Remind.tsx';
import classes from './Reminders.module.css';
import { isNew, isOnItsWay, OUTCOME_COLOURS } from './words.ts';

const POLL_MS = 3_000;
const PAGE = 25;

/** Students of a reminder, page by page; those with a balance that is still low can be reminded again. */
export function RemindedStudents({ reminder }: { reminder: Reminder }) {
  const { t } = useTranslation('reminders');
  const [page, setPage] = useState(1);
  const found = useCall(
    getRemindedStudents,
    { reminderSYSID: reminder.sysid, page: 1, pageSize: MAX_REMINDED },
    {
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => isNew(reminder) && data?.rows.some(isOnItsWay) === true && POLL_MS,
    },
  );
  if (!found.data)
    return found.isError ? (
      <ErrorState error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <Skeleton height={160} />
    );
  const { rows } = found.data;
  const low = rows.filter((row) => row.low && row.outcome !== 'skipped');
  const pages = Math.max(1, Math.ceil(rows.length / PAGE));
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={3} size="h4">
          {t('students')}
        </Title>
        {low.length > 0 && <Remind rows={low} below={String(reminder.below)} />}
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and the keyboard must be able to */}
      <section className={classes.rows} tabIndex={0} aria-label={t('students')}>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('fields.student')}</Table.Th>
              <Table.Th scope="col">{t('fields.outcome')}</Table.Th>
              <Table.Th scope="col" className={classes.amount}>
                {t('fields.balanceThen')}
              </Table.Th>
              <Table.Th scope="col" className={classes.amount}>
                {t('fields.cameIn')}
              </Table.Th>
              <Table.Th scope="col" className={classes.amount}>
                {t('fields.balance')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice((page - 1) * PAGE, page * PAGE).map((row) => (
              <Row key={row.sysid} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {pages > 1 && (
        <Group justify="flex-end">
          <Pages total={pages} value={page} onChange={setPage} />
        </Group>
      )}
    </Stack>
  );
}

function Row({ row }: { row: RemindedStudent }) {
  const { t } = useTranslation('reminders');
  return (
    <Table.Tr>
      <Table.Th scope="row">
        {row.names}
        <Text size="xs" c="dimmed">
          {[row.admissionNumber, row.className, row.mobileNumber].filter(Boolean).join(' · ')}
        </Text>
      </Table.Th>
      <Table.Td>
        {row.skipped === null ? (
          <Tag color={OUTCOME_COLOURS[row.outcome]}>{t(`outcomes.${row.outcome}`)}</Tag>
        ) : (
          <Text size="sm">{t(`why.${row.skipped}`)}</Text>
        )}
      </Table.Td>
      <Table.Td className={classes.amount}>{formatMoney(row.balanceThen)}</Table.Td>
      <Table.Td className={classes.amount}>{formatMoney(row.paid)}</Table.Td>
      <Table.Td className={classes.amount} fw={row.low ? 700 : undefined}>
        {formatMoney(row.balance)}
      </Table.Td>
    </Table.Tr>
  );
}
