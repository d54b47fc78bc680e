import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { getMealSubsidy } from '@mfuko/contract/canteen-subsidies';
import { useId, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { planInWords } from './plan-words.ts';
import { WaitingPlan } from './WaitingPlan.tsx';

// Lazy chunk: most users look at the subsidy without changing it.
const SubsidyForm = latePart(() => import('./SubsidyForm.tsx').then((it) => it.SubsidyForm));

interface StudentSubsidyProps {
  readonly student: { readonly sysid: string; readonly names: string; readonly status: string };
}

/** Subsidy: who pays for a student's meals. Shown to the office only. */
export function StudentSubsidy({ student }: StudentSubsidyProps) {
  const { t } = useTranslation('subsidies');
  const heading = useId();
  const [changing, setChanging] = useState(false);
  const { data, isError, error, refetch } = useCall(getMealSubsidy, { sysid: student.sysid }, { staleTime: 0 });
  return (
    <section aria-labelledby={heading}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id={heading}>
          {t('of.title')}
        </Title>
        {data && data.proposal === null && student.status === 'active' && (
          <Button variant="default" size="xs" onClick={() => setChanging(true)}>
            {t('of.change')}
          </Button>
        )}
      </Group>
      {data ? (
        <>
          <Text>{planInWords(t, data)}</Text>
          {data.proposal && <WaitingPlan proposal={data.proposal} />}
        </>
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={24} />
      )}
      <LinkButton to="/app/report.subsidies" variant="subtle" size="sm">
        {t('of.all')}
      </LinkButton>
      <DetailDrawer
        title={t('of.changeOf', { names: student.names })}
        opened={changing}
        onClose={() => setChanging(false)}
      >
        {changing && data && <SubsidyForm subsidy={data} onSaved={() => setChanging(false)} />}
      </DetailDrawer>
    </section>
  );
}
