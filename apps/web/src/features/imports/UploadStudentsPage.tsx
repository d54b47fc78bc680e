import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { EarlierImports } from './EarlierImports.tsx';
import { ImportFlow } from './ImportFlow.tsx';

/** Upload Students List. */
export function UploadStudentsPage() {
  const { t } = useTranslation('imports');
  const view = (
    <Button renderRoot={(props) => <Link to="/app/student.view" {...props} />}>{t('kinds.students.view')}</Button>
  );
  return (
    <>
      <PageHeader title={t('kinds.students.title')} />
      <Stack gap="xl">
        <ImportFlow kind="students" whereTo={view} />
        <EarlierImports kind="students" />
      </Stack>
    </>
  );
}
