import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { MAX_IMPRESSIONS } from '@mfuko/contract/fingerprints';
import type { StudentRow } from '@mfuko/contract/students';
import { IconCircleCheck } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useDraftState } from '../../ui/draft-storage.ts';
import { ClassProgress } from './ClassProgress.tsx';
import { nextOf } from './class-walk.ts';
import { EnrolOne } from './EnrolOne.tsx';

const HERE = '/app/student.enrol.class';
const NOBODY: readonly string[] = [];

interface ClassWalkProps {
  readonly rows: readonly StudentRow[];
  readonly classSYSID: string;
}

/** Walks through the students of a class who have no fingerprint; skipped students come again at the end. */
export function ClassWalk({ rows, classSYSID }: ClassWalkProps) {
  const { t } = useTranslation('enrolment');
  const { at } = useSearch({ from: HERE });
  const navigate = useNavigate();
  // Replaces the history entry, so that Back leaves the class instead of stepping through it.
  const goTo = useCallback(
    (next: string | undefined) => void navigate({ to: HERE, replace: true, search: { classSYSID, at: next } }),
    [navigate, classSYSID],
  );
  const [skipped, setSkipped] = useDraftState<readonly string[]>(`enrol-class:${classSYSID}`, NOBODY);
  const current = rows.find(({ sysid }) => sysid === at);
  const first = nextOf(rows, skipped);
  useEffect(() => {
    if (!current && first) goTo(first);
  }, [current, first, goTo]);
  const enrolled = rows.filter(({ hasFingerprint }) => hasFingerprint).length;

  function goOn(skip: boolean) {
    if (!current) return;
    const others = skipped.filter((id) => id !== current.sysid);
    const now = skip ? [...others, current.sysid] : others;
    setSkipped(() => (now.length === 0 ? NOBODY : now));
    goTo(nextOf(rows, now, current.sysid));
  }
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="lg">
      <div>
        {current ? (
          <EnrolOne
            student={current}
            onDone={() => goOn(false)}
            onSkip={() => goOn(true)}
            isLast={nextOf(rows, skipped, current.sysid) === undefined}
          />
        ) : (
          <Stack gap="md">
            <Alert color={skipped.length > 0 ? 'yellow' : 'green'} icon={<IconCircleCheck aria-hidden />} role="status">
              {skipped.length > 0 ? t('skippedLeft', { count: skipped.length }) : t('allDone', { count: rows.length })}
            </Alert>
            {skipped.length > 0 && (
              <Group>
                <Button onClick={() => setSkipped(() => NOBODY)}>{t('back')}</Button>
              </Group>
            )}
          </Stack>
        )}
      </div>
      <Stack gap="sm">
        <Text fw={600} role="status">
          {t('progress', { count: enrolled, of: rows.length })}
        </Text>
        <ClassProgress rows={rows} skipped={skipped} at={current?.sysid} onPick={goTo} />
        <Text size="sm" c="dimmed">
          {t('impressionsHint', { most: MAX_IMPRESSIONS })}
        </Text>
      </Stack>
    </SimpleGrid>
  );
}
