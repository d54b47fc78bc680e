import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { type ReactNode, useId } from 'react';
import { useList } from '../lib/queries.ts';
import type { ListEndpoint } from '../lib/request.ts';
import { ErrorState } from './Notice.tsx';
import classes from './Recent.module.css';
import { When } from './When.tsx';

interface Line {
  readonly what: ReactNode;
  readonly moment: string;
  /** Text after the time: by whom, how. */
  readonly detail?: string;
  /** Content at the end of the line, such as an amount. */
  readonly end?: ReactNode;
}

interface RecentProps<E extends ListEndpoint> {
  readonly title: string;
  /** List endpoint that returns the newest rows first. */
  readonly endpoint: E;
  readonly input: Record<string, unknown>;
  readonly most?: number;
  readonly rowId: (row: AnswerOf<E>) => string;
  readonly line: (row: AnswerOf<E>) => Line;
  readonly empty: string;
  /** Content between the title and the lines. */
  readonly children?: ReactNode;
  /** Actions, such as a link to the whole list. */
  readonly actions?: ReactNode;
}

/** Most recent rows of a list, on a page about something else. */
export function Recent<E extends ListEndpoint>({ title, endpoint, input, most = 5, ...props }: RecentProps<E>) {
  const heading = useId();
  // Always refetches: users often arrive here from a screen on which they have just added a row.
  const list = useList(endpoint, { ...input, page: 1, pageSize: most }, { staleTime: 0 });
  const rows = list.data?.rows;
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading}>
        {title}
      </Title>
      {props.children}
      {!rows && list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : !rows ? (
        <Stack gap="sm" mt="sm" aria-hidden>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} height={36} />
          ))}
        </Stack>
      ) : rows.length === 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          {props.empty}
        </Text>
      ) : (
        <ul className={classes.lines}>
          {rows.map((row) => {
            const { what, moment, detail, end } = props.line(row);
            return (
              <li key={props.rowId(row)} className={classes.line}>
                <div>
                  <Text fw={600} size="sm" component="div">
                    {what}
                  </Text>
                  <Text size="sm" c="dimmed">
                    <When moment={moment} />
                    {detail && ` · ${detail}`}
                  </Text>
                </div>
                {end !== undefined && (
                  <Text size="sm" className={classes.end} component="div">
                    {end}
                  </Text>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {props.actions && (
        <Group gap="sm" mt="sm" data-no-print>
          {props.actions}
        </Group>
      )}
    </section>
  );
}
