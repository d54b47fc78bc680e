import type { SuspenseItem } from '@mfuko/contract/suspense';
import { useTranslation } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';

const COLORS = { open: 'red', proposed: 'yellow', returning: 'blue', settled: 'green', returned: 'gray' } as const;

export function SuspenseStateTag({ state }: Pick<SuspenseItem, 'state'>) {
  const { t } = useTranslation('suspense');
  return <Tag color={COLORS[state]}>{t(`states.${state}`)}</Tag>;
}
