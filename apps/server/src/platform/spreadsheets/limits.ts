/** Limits of an uploaded spreadsheet. Inflated bytes are counted while inflating, regardless of the sizes that the file declares. */
export const LIMITS = {
  fileBytes: 3 * 1024 * 1024,
  entries: 200,
  inflatedBytes: 20 * 1024 * 1024,
  /** Maximum ratio of inflated to compressed size, checked above `ratioFromBytes`. */
  ratio: 100,
  ratioFromBytes: 256 * 1024,
  /** Maximum number of non-empty rows, including the header. */
  rows: 5_001,
  columns: 50,
  /** Characters kept of a cell; one more than allowed, which shows that the cell was too long. */
  cell: 1_001,
  /** Characters of the whole sheet: many cells may refer to one shared string. */
  text: 6_000_000,
  sharedTexts: 260_000,
  depth: 60,
} as const;

/** Reason why a file is not read. */
export type SheetFault =
  | 'empty'
  | 'not-a-spreadsheet'
  | 'old-or-protected'
  | 'macros'
  | 'damaged'
  | 'dangerous'
  | 'too-large'
  | 'too-many-rows'
  | 'too-many-columns'
  | 'too-slow';

/** SheetError: thrown where a file is not acceptable; the worker passes on its `fault`. */
export class SheetError extends Error {
  override readonly name = 'SheetError';
  readonly fault: SheetFault;
  constructor(fault: SheetFault) {
    super(fault);
    this.fault = fault;
  }
}
