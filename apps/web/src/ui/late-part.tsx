import { Button, Group, Text } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { type Again, latePart as bareLatePart, type Part } from '../lib/late-part.ts';

/** The console's late part: where its code does not come, a line with a button says so in its place. What is typed beside it stays. */
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
