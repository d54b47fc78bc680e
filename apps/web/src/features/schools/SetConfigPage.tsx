import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { getSchool } from '@mfuko/contract/schools';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSchool } from '../../lib/school.ts';
import { NoSchools, useNoSchools } from '../../school/NoSchools.tsx';
import { SchoolField } from '../../school/SchoolField.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { ConfigForm } from './ConfigForm.tsx';

// Lazy chunk: the page opens with the other form.
const RulesForm = latePart(() => import('./RulesForm.tsx').then((it) => it.RulesForm), <Skeleton height={480} />);

const HERE = '/app/config.add';

/** Page that configures a school's collection, whose secrets are write-only, and its rules; `more` is placed below the first form. */
export function SetConfigPage({ more }: { readonly more: (schoolSYSID: string) => ReactNode }) {
  const { t } = useTranslation('schools');
  const [chosen, choose] = useAddressed(HERE, 'school');
  const [part, show] = useAddressed(HERE, 'part');
  const picked = useSchool();
  const none = useNoSchools();
  const id = chosen ?? picked?.sysid;
  const school = useCall(getSchool, { sysid: id ?? '' }, { enabled: id !== undefined });
  return (
    <>
      <PageHeader title={t('setConfig.title')} subtitle={id && school.data?.officialName} />
      <Stack gap="lg">
        <SchoolField
          value={id ?? null}
          name={school.data?.shortName ?? picked?.shortName ?? '…'}
          onPick={(row) => row && choose(row.sysid)}
          allowDeselect={false}
          label={t('setConfig.school')}
          maw={640}
        />
        {id ? (
          <>
            <SegmentedControl
              aria-label={t('setConfig.parts')}
              value={part === 'rules' ? 'rules' : 'payment'}
              onChange={(value) => show(value === 'rules' ? value : undefined)}
              data={[
                { value: 'payment', label: t('schools.payment') },
                { value: 'rules', label: t('rules.title') },
              ]}
              maw={640}
            />
            {part === 'rules' ? (
              <RulesForm key={id} sysid={id} />
            ) : (
              <>
                <ConfigForm key={id} schoolSYSID={id} onDone={() => {}} />
                {more(id)}
              </>
            )}
          </>
        ) : none ? (
          <NoSchools />
        ) : (
          <EmptyState title={t('setConfig.none')} message={t('setConfig.noneHint')} />
        )}
      </Stack>
    </>
  );
}
