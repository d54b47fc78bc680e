import { Badge } from '@mantine/core';
import type { ItemState as State } from '@mfuko/contract/items';
import { useTranslation } from 'react-i18next';

const COLORS: Record<State, string> = { waiting: 'yellow', partly: 'blue', handedOut: 'green', returned: 'gray' };

export function ItemState({ state }: { state: State }) {
  const { t } = useTranslation('items');
  return (
    <Badge color={COLORS[state]} variant="light" tt="none" size="lg" miw="max-content">
      {t(`states.${state}`)}
    </Badge>
  );
}
