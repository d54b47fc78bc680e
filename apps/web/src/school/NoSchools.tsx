import { viewSchools } from '@mfuko/contract/schools';
import { useTranslation } from '../lib/i18n.ts';
import { useCall } from '../lib/queries.ts';
import { FirstStep } from '../ui/FirstStep.tsx';
import { EmptyState } from '../ui/Notice.tsx';

const ANY = { page: 1, pageSize: 1 } as const;

/** Returns true once it is known that no school is registered. */
export function useNoSchools(): boolean {
  return useCall(viewSchools, ANY).data?.total === 0;
}

/** Replaces the choice of a school before any is registered. */
export function NoSchools() {
  const { t } = useTranslation('shell');
  return (
    <EmptyState
      title={t('school.none')}
      message={t('school.noneHint')}
      action={<FirstStep to="/app/school.add" screen="schoolAdd" />}
    />
  );
}
