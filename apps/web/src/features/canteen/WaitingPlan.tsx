import { Alert, Button, Group, Text } from '@mantine/core';
import {
  approveMealSubsidy,
  getMealSubsidy,
  type MealSubsidy,
  mealSubsidies,
  rejectMealSubsidy,
} from '@mfuko/contract/canteen-subsidies';
import { IconUserCheck } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { showDone, showError } from '../../ui/notify.tsx';
import { planInWords } from './plan-words.ts';

/** Pending plan: a second person approves or rejects the plan, or the proposer withdraws it. */
export function WaitingPlan({ proposal }: { proposal: NonNullable<MealSubsidy['proposal']> }) {
  const { t } = useTranslation('subsidies');
  const { sysid, by, own } = proposal;
  const refresh = [getMealSubsidy, mealSubsidies];
  const approve = useSureRecord(approveMealSubsidy, {
    refresh,
    onDone: () => showDone(t('waiting.approved')),
    onError: showError,
  });
  const reject = useSureRecord(rejectMealSubsidy, {
    refresh,
    onDone: () => showDone(t('waiting.rejected')),
    onError: showError,
  });
  return (
    <Alert
      mt="xs"
      color="yellow"
      variant="light"
      icon={<IconUserCheck aria-hidden />}
      title={t('waiting.title', { by, plan: planInWords(t, proposal) })}
    >
      <Text size="sm" mb="sm">
        {t('waiting.hint')}
      </Text>
      <Group gap="sm">
        {!own && (
          <Button loading={approve.isPending} disabled={reject.isPending} onClick={() => approve.mutate({ sysid })}>
            {t('waiting.approve')}
          </Button>
        )}
        <Button
          variant="default"
          loading={reject.isPending}
          disabled={approve.isPending}
          onClick={() => reject.mutate({ sysid })}
        >
          {t(own ? 'waiting.takeBack' : 'waiting.reject')}
        </Button>
      </Group>
    </Alert>
  );
}
