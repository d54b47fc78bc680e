import { Badge, Group, Paper, Text, Title } from '@mantine/core';
import { formatAmount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import classes from './Latest.module.css';
import { TakeBackMeal } from './TakeBackMeal.tsx';
import type { Outcome } from './useCounter.ts';

const COLORS = { served: 'green', refused: 'red', unsure: 'yellow', takenBack: 'gray' };

interface LatestProps {
  readonly outcomes: readonly Outcome[];
  readonly onTakenBack: (key: number) => void;
}

/** The last students of the queue, the newest on top: who has had it, and who was sent away and why. */
export function Latest({ outcomes, onTakenBack }: LatestProps) {
  const { t } = useTranslation('canteen');
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="latest">
      <Title order={3} size="h4" id="latest">
        {t('latest.title')}
      </Title>
      {outcomes.length === 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          {t('latest.empty')}
        </Text>
      ) : (
        <ol className={classes.rows}>
          {outcomes.map(({ key, tone, names, admissionNumber, why, meal }) => (
            <li key={key}>
              <Group justify="space-between" wrap="nowrap" align="start" gap="sm">
                <div>
                  <Text fw={600} size="sm">
                    {names || admissionNumber}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {[admissionNumber, meal ? t('served.balance', { balance: formatAmount(meal.balance) }) : why].join(
                      ' · ',
                    )}
                  </Text>
                </div>
                {tone === 'served' && meal && <TakeBackMeal meal={meal} onBack={() => onTakenBack(key)} />}
                <Badge color={COLORS[tone]} variant="light" tt="none" size="lg" className={classes.tone}>
                  {t(`latest.${tone}`)}
                </Badge>
              </Group>
            </li>
          ))}
        </ol>
      )}
    </Paper>
  );
}
