/**
 * Limits: what a spreadsheet from outside may be at most. Inflated bytes are counted while they come, whatever the file
 * says.
 */
export const LIMITS = {
  fileBytes: 3 * 1024 * 1024,
  entries: 200,
  inflatedBytes: 20 * 1024 * 1024,
  /** Inflated to compressed, once an entry is larger than a page or two. */
  ratio: 100,
  ratioFromBytes: 256 * 1024,
  /** Rows that hold anything, the header among them. */
  rows: 5_001,
  columns: 50,
  /** Characters kept of a cell; one more tells that it was longer. */
  cell: 1_001,
  /** Characters of the whole sheet: many cells may name one shared text. */
  text: 6_000_000,
  sharedTexts: 260_000,
  depth: 60,
} as const;

/** Fault for which a file is not read. */
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

/** SheetError: thrown wherever a file turns out not to be fit; travels from the worker by its `fault`. */
export class SheetError extends Error {
  override readonly name = 'SheetError';
  readonly fault: SheetFault;
  constructor(fault: SheetFault) {
    super(fault);
    this.fault = fault;
  }
}
