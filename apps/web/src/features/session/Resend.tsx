import { Anchor, Text } from '@mantine/core';
import { useTranslation } from '../../lib/i18n.ts';

interface ResendProps {
  /** Seconds until another code may be requested. */
  readonly wait: number;
  readonly busy?: boolean;
  readonly onResend: () => void;
}

export function Resend({ wait, busy, onResend }: ResendProps) {
  const { t } = useTranslation('session');
  if (wait > 0)
    return (
      <Text size="sm" c="dimmed">
        {t('resendIn', { count: wait })}
      </Text>
    );
  return (
    <Anchor component="button" type="button" size="sm" disabled={busy} onClick={onResend} w="fit-content">
      {t('resend')}
    </Anchor>
  );
}
