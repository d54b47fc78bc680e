import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EarlierImports } from './EarlierImports.tsx';
import { ImportFlow } from './ImportFlow.tsx';

/** Pocket money of many students from one spreadsheet. */
export function DepositsImport() {
  const { t } = useTranslation('imports');
  const view = (
    <Button renderRoot={(props) => <Link to="/app/student.balances" {...props} />}>{t('kinds.deposits.view')}</Button>
  );
  return (
    <Stack gap="xl">
      <ImportFlow kind="deposits" whereTo={view} />
      <EarlierImports kind="deposits" />
    </Stack>
  );
}
