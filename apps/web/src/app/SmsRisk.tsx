import { Alert, Button, Group, Text } from '@mantine/core';
import { dismissSmsRisk } from '@mfuko/contract/second-factor';
import { IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from '../lib/i18n.ts';
import { useRecord } from '../lib/queries.ts';
import { LinkButton } from '../ui/links.tsx';
import { showError } from '../ui/notify.tsx';
import { refreshMe } from './session-flow.ts';

/**
 * Warns a user who signs in by SMS alone of the risk, and recommends a stronger way, until they dismiss it. Kept to a line or two, because
 * the day's work is below it.
 */
export function SmsRisk() {
  const { t } = useTranslation('shell');
  const dismiss = useRecord(dismissSmsRisk, { onDone: () => void refreshMe(), onError: showError });
  return (
    <Alert mb="sm" px="sm" py="xs" role="note" icon={<IconShieldLock aria-hidden />}>
      <Group gap="sm">
        <Text size="sm" flex="1 1 20rem">
          <strong>{t('smsRisk.title')}</strong> {t('smsRisk.text')}
        </Text>
        <Group gap="xs">
          <LinkButton to="/app/my.profile" size="compact-md">
            {t('smsRisk.set')}
          </LinkButton>
          <Button size="compact-md" variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate({})}>
            {t('smsRisk.notNow')}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
