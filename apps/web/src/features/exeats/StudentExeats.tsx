import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { type Exeat, getExeats } from '@mfuko/contract/exeats';
import { IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { ExeatActs } from './ExeatActs.tsx';
import { ExeatState } from './ExeatState.tsx';
import classes from './Exeats.module.css';

// Lazy chunk: most users only look at the passes.
const ExeatForm = latePart(() => import('./ExeatForm.tsx').then((it) => it.ExeatForm));

const SHOWN = 5;

interface StudentExeatsProps {
  readonly student: { readonly sysid: string; readonly names: string; readonly status: string };
}

/** Passes of a student: grants new ones and lists the last ones. */
export function StudentExeats({ student }: StudentExeatsProps) {
  const { t } = useTranslation(['exeats', 'school']);
  const heading = useId();
  const [granting, setGranting] = useState(false);
  const asked = { studentSYSID: student.sysid, page: 1, pageSize: SHOWN };
  const { data, isError, error, refetch } = useCall(getExeats, asked, { staleTime: 0 });
  return (
    <section aria-labelledby={heading}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id={heading}>
          {t('title')}
        </Title>
        {student.status === 'active' && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setGranting(true)}
          >
            {t('grant')}
          </Button>
        )}
      </Group>
      {data ? (
        data.rows.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('none')}
          </Text>
        ) : (
          <ul className={classes.list}>
            {data.rows.map((exeat) => (
              <li key={exeat.sysid} className={classes.exeat}>
                <ExeatFacts exeat={exeat} />
                <ExeatActs exeat={exeat} />
              </li>
            ))}
          </ul>
        )
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={48} />
      )}
      <DetailDrawer title={t('grantTo', { names: student.names })} opened={granting} onClose={() => setGranting(false)}>
        {granting && <ExeatForm studentSYSID={student.sysid} onSaved={() => setGranting(false)} />}
      </DetailDrawer>
    </section>
  );
}

function ExeatFacts({ exeat }: { exeat: Exeat }) {
  const { t } = useTranslation('exeats');
  const { leavesFrom, returnBy, reason, goesWith, state, wentOut, returned, cancelReason } = exeat;
  const became =
    cancelReason ??
    (returned
      ? t('wentAndCame', { out: formatDate(wentOut), back: formatDate(returned) })
      : wentOut && t('went', { out: formatDate(wentOut) }));
  return (
    <div className={classes.what}>
      <Text fw={600}>
        {t('between', { from: formatDate(leavesFrom), until: formatDate(returnBy) })} <ExeatState state={state} />
      </Text>
      <Text size="sm">{goesWith === null ? reason : t('with', { reason, person: goesWith })}</Text>
      {became && (
        <Text size="sm" c="dimmed">
          {became}
        </Text>
      )}
    </div>
  );
}
