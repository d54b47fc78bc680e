import { Button, Group, NativeSelect, Paper, Skeleton, Text, Title } from '@mantine/core';
import { todo } from '@mfuko/contract/today';
import { lookedAtUnusual, type Unusual, unusualCashOuts } from '@mfuko/contract/unusual';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import today from './Today.module.css';
import classes from './UnusualCashOuts.module.css';

const STRETCHES = [7, 14, 30, 90] as const;

/** Unusual cash-outs of the last days with their reasons, for the head to look into. */
export function UnusualCashOuts() {
  const { t } = useTranslation('reports');
  const [days, setDays] = useState('14');
  const asked = useCall(unusualCashOuts, { days });
  return (
    <Paper withBorder p="md" mt="lg" component="section" aria-labelledby="unusual">
      <Group justify="space-between" align="center" mb="sm">
        <Title order={2} size="h3" id="unusual">
          {t('unusual.title')}
        </Title>
        <NativeSelect
          aria-label={t('unusual.stretch')}
          value={days}
          onChange={({ currentTarget }) => setDays(currentTarget.value)}
          data={STRETCHES.map((count) => ({ value: String(count), label: t('unusual.days', { count }) }))}
        />
      </Group>
      {(asked.data?.waiting ?? 0) > 0 && <Waiting count={asked.data?.waiting ?? 0} />}
      {asked.data ? (
        <Rows rows={asked.data.rows} />
      ) : asked.isError ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <Skeleton height={44} />
      )}
    </Paper>
  );
}

/** Findings that were notified and not reviewed yet; the user who paid out cannot review them. */
function Waiting({ count }: { count: number }) {
  const { t } = useTranslation('reports');
  const look = useRecord(lookedAtUnusual, {
    refresh: [unusualCashOuts, todo],
    onDone: () => showDone(t('unusual.lookedDone')),
    onError: (error) => showError(error),
  });
  return (
    <Group gap="sm" mb="sm">
      <Text size="sm">{t('unusual.waits', { count })}</Text>
      <Button variant="default" size="sm" loading={look.isPending} onClick={() => look.mutate({})}>
        {t('unusual.looked')}
      </Button>
    </Group>
  );
}

function Rows({ rows }: { rows: readonly Unusual[] }) {
  const { t } = useTranslation('reports');
  if (rows.length === 0)
    return (
      <p className={today.done}>
        <IconCircleCheck size={20} aria-hidden />
        {t('unusual.none')}
      </p>
    );
  return (
    <ul className={classes.rows}>
      {rows.map((row) => (
        <li key={`${row.kind}:${row.day}:${row.by}:${row.admissionNumber}:${row.amount}`}>
          <span>
            <Reason row={row} />
          </span>
          <strong className={classes.amount}>KES {formatMoney(row.amount)}</strong>
          <span className={classes.who}>
            {[formatDay(row.day), row.by].filter(Boolean).join(' · ')}
            {row.admissionNumber !== null && (
              <>
                {' · '}
                <LinkAnchor
                  to="/app/student.statement"
                  search={{ admissionNumber: row.admissionNumber }}
                  td="underline"
                >
                  {row.names} ({row.admissionNumber})
                </LinkAnchor>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Sentence with the reason of a row. */
function Reason({ row }: { row: Unusual }) {
  const { t } = useTranslation('reports');
  const { kind, times: count, usual, limit } = row;
  return t(`unusual.kinds.${kind}`, {
    count,
    ...(usual === null ? {} : { usual }),
    ...(limit === null ? {} : { limit: formatMoney(limit) }),
  });
}
