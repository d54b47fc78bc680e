import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Code.css';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export interface Credentials {
  readonly token: string;
  readonly appId: string;
}

/** What a new school's own programs sign in with. The server keeps no copy that it could show again. */
export function ShownOnce({ credentials }: { credentials: Credentials }) {
  const { t } = useTranslation('schools');
  return (
    <Alert color="yellow" icon={<IconKey aria-hidden />} title={t('once.title')} mb="lg" maw={640}>
      <Text size="sm" mb="sm">
        {t('once.hint')}
      </Text>
      <Stack gap="sm">
        <Copied name={t('once.appId')} value={credentials.appId} />
        <Copied name={t('once.token')} value={credentials.token} />
      </Stack>
    </Alert>
  );
}

function Copied({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation('schools');
  return (
    <Group justify="space-between" gap="xs" align="flex-end">
      <div style={{ minWidth: 0, flex: '1 1 220px' }}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {value}
        </Code>
      </div>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            onClick={copy}
            aria-label={t('once.copy', { name })}
            leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          >
            <span aria-live="polite">{copied ? t('once.copied') : t('once.copyShort')}</span>
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
