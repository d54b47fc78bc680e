import { Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { hasKeys } from '../../lib/has-keys.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useConsoleNotices } from './useConsoleNotices.ts';
import { type TakeBackProps, useTakeBack } from './useTakeBack.ts';

/** Reverses a deposit within its minute, by button or key; renders nothing afterwards. */
export function TakeBack(props: TakeBackProps) {
  const { t } = useTranslation('wallet');
  const back = useTakeBack(props, useConsoleNotices());
  const { byKey = false } = props;
  if (!back) return null;
  return (
    <Group gap="sm">
      <Button
        size={byKey ? 'sm' : 'compact-sm'}
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        loading={back.busy}
        aria-keyshortcuts={byKey ? 'Alt+Z' : undefined}
        onClick={back.press}
      >
        <span>
          {t('takeBack.act')}
          {/* Hidden from screen readers, which would announce each second. */}
          <span aria-hidden>{` (${t('takeBack.left', { seconds: back.left })})`}</span>
        </span>
      </Button>
      {byKey && (
        <Text size="sm" c="dimmed">
          {t(hasKeys() ? 'takeBack.keys' : 'takeBack.touch')}
        </Text>
      )}
    </Group>
  );
}
