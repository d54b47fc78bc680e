import { ENTRY_KINDS, type EntryKind } from '@mfuko/contract/wallet';
import { useTranslation } from '../../lib/i18n.ts';

/** The words for a kind of movement, of wallets and of the school's own accounts. */
export function useKindName(): (kind: string) => string {
  const { t } = useTranslation('books');
  const { t: tWallet } = useTranslation('wallet');
  return (kind) => {
    if ((ENTRY_KINDS as readonly string[]).includes(kind)) return tWallet(`kinds.${kind as EntryKind}`);
    if (isOwn(kind)) return t(`kinds.${kind}`);
    return kind;
  };
}

const OWN = ['refund-paid', 'unclaimed', 'unclaimed-returned', 'float', 'till-close', 'bank-transfer'] as const;

function isOwn(kind: string): kind is (typeof OWN)[number] {
  return (OWN as readonly string[]).includes(kind);
}
