import { Stack } from '@mantine/core';
import { useTranslation } from '../../lib/i18n.ts';
import { LinkButton } from '../../ui/links.tsx';
import { EarlierImports } from './EarlierImports.tsx';
import { ImportFlow } from './ImportFlow.tsx';

/** Import of many students' pocket money from one spreadsheet. */
export function DepositsImport() {
  const { t } = useTranslation(['imports', 'school']);
  const view = <LinkButton to="/app/student.balances">{t('kinds.deposits.view')}</LinkButton>;
  return (
    <Stack gap="xl">
      <ImportFlow kind="deposits" whereTo={view} />
      <EarlierImports kind="deposits" />
    </Stack>
  );
}
