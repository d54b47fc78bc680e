import { Alert, Text } from '@mantine/core';
import { useTranslation } from '../../lib/i18n.ts';
import type { TypedAhead } from './useTypedAhead.ts';

/** Shows the keys held for the next student, or that they were dropped. */
export function TypedNext({ typed }: { readonly typed: TypedAhead }) {
  const { t } = useTranslation('wallet');
  return (
    <div role="status">
      {typed.keys !== '' && <Text size="sm">{t('desk.band.next', { keys: typed.keys })}</Text>}
      {typed.stopped && <Alert color="red">{t('desk.band.stopped')}</Alert>}
    </div>
  );
}
