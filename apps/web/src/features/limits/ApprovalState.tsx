import type { Approval } from '@mfuko/contract/limits';
import { useTranslation } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';

const COLORS = {
  pending: 'yellow',
  approved: 'blue',
  used: 'green',
  refused: 'red',
  expired: 'gray',
  withdrawn: 'gray',
} as const;

export function ApprovalState({ state }: Pick<Approval, 'state'>) {
  const { t } = useTranslation('limits');
  return <Tag color={COLORS[state]}>{t(`approvals.states.${state}`)}</Tag>;
}
