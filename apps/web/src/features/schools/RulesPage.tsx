import { Box, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useSchool } from '../../lib/school.ts';
import { useSignedIn } from '../../lib/session.ts';
import { RecordHistory } from '../../school/RecordHistory.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ChangeRules, RulesFacts } from './RulesState.tsx';

/** Page with the rules of the current school. Admins set them; the school reads them. */
export function RulesPage({ more }: { readonly more?: ReactNode }) {
  const { t } = useTranslation('schools');
  const { role } = useSignedIn();
  const school = useSchool();
  if (!school) return null;
  return (
    <>
      <PageHeader title={t('rules.title')} subtitle={t('rules.setBy')} />
      <Box maw={640}>
        <Title order={2} mb="sm">
          {t('rules.now')}
        </Title>
        <RulesFacts sysid={school.sysid} />
        {role === 'Admin' && <ChangeRules sysid={school.sysid} />}
        {more}
        <RecordHistory kind="school" sysid={school.sysid} />
      </Box>
    </>
  );
}
