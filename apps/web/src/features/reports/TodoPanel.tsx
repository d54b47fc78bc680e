import { Paper, Skeleton, Text, Title } from '@mantine/core';
import { IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useSignedIn } from '../../lib/session.ts';
import { countSteps, useTodo } from '../../school/todo.ts';
import { SETUP } from './SetupList.tsx';
import classes from './Today.module.css';
import { TODO_KINDS, TODO_PLACES } from './todo-kinds.ts';

/** Pending work of the school; each count links to its rows. */
export function TodoPanel() {
  const { t } = useTranslation('today');
  const { role } = useSignedIn();
  const { data, isError } = useTodo();
  const waiting = TODO_KINDS.filter((kind) => (data?.counts?.[kind] ?? 0) > 0);
  const steps = data?.setup ? countSteps(data.setup, role) : 0;
  // The figures above show the error.
  if (isError && !data) return null;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="todo">
      <Title order={2} size="h3" id="todo" mb="xs">
        {t('todo.title')}
      </Title>
      {!data ? (
        <Skeleton height={44} />
      ) : waiting.length + steps === 0 ? (
        <p className={classes.done}>
          <IconCircleCheck size={20} aria-hidden />
          {t('todo.nothing')}
        </p>
      ) : (
        <ul className={classes.todo}>
          {waiting.map((kind) => {
            const count = data.counts[kind];
            return (
              <li key={kind}>
                <Link className={classes.task} data-grave={kind === 'books' || undefined} {...TODO_PLACES[kind]}>
                  <span className={classes.count}>{formatCount(count)}</span>
                  <Text span size="sm">
                    {t(`todo.kinds.${kind}`, { count })}
                  </Text>
                  <IconChevronRight size={16} aria-hidden />
                </Link>
              </li>
            );
          })}
          {steps > 0 && (
            <li>
              <Link
                className={classes.task}
                to="/app/school.dash"
                hash={SETUP}
                onClick={() => document.getElementById(SETUP)?.focus()}
              >
                <span className={classes.count}>{formatCount(steps)}</span>
                <Text span size="sm">
                  {t('todo.setup', { count: steps })}
                </Text>
                <IconChevronRight size={16} aria-hidden />
              </Link>
            </li>
          )}
        </ul>
      )}
    </Paper>
  );
}
