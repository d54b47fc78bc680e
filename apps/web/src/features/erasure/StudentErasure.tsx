import { Button, Group, Text, Title } from '@mantine/core';
import { getErasures } from '@mfuko/contract/erasure';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useList } from '../../lib/queries.ts';
import { lateDialog } from '../../ui/late-dialog.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { ErrorState } from '../../ui/Notice.tsx';

// Lazy chunk, needed very rarely.
const BundleButton = latePart(() => import('./BundleButton.tsx').then((it) => it.BundleButton));
const EraseDialog = lateDialog(() => import('./EraseDialog.tsx').then((it) => it.EraseDialog));
const ApproveErasure = latePart(() => import('./ApproveErasure.tsx').then((it) => it.ApproveErasure));

interface StudentErasureProps {
  readonly student: { readonly sysid: string; readonly names: string };
  /** Called after the erasure: the student no longer exists. */
  readonly onErased: () => void;
}

/** Hands a family all data about its child, or has the data erased with the approval of a second person. */
export function StudentErasure({ student, onErased }: StudentErasureProps) {
  const { t } = useTranslation('erasure');
  const heading = useId();
  const [asking, setAsking] = useState(false);
  const list = useList(getErasures, { studentSYSID: student.sysid }, { staleTime: 0 });
  const [waiting] = list.data?.rows ?? [];
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading}>
        {t('title')}
      </Title>
      <Text size="sm" mt="xs" mb="sm">
        {t('hint')}
      </Text>
      {!list.data && list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {waiting && (
        <Suspense>
          <ApproveErasure key={waiting.sysid} erasure={waiting} onErased={onErased} />
        </Suspense>
      )}
      {asking && (
        <Suspense>
          <EraseDialog student={student} onClose={() => setAsking(false)} />
        </Suspense>
      )}
      <Group gap="sm">
        <Suspense>
          <BundleButton sysid={student.sysid} />
        </Suspense>
        {list.data && !waiting && (
          <Button size="sm" variant="default" onClick={() => setAsking(true)}>
            {t('open')}
          </Button>
        )}
      </Group>
    </section>
  );
}
