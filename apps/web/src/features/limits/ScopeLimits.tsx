import { Button, Skeleton, Text, Title } from '@mantine/core';
import { getLimits, type Limits } from '@mfuko/contract/limits';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Money } from '../../ui/Money.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { LimitsForm } from './LimitsForm.tsx';

interface ScopeLimitsProps {
  readonly scope: 'school' | 'class';
  /** Id of the class. */
  readonly sysid?: string;
  /** True if the user may set the limits. */
  readonly maySet: boolean;
  /** True where the form replaces the view, as inside a drawer. */
  readonly inPlace?: boolean;
}

/** Limits of a school or a class, with the form that sets them. */
export function ScopeLimits({ scope, sysid, maySet, inPlace = false }: ScopeLimitsProps) {
  const { t } = useTranslation('limits');
  const heading = useId();
  const [setting, show] = useState(false);
  const title = t(scope === 'school' ? 'ofSchool' : 'ofClass');
  const stop = () => show(false);
  const form = setting && (
    <LimitsForm scope={scope} {...(sysid ? { sysid } : {})} onDone={stop} {...(inPlace ? { onCancel: stop } : {})} />
  );
  return (
    <section aria-labelledby={heading}>
      <Title order={scope === 'school' ? 2 : 3} size={scope === 'school' ? 'h2' : 'h4'} id={heading} mt="lg" mb="xs">
        {title}
      </Title>
      {inPlace && form ? (
        form
      ) : (
        <>
          <CurrentLimits scope={scope} {...(sysid ? { sysid } : {})} />
          {maySet && (
            <Button
              mt="md"
              variant="default"
              leftSection={<IconPencil size={18} aria-hidden />}
              onClick={() => show(true)}
            >
              {t('set')}
            </Button>
          )}
        </>
      )}
      {!inPlace && (
        <DetailDrawer title={title} opened={setting} onClose={stop}>
          {form}
        </DetailDrawer>
      )}
    </section>
  );
}

function CurrentLimits({ scope, sysid }: Pick<ScopeLimitsProps, 'scope' | 'sysid'>) {
  const { t } = useTranslation('limits');
  const limits = useCall(getLimits, { scope, ...(sysid ? { sysid } : {}) }, { staleTime: 0 });
  if (limits.isError) return <ErrorState error={limits.error} onRetry={() => void limits.refetch()} />;
  if (!limits.data) return <Skeleton height={28} />;
  const facts = factsOf(limits.data).map(([field, value]) => [t(`fields.${field}`), value ?? t('of.yes')] as const);
  if (facts.length > 0) return <Facts facts={facts} />;
  return (
    <Text size="sm" c="dimmed">
      {t('none')}
    </Text>
  );
}

type Field = (typeof AMOUNTS)[number] | 'noCash' | 'cashOutsPerDay' | 'onCampusOnly';
const AMOUNTS = ['cashOut', 'day', 'week', 'spending', 'fingerAlone', 'firstPin', 'approvalAbove'] as const;

/** Returns the limits that are set; null for a switch that is on. */
function factsOf(limits: Limits): [Field, ReactNode][] {
  const amounts = AMOUNTS.filter((field) => limits[field] !== null).map((field): [Field, ReactNode] => [
    field,
    <Money key={field} value={limits[field]} />,
  ]);
  const switches = (['noCash', 'onCampusOnly'] as const)
    .filter((field) => limits[field])
    .map((field): [Field, ReactNode] => [field, null]);
  const { cashOutsPerDay } = limits;
  const times: [Field, ReactNode][] = cashOutsPerDay === null ? [] : [['cashOutsPerDay', formatCount(cashOutsPerDay)]];
  return [...amounts, ...times, ...switches];
}
