import { Stack } from '@mantine/core';
import { getSchool, viewSchools } from '@mfuko/contract/schools';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/queries.ts';
import { useSchool } from '../../lib/school.ts';
import { useAddressed } from '../../ui/DetailDrawer.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PickOne } from '../../ui/PickOne.tsx';
import { ConfigForm } from './ConfigForm.tsx';

/** Sets or changes how a school collects. Secrets are written and never shown. */
export function SetConfigPage() {
  const { t } = useTranslation('schools');
  const [chosen, choose] = useAddressed('school');
  const picked = useSchool();
  const id = chosen ?? picked?.sysid;
  const school = useCall(getSchool, { sysid: id ?? '' }, { enabled: id !== undefined });
  return (
    <>
      <PageHeader title={t('setConfig.title')} subtitle={id && school.data?.officialName} />
      <Stack gap="lg">
        <PickOne
          endpoint={viewSchools}
          toOption={({ sysid, shortName }) => ({ value: sysid, label: shortName })}
          value={id ?? null}
          valueLabel={school.data?.shortName ?? picked?.shortName ?? '…'}
          onPick={(row) => row && choose(row.sysid)}
          allowDeselect={false}
          label={t('setConfig.school')}
          maw={640}
        />
        {id ? (
          <ConfigForm key={id} schoolSYSID={id} onDone={() => {}} />
        ) : (
          <EmptyState title={t('setConfig.none')} message={t('setConfig.noneHint')} />
        )}
      </Stack>
    </>
  );
}
