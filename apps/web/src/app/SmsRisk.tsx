import { Alert, Button, Group, Text } from '@mantine/core';
import { dismissSmsRisk } from '@mfuko/contract/second-factor';
import { IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from '../lib/i18n.ts';
import { useRecord } from '../lib/queries.ts';
import { LinkButton } from '../ui/links.tsx';
import { showError } from '../ui/notify.tsx';
import { refreshMe } from './session-flow.ts';

/** Tells whoever signs in by SMS alone of the risk, and of what is stronger, until they put it aside. */
export function SmsRisk() {
  const { t } = useTranslation('shell');
  const dismiss = useRecord(dismissSmsRisk, { onDone: () => void refreshMe(), onError: showError });
  return (
    <Alert mb="md" role="note" icon={<IconShieldLock aria-hidden />} title={t('smsRisk.title')}>
      <Text size="sm">{t('smsRisk.text')}</Text>
      <Group gap="sm" mt="sm">
        <LinkButton to="/app/my.profile" size="compact-md">
          {t('smsRisk.set')}
        </LinkButton>
        <Button size="compact-md" variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate({})}>
          {t('smsRisk.notNow')}
        </Button>
      </Group>
    </Alert>
  );
}
