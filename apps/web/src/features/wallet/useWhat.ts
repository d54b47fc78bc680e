import type { StatementRow } from '@mfuko/contract/wallet';
import { useCallback } from 'react';
import { useTranslation } from '../../lib/i18n.ts';

/** Returns the name of a statement's row: its kind, and the channel of a deposit. */
export function useWhat(): (row: Pick<StatementRow, 'kind' | 'channel' | 'takenBack'>) => string {
  const { t } = useTranslation(['wallet', 'school']);
  return useCallback(
    ({ kind, channel, takenBack }) => {
      const what = takenBack && kind === 'reversal' ? t('wallet:takeBack.kind') : t(`wallet:kinds.${kind}`);
      return channel === null ? what : `${what} · ${t(`school:channels.${channel}`)}`;
    },
    [t],
  );
}
