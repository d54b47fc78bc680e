import type { ApiKey } from '@mfuko/contract/programs';
import { useTranslation } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';

export function KeyStatus({ status }: Pick<ApiKey, 'status'>) {
  const { t } = useTranslation('programs');
  return status === 'active' ? t('status.active') : <Tag color="red">{t('status.revoked')}</Tag>;
}
