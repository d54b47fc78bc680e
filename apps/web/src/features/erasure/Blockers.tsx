import { Alert, List } from '@mantine/core';
import '@mantine/core/styles/List.css';
import { ERASE_BLOCKERS, type EraseBlocker } from '@mfuko/contract/erasure';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';

/** Blockers: what has to end before a student can be erased. */
export function Blockers({ blockers }: { readonly blockers: readonly EraseBlocker[] }) {
  const { t } = useTranslation('erasure');
  return (
    <Alert color="yellow" role="alert" title={t('blocked')}>
      <List size="sm">
        {blockers.map((blocker) => (
          <List.Item key={blocker}>{t(`blockers.${blocker}`)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Blockers that a refusal names; none of any other error. */
export function blockersOf(error: unknown): readonly EraseBlocker[] {
  if (!(error instanceof CallError) || error.problem !== 'erase.blocked') return [];
  const named: unknown = error.detail?.reasons;
  return ERASE_BLOCKERS.filter((blocker) => Array.isArray(named) && named.includes(blocker));
}
