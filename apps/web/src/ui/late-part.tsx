import { Button, Group, Text } from '@mantine/core';
import { type ComponentType, useEffect } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { type MissingProps, retried } from './retried.tsx';

/**
 * A part of a screen that comes later, as a card or a statement. Where its code cannot be had, a line with a button stands in its place; the screen and what is
 * typed there stay. It is fetched anew by that button, and with the next network.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return retried(load, MissingPart);
}

function MissingPart({ onAgain }: Pick<MissingProps<object>, 'onAgain'>) {
  const { t } = useTranslation('ui');
  useEffect(() => {
    window.addEventListener('online', onAgain);
    return () => window.removeEventListener('online', onAgain);
  }, [onAgain]);
  return (
    <Group gap="sm" role="alert">
      <Text size="sm">{t('latePart')}</Text>
      <Button size="xs" variant="default" onClick={onAgain}>
        {t('retry')}
      </Button>
    </Group>
  );
}
