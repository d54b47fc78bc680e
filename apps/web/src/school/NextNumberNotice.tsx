import { Alert, Button, Stack, Text } from '@mantine/core';
import type { NextNumber } from '@mfuko/contract/staff';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatDate } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';

interface NextNumberNoticeProps {
  readonly next: NextNumber;
  readonly busy: boolean;
  readonly onRefuse: () => void;
}

/** Notice of a phone number that somebody else has set and that takes effect after a day, with a button that rejects it. */
export function NextNumberNotice({ next, busy, onRefuse }: NextNumberNoticeProps) {
  const { t } = useTranslation('ui');
  return (
    <Alert
      color="yellow"
      role="status"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('nextNumber.title')}
      maw={640}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('nextNumber.message', { end: next.endsIn, by: next.by, from: formatDate(next.from) })}</Text>
        <Button variant="default" size="sm" loading={busy} onClick={onRefuse}>
          {t('nextNumber.refuse')}
        </Button>
      </Stack>
    </Alert>
  );
}
