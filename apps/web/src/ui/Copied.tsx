import { Button, Code, CopyButton, Group, Text } from '@mantine/core';
import '@mantine/core/styles/Code.css';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../lib/i18n.ts';

/** Value that has to be entered elsewhere exactly, with a button that copies it. */
export function Copied({ name, value }: { readonly name: string; readonly value: string }) {
  const { t } = useTranslation('ui');
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
            aria-label={t('copy.name', { name })}
            leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          >
            <span aria-live="polite">{copied ? t('copy.done') : t('copy.act')}</span>
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
