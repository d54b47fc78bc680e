import { Title } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useTranslation } from '../lib/i18n.ts';
import { forgetSchool, pickSchool, useSchool } from '../lib/school.ts';
import { NoSchools, useNoSchools } from '../school/NoSchools.tsx';
import { SchoolField } from '../school/SchoolField.tsx';
import { Notice } from '../ui/Notice.tsx';

/** Choice of the school that an Admin works in. */
export function SchoolPicker() {
  const { t } = useTranslation('shell');
  const school = useSchool();
  return (
    <SchoolField
      value={school?.sysid ?? null}
      name={school?.shortName}
      onPick={(picked) => (picked ? pickSchool(picked) : forgetSchool())}
      aria-label={t('school.label')}
      placeholder={t('school.placeholder')}
      leftSection={<IconBuildingBank size={18} aria-hidden />}
      clearable
    />
  );
}

/** Replaces a screen that works inside a school until a school is picked. */
export function PickSchoolFirst() {
  const { t } = useTranslation('shell');
  const none = useNoSchools();
  return (
    <>
      <Title order={1} mb="md">
        {t('school.first')}
      </Title>
      {none ? (
        <NoSchools />
      ) : (
        <Notice
          Icon={IconBuildingBank}
          title={t('school.title')}
          message={t('school.message')}
          action={<SchoolPicker />}
        />
      )}
    </>
  );
}
