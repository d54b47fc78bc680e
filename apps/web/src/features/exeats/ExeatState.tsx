import type { ExeatState as State } from '@mfuko/contract/exeats';
import { useTranslation } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';

const COLOURS = {
  coming: 'blue',
  out: 'yellow',
  overdue: 'red',
  returned: 'green',
  unused: 'gray',
  cancelled: 'gray',
} as const;

export function ExeatState({ state }: { state: State }) {
  const { t } = useTranslation('exeats');
  return <Tag color={COLOURS[state]}>{t(`states.${state}`)}</Tag>;
}
