import '@mantine/core/styles/Divider.css';
import { Button, Divider, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { getHistory, type HistoryRow, type RecordKind } from '@mfuko/contract/reports';
import { IconArrowRight } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useId, useState } from 'react';
import { formatDate } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { queryKey, useCall } from '../lib/queries.ts';
import { ErrorState } from '../ui/Notice.tsx';
import { useAgo } from '../ui/When.tsx';
import { useHistoryWords } from './history-words.ts';
import classes from './RecordHistory.module.css';

const ROWS = 10;
const MAX_SHOWN = 500;

interface RecordHistoryProps {
  readonly kind: RecordKind;
  readonly sysid: string;
  /** Heading, where the screen contains another history too. */
  readonly title?: string;
}

/** Changes of a record: by whom, when, and from which value to which. Shown below the record. */
export function RecordHistory(props: RecordHistoryProps) {
  return (
    <>
      <Divider mt="lg" mb="md" />
      <Suspense fallback={<Waiting />}>
        <Timeline key={props.sysid} {...props} />
      </Suspense>
    </>
  );
}

function Timeline({ kind, sysid, title }: RecordHistoryProps) {
  const { t } = useTranslation('history');
  const [shown, setShown] = useState(ROWS);
  const heading = useId();
  const history = useCall(getHistory, { kind, sysid, page: 1, pageSize: shown }, { staleTime: 0 });
  useRefetchOnRecord();
  const more = history.data ? Math.min(history.data.total, MAX_SHOWN) - history.data.rows.length : 0;
  return (
    <section aria-labelledby={heading} aria-busy={history.isFetching}>
      <Title order={3} size="h4" id={heading}>
        {title ?? t('title')}
      </Title>
      {history.isError && !history.data ? (
        <ErrorState error={history.error} onRetry={() => void history.refetch()} />
      ) : !history.data ? (
        <Waiting />
      ) : history.data.rows.length === 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          {t('empty')}
        </Text>
      ) : (
        <>
          <ol className={classes.rows}>
            {history.data.rows.map((row) => (
              <Entry key={row.sysid} row={row} kind={kind} />
            ))}
          </ol>
          {more > 0 && (
            <Button
              variant="default"
              loading={history.isFetching}
              onClick={() => setShown(Math.min(shown * 4, MAX_SHOWN))}
            >
              {t('older')}
            </Button>
          )}
        </>
      )}
    </section>
  );
}

function Entry({ row, kind }: { row: HistoryRow; kind: RecordKind }) {
  const { t } = useTranslation('history');
  const words = useHistoryWords();
  const ago = useAgo();
  return (
    <li className={classes.row}>
      <Text fw={600} component="p" m={0}>
        {t('entry', { action: words.action(row.action, kind), by: row.by })}
      </Text>
      <Text size="sm" c="dimmed" component="p" m={0}>
        <time dateTime={row.date}>
          {ago(row.date)} · {formatDate(row.date)}
        </time>
      </Text>
      {row.changes.length > 0 && (
        <dl className={classes.changes}>
          {row.changes.map((change) => (
            <div key={change.field}>
              <dt>{words.field(change)}</dt>
              <dd>
                {change.secret ? (
                  t('changed')
                ) : words.tellsOnly(row.action) ? (
                  words.value(change.field, change.to)
                ) : (
                  <>
                    <VisuallyHidden>{t('from')} </VisuallyHidden>
                    <span className={classes.from}>{words.value(change.field, change.from)}</span>
                    <IconArrowRight size={14} aria-hidden />
                    <VisuallyHidden> {t('to')} </VisuallyHidden>
                    {words.value(change.field, change.to)}
                  </>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

/** Refetches the history after any successful recording while it is shown, because the recording may concern this record. */
function useRefetchOnRecord(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return;
        void client.invalidateQueries({ queryKey: queryKey(getHistory) });
      }),
    [client],
  );
}

function Waiting() {
  return (
    <Stack gap="sm" mt="sm" aria-hidden>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={36} />
      ))}
    </Stack>
  );
}
