import { Button, Group, Text } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { type Again, latePart as bareLatePart, type Part } from '../lib/late-part.ts';

/** Lazy part of the console: where its code fails to load, a line with a retry button replaces it. Text typed beside it is kept. */
export function latePart<P extends object>(load: () => Promise<ComponentType<P>>, waiting?: ReactNode): Part<P> {
  return bareLatePart(load, MissingPart, waiting);
}

function MissingPart({ onAgain }: Again) {
  const { t } = useTranslation('ui');
  return (
    <Group gap="sm" role="alert">
      <Text size="sm">{t('latePart')}</Text>
      <Button size="xs" variant="default" onClick={onAgain}>
        {t('retry')}
      </Button>
    </Group>
  );
}
