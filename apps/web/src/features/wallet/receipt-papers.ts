import { isPos } from '../../lib/pos.ts';
import { usePaperKind } from '../../ui/paper/usePaperKind.ts';

/** Papers of a receipt: rolls of receipt printers, and sheets of office printers. */
export const RECEIPT_PAPERS = ['roll58', 'roll80', 'a5', 'sheet'] as const;
export type ReceiptPaper = (typeof RECEIPT_PAPERS)[number];

/** Returns the paper of this device's printer and a setter. A device that serves students starts with the narrow roll. */
export function useReceiptPaperKind(): [ReceiptPaper, (paper: ReceiptPaper) => void] {
  return usePaperKind('receipt-roll', RECEIPT_PAPERS, isPos() ? 'roll58' : 'roll80');
}

/** Returns true for a sheet, which has room for a head beside the logo and for larger text. */
export function isSheet(paper: ReceiptPaper): boolean {
  return paper === 'a5' || paper === 'sheet';
}
