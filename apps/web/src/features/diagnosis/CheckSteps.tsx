import { Group, Loader, Stack, Text } from '@mantine/core';
import type { CheckFault, CheckGap, StepOutcome } from '@mfuko/contract/diagnosis';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';
import classes from './CheckSteps.module.css';

const LOOKS = {
  waiting: { color: 'gray', icon: null },
  running: { color: 'blue', icon: <Loader size={12} aria-hidden /> },
  passed: { color: 'green', icon: <IconCheck size={14} aria-hidden /> },
  failed: { color: 'red', icon: <IconX size={14} aria-hidden /> },
  unchecked: { color: 'yellow', icon: <IconMinus size={14} aria-hidden /> },
} as const;

/** Steps of a check with their states; a failed step shows the fault and the remedy. */
export function CheckSteps({ steps }: { readonly steps: readonly StepOutcome[] }) {
  const { t } = useTranslation('diagnosis');
  return (
    <ol className={classes.steps} aria-label={t('steps')}>
      {steps.map((step) => (
        <li key={step.step}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm" fw={600}>
              {t(`step.${step.step}`)}
            </Text>
            <Tag color={LOOKS[step.state].color} icon={LOOKS[step.state].icon}>
              {t(`states.${step.state}`)}
            </Tag>
          </Group>
          <Explanation step={step} />
        </li>
      ))}
    </ol>
  );
}

function Explanation({ step: { step, state, code, detail } }: { readonly step: StepOutcome }) {
  const { t } = useTranslation('diagnosis');
  if (step === 'password' && state === 'passed') {
    return <Text size="sm">{t('daysLeft', { count: Number(detail.days) })}</Text>;
  }
  if (code === null) return null;
  return (
    <Stack gap={2} mt={2} className={classes.explanation}>
      <Text size="sm">{t(`found.${code}.what`, detail)}</Text>
      {isFault(code, state) && <Text size="sm">{t(`found.${code}.mend`, detail)}</Text>}
      {detail.words && (
        <Text size="sm" c="dimmed">
          {t('words', { words: detail.words })}
        </Text>
      )}
    </Stack>
  );
}

/** A skipped step gives its reason in one sentence; a failed one gives the remedy too. */
function isFault(_code: CheckFault | CheckGap, state: StepOutcome['state']): _code is CheckFault {
  return state === 'failed';
}
