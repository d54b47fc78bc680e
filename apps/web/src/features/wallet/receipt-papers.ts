import { isPos } from '../../lib/pos.ts';
import { usePaperKind } from '../../ui/paper/usePaperKind.ts';

/** Papers that a receipt is printed on: the rolls of receipt printers, and the sheets of an office's printer. */
export const RECEIPT_PAPERS = ['roll58', 'roll80', 'a5', 'sheet'] as const;
export type ReceiptPaper = (typeof RECEIPT_PAPERS)[number];

/** The paper of the printer at this device; on one that serves students the narrow roll, until another is chosen. */
export function useReceiptPaperKind(): [ReceiptPaper, (paper: ReceiptPaper) => void] {
  return usePaperKind('receipt-roll', RECEIPT_PAPERS, isPos() ? 'roll58' : 'roll80');
}

/** True for a sheet: it has room for a head beside its logo, and larger words. */
export function isSheet(paper: ReceiptPaper): boolean {
  return paper === 'a5' || paper === 'sheet';
}
