import type { ItemState as State } from '@mfuko/contract/items';
import { useTranslation } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';

const COLORS = { waiting: 'yellow', partly: 'blue', handedOut: 'green', returned: 'gray' } as const satisfies Record<
  State,
  string
>;

export function ItemState({ state }: { state: State }) {
  const { t } = useTranslation('items');
  return <Tag color={COLORS[state]}>{t(`states.${state}`)}</Tag>;
}
