import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from '../lib/i18n.ts';

/** Placeholder while a screen loads. */
export function PageSkeleton() {
  const { t } = useTranslation('ui');
  return (
    <Stack gap="md" role="status" aria-label={t('loading')}>
      <Skeleton height={32} width={240} />
      <Skeleton height={40} />
      <Skeleton height={320} />
    </Stack>
  );
}
