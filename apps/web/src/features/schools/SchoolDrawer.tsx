import { Skeleton, Stack } from '@mantine/core';
import { getSchool } from '@mfuko/contract/schools';
import { IconBuildingOff } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useCall } from '../../lib/queries.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { useFreshOnce } from '../../ui/useFreshOnce.ts';
import { SchoolDetails } from './SchoolDetails.tsx';
import { SchoolEditForm } from './SchoolEditForm.tsx';

interface SchoolDrawerProps {
  readonly id: string | undefined;
  readonly mode: 'view' | 'edit';
  readonly onClose: () => void;
  readonly onEdit: (id: string) => void;
}

/** Drawer that shows or edits the school whose id is in the address. */
export function SchoolDrawer({ id, mode, onClose, onEdit }: SchoolDrawerProps) {
  const { t } = useTranslation('schools');
  const school = useCall(getSchool, { sysid: id ?? '' }, { enabled: id !== undefined });
  const fresh = useFreshOnce(mode === 'edit', school.isFetching);
  const missing = school.error instanceof CallError && [400, 404].includes(school.error.status ?? 0);
  return (
    <DetailDrawer title={school.data?.officialName ?? t('schools.one')} opened={id !== undefined} onClose={onClose}>
      {missing ? (
        <Notice Icon={IconBuildingOff} title={t('schools.unknown')} />
      ) : school.data && (mode === 'view' || fresh) ? (
        mode === 'view' ? (
          <SchoolDetails school={school.data} onClose={onClose} onEdit={() => onEdit(school.data.sysid)} />
        ) : (
          <SchoolEditForm key={school.data.sysid} school={school.data} onDone={onClose} />
        )
      ) : school.isError ? (
        <ErrorState error={school.error} onRetry={() => void school.refetch()} />
      ) : (
        <Stack gap="sm">
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <Skeleton key={row} height={28} />
          ))}
        </Stack>
      )}
    </DetailDrawer>
  );
}
