import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { getLimits, getStudentLimits, type Limits } from '@mfuko/contract/limits';
import { useId, useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { LimitValue } from './LimitValue.tsx';
import { useLimitWords } from './words.ts';

// Lazy chunk: most users only look at the limits.
const LimitsForm = latePart(() => import('./LimitsForm.tsx').then((it) => it.LimitsForm));

interface StudentLimitsProps {
  readonly student: {
    readonly sysid: string;
    readonly admissionNumber: string;
    readonly names: string;
    readonly status: 'active' | 'left';
  };
}

/** Limits on one student's spending: limits in force, their origin, the rest, and the form that sets them. */
export function StudentLimits({ student: { sysid, admissionNumber, names, status } }: StudentLimitsProps) {
  const { t } = useTranslation('limits');
  const words = useLimitWords();
  const heading = useId();
  const [setting, show] = useState<'student' | 'guardian' | null>(null);
  const limits = useCall(getStudentLimits, { admissionNumber }, { staleTime: 0 });
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading}>
        {t('title')}
      </Title>
      {limits.data ? (
        limits.data.rules.length === 0 ? (
          <Text size="sm" c="dimmed" mt="xs">
            {t('none')}
          </Text>
        ) : (
          <Facts
            facts={limits.data.rules.map((each) => [
              t('of.limit', { rule: words.rule(each), setBy: words.setBy(each.setBy) }),
              <LimitValue key={each.rule} rule={each} />,
            ])}
          />
        )
      ) : limits.isError ? (
        <ErrorState error={limits.error} onRetry={() => void limits.refetch()} />
      ) : (
        <Stack gap="sm" mt="sm">
          {[1, 2].map((row) => (
            <Skeleton key={row} height={28} />
          ))}
        </Stack>
      )}
      <WishOf sysid={sysid} />
      {status === 'active' && (
        <Group gap="sm" mt="sm" data-no-print>
          <Button variant="default" size="sm" onClick={() => show('student')}>
            {t('set')}
          </Button>
          <Button variant="subtle" size="sm" onClick={() => show('guardian')}>
            {t('wish')}
          </Button>
        </Group>
      )}
      <DetailDrawer
        title={t(setting === 'guardian' ? 'wishFor' : 'setFor', { whose: names })}
        opened={setting !== null}
        onClose={() => show(null)}
      >
        {setting && <LimitsForm key={setting} scope={setting} sysid={sysid} onDone={() => show(null)} />}
      </DetailDrawer>
    </section>
  );
}

function WishOf({ sysid }: { sysid: string }) {
  const { t } = useTranslation('limits');
  const wish = useCall(getLimits, { scope: 'guardian', sysid }, { staleTime: 0 }).data;
  if (!wish?.wishedBy) return null;
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {t('wished', { by: wish.wishedBy, how: t(`ways.${wish.wishedHow ?? 'in-person'}`), date: dayOf(wish) })}
    </Text>
  );
}

function dayOf({ wishedOn }: Limits): string {
  return formatDate(`${wishedOn}T12:00:00+03:00`).slice(0, 10);
}
