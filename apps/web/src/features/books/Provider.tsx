import { Alert, Button, Group, Paper, Text, Title } from '@mantine/core';
import type { Books } from '@mfuko/contract/books';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Facts } from '../../ui/Facts.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Money } from '../../ui/Money.tsx';
import { When } from '../../ui/When.tsx';

/** Period for which M-Pesa lists payments; older ones are only in its statement. */
const LISTED_MS = 48 * 3_600_000;

interface ProviderProps {
  readonly provider: NonNullable<Books['provider']>;
  readonly onExplain: () => void;
}

/** Comparison of M-Pesa's own figures with the books of the same moment. */
export function Provider({ provider, onExplain }: ProviderProps) {
  const { t } = useTranslation('books');
  return (
    <section aria-labelledby="provider">
      <Title order={2} size="h3" id="provider" mb="sm">
        {t('provider.title')}
      </Title>
      <Paper withBorder p="md">
        <Facts
          facts={[
            [t('provider.heard'), <When key="heard" moment={provider.date} />],
            [t('provider.says'), <Money key="says" value={provider.balance} />],
            [t('provider.expected'), <Money key="expected" value={provider.expected} />],
            [t('provider.explained'), <Money key="explained" value={provider.explained} />],
            [t('difference'), <Money key="difference" value={provider.difference} fw={700} />],
          ]}
        />
        {provider.difference > 0 && (
          <Alert color="red" mt="md" icon={<IconAlertTriangle aria-hidden />} data-no-print>
            <Text size="sm" mb="xs">
              {t('provider.missing', {
                amount: formatMoney(provider.difference),
                before: formatDate(new Date(Date.parse(provider.date) - LISTED_MS).toISOString()),
              })}
            </Text>
            <LinkButton to="/app/payments.statements" size="compact-md">
              {t('provider.import')}
            </LinkButton>
          </Alert>
        )}
        {provider.difference !== 0 && (
          <Group justify="space-between" mt="md" data-no-print>
            <Text size="sm" maw={480}>
              {t('provider.hint')}
            </Text>
            <Button variant="default" onClick={onExplain}>
              {t('explain.open')}
            </Button>
          </Group>
        )}
      </Paper>
    </section>
  );
}
