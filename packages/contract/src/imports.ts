import { z } from 'zod';
import { CHANNELS } from './channels.ts';
import { file, list, read, record, SCHOOL_STAFF, uploadedFile } from './endpoint.ts';
import { fieldMessage } from './field-errors.ts';
import { moment, sysid } from './ids.ts';
import { flag, listQuery } from './lists.ts';

export const IMPORT_KINDS = ['students', 'deposits'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const STUDENT_FIELDS = [
  'admissionNumber',
  'firstName',
  'lastName',
  'names',
  'className',
  'stream',
  'checkPin',
  'guardianName',
  'guardianPhone',
  'guardianEmail',
  'birthMonth',
] as const;
export const DEPOSIT_FIELDS = ['admissionNumber', 'amount', 'reference', 'names'] as const;
export type ImportField = (typeof STUDENT_FIELDS)[number] | (typeof DEPOSIT_FIELDS)[number];

/** Fields that a column may map to, by kind of list. */
export const IMPORT_FIELDS: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  students: STUDENT_FIELDS,
  deposits: DEPOSIT_FIELDS,
};

/** Reasons why a cell is refused. */
export const CELL_FAULTS = [
  'no-column',
  'required',
  'too-long',
  'characters',
  'admission-number',
  'lost-zeros',
  'lost-digits',
  'duplicate-row',
  'class-unknown',
  'pin-form',
  'pin-weak',
  'phone',
  'email',
  'month',
  'no-phone',
  'no-name',
  'shared-phone',
  'student-left',
  'student-unknown',
  'amount',
  'over-limit',
  'paid-in-before',
  'paid-otherwise',
  'reference-taken',
  'names-differ',
  'total-differs',
] as const;
export type CellFault = (typeof CELL_FAULTS)[number];

const importError = z.object({
  /** Row in the sheet; the first row is 1. */
  row: z.number().int(),
  /** The column's title in the file. */
  column: z.string(),
  /** Content of the cell; never a PIN. */
  value: z.string(),
  message: z.string(),
  /** Address of the cell, as the spreadsheet program shows it: `D7`. Null if there is no such column. */
  cell: z.string().nullable(),
  field: z.string(),
  why: z.enum(CELL_FAULTS),
  /** The school's own value for this field, given when the user should compare the two. */
  known: z.string().optional(),
  /**
   * Numbers and names in the sentence, for a client that builds the sentence in another language: KES as a number, days as `2026-11-20`.
   */
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** Code of the field rule that the value breaks, as in `detail.fieldCodes`. */
  fieldCode: z.string().optional(),
});
/** Structured details of a wrong cell, besides its text. */
export type CellTold = Pick<ImportError, 'known' | 'params' | 'fieldCode'>;
export type ImportError = z.output<typeof importError>;

const sheetTotal = z.object({ row: z.number().int(), amount: z.number(), comesTo: z.number(), setAside: z.number() });

const importAnswer = z.object({
  /** Number of rows below the header that are not empty. */
  rows: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  skipped: z.number().int(),
  errors: z.array(importError),
  /** Cells that are accepted but that a person should look at. */
  warnings: z.array(importError),
  /**
   * Classes that the rows name but the school does not have, with the number of such rows; `like` is an existing class that may be meant.
   */
  newClasses: z.array(z.object({ name: z.string(), rows: z.number().int(), like: z.string().nullable() })),
  /** KES that the accepted rows pay in. */
  amount: z.number(),
  /** KES of the rows of deposits that another import of the same list has paid in. */
  amountPaidBefore: z.number(),
  /** KES of the wrong rows, as far as their amounts are readable. */
  amountLeftOut: z.number(),
  /** Number of rows that the sender set aside. */
  setAside: z.number().int(),
  /** KES of those rows, without totals, which are nobody's money. */
  amountSetAside: z.number(),
  /**
   * Rows of a list of deposits that are evidently sums of the rows above them, including rows set aside; `titled`: the row calls itself a
   * total. `comesTo` is the sum in KES of the rows above without those set aside, `setAside` the sum of those set aside. The row's amount
   * equals the former, or both together.
   */
  totals: z.array(sheetTotal.extend({ titled: z.boolean() })),
  /** Rows that call themselves a total but equal neither sum, including rows set aside. */
  totalsThatDiffer: z.array(sheetTotal),
  /** Null if nothing was recorded. */
  batchSYSID: sysid.nullable(),
});
export type ImportAnswer = z.output<typeof importAnswer>;

/** Mapping from columns of the sheet to fields, as JSON: `{"A":"admissionNumber","C":"names"}`. Replaces the guesses by titles. */
const mapping = z
  .string()
  .max(4000)
  .optional()
  .transform((text, context) => {
    if (!text) return null;
    try {
      const fields = z
        .record(z.string().regex(/^[A-Z]{1,2}$/), z.enum([...STUDENT_FIELDS, ...DEPOSIT_FIELDS]))
        .parse(JSON.parse(text));
      const named = Object.values(fields);
      if (new Set(named).size === named.length) return fields;
    } catch {
      // The same error answers text that is not JSON and JSON that is not a mapping.
    }
    context.addIssue({ code: 'custom', message: fieldMessage('one-column-each') });
    return z.NEVER;
  });

/** Cells corrected after the upload, as JSON: `{"D7":"0712345678"}`. */
const mends = z
  .string()
  .max(500_000)
  .optional()
  .transform((text, context) => {
    if (!text) return null;
    try {
      return z.record(z.string().regex(/^[A-Z]{1,2}[1-9][0-9]{0,6}$/), z.string().max(1_000)).parse(JSON.parse(text));
    } catch {
      // The same error answers text that is not JSON and JSON that names no cells.
      context.addIssue({ code: 'custom', message: fieldMessage('form') });
      return z.NEVER;
    }
  });

/** Rows to exclude, as a JSON list of their numbers: `[352]`. Excluded rows are stored with the rows left out. */
const setAside = z
  .string()
  .max(50_000)
  .optional()
  .transform((text, context) => {
    if (!text) return [];
    try {
      return z.array(z.number().int().min(1).max(9_999_999)).max(5_000).parse(JSON.parse(text));
    } catch {
      // The same error answers text that is not JSON and JSON that names no rows.
      context.addIssue({ code: 'custom', message: fieldMessage('form') });
      return z.NEVER;
    }
  });

const options = {
  dryRun: flag.default(false),
  /** True records the good rows even if others are wrong. */
  partial: flag.default(false),
  mapping,
  mends,
  setAside,
  /** A new id under which `getImportProgress` reports the progress of the upload. */
  progress: sysid.optional(),
};

const MISSING = fieldMessage('document');

/**
 * Imports a list of students: adds new students, and updates names, class and guardians of existing ones; an existing student without a
 * PIN gets the PIN of the list. Setting such a PIN or changing an existing guardian requires step-up (403 `session.step-up`), as by hand;
 * a dry run, new students and new guardians do not.
 */
export const uploadStudents = record('school/uploadStudents', {
  access: SCHOOL_STAFF,
  files: ['Students'],
  slow: true,
  input: z.object({ Students: uploadedFile(MISSING), createClasses: flag.default(false), ...options }),
  output: importAnswer,
});

const channel = z.enum(CHANNELS, fieldMessage('one-of', { values: CHANNELS.join(', ') })).default('cash');

/**
 * Imports a list of deposits of pocket money, one row per payment. Requires step-up (403 `session.step-up`) if anything is paid in; a dry
 * run does not.
 */
export const uploadDeposits = record('wallet/uploadDeposits', {
  access: SCHOOL_STAFF,
  files: ['Deposits'],
  slow: true,
  input: z.object({
    Deposits: uploadedFile(MISSING),
    /** Channel of the whole list. With `bank`, each reference pays in only once, as in wallet/deposit. */
    channel,
    ...options,
  }),
  output: importAnswer,
});

const sheetColumn = z.object({ letter: z.string(), title: z.string(), field: z.string().nullable() });

/** Reads the sheet of a file and guesses the field of each column. Records nothing; PINs are not shown. */
export const readSheet = record('school/readSheet', {
  access: SCHOOL_STAFF,
  files: ['Sheet'],
  input: z.object({ Sheet: uploadedFile(MISSING), kind: z.enum(IMPORT_KINDS) }),
  output: z.object({
    headerRow: z.number().int(),
    columns: z.array(sheetColumn),
    rows: z.array(z.object({ row: z.number().int(), cells: z.array(z.string()) })),
  }),
});
export type SheetColumn = z.output<typeof sheetColumn>;

/** Returns the rows of a file (`onlyWrong`: only the refused ones) with their errors in an extra column. Records nothing. */
export const markSheet = file('school/markSheet', {
  access: SCHOOL_STAFF,
  methods: ['POST'],
  files: ['Sheet'],
  input: z.object({
    Sheet: uploadedFile(MISSING),
    kind: z.enum(IMPORT_KINDS),
    createClasses: flag.default(false),
    onlyWrong: flag.default(false),
    /** Only for deposits. */
    channel,
    mapping,
    mends,
    setAside,
  }),
});

/** An empty spreadsheet with the columns of a student list, an .xlsx. */
export const getStudentTemplate = file('student/template', { access: SCHOOL_STAFF, input: z.object({}) });
/** An empty spreadsheet with the columns of a list of deposits, an .xlsx. */
export const getDepositTemplate = file('wallet/template', { access: SCHOOL_STAFF, input: z.object({}) });

export const IMPORT_STEPS = ['reading', 'checking', 'pins', 'recording'] as const;

/** Returns the progress of an upload that was given `progress`; zeros until the upload has begun. */
export const getImportProgress = read('school/getImportProgress', {
  access: SCHOOL_STAFF,
  input: z.object({ sysid }),
  output: z.object({ step: z.enum(IMPORT_STEPS), done: z.number().int(), total: z.number().int() }),
});

const importRow = z.object({
  sysid,
  kind: z.enum(IMPORT_KINDS),
  fileName: z.string(),
  rows: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  skipped: z.number().int(),
  /** Rows that were wrong and left out. */
  leftOut: z.number().int(),
  /** True while the rows left out can be downloaded. */
  leftOutKept: z.boolean(),
  /** KES; only for deposits. */
  amount: z.number(),
  by: z.string(),
  /** True if the caller made the import; then another person has to take its deposits back. */
  own: z.boolean(),
  date: moment,
  undoneAt: moment.nullable(),
  undoneBy: z.string().nullable(),
});
export type ImportRow = z.output<typeof importRow>;

/** Lists imports, including undone ones, page by page, newest first. */
export const getImports = list('school/getImports', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date', 'kind', 'fileName', 'by']).extend({ kind: z.enum(IMPORT_KINDS).optional() }),
  output: importRow,
});

/** Returns the rows that an import left out, with their errors, for 90 days. PINs are removed. */
export const getLeftOutRows = file('school/getLeftOutRows', {
  access: SCHOOL_STAFF,
  input: z.object({ batchSYSID: sysid }),
});

/** Reasons why a row is not undone. */
export const KEPT_REASONS = ['gone', 'recorded', 'finger', 'left', 'changed', 'spent'] as const;

const keptRow = z.object({
  row: z.number().int(),
  admissionNumber: z.string(),
  why: z.enum(KEPT_REASONS),
  reason: z.string(),
});
export type KeptRow = z.output<typeof keptRow>;

/**
 * Undoes an import, once. Students who were not touched since are hidden again, and changed students get their earlier values back;
 * students touched since are kept and named. Deposits are reversed all or none, by another person than the importer.
 */
export const undoImport = record('school/undoImport', {
  stepUp: true,
  access: SCHOOL_STAFF,
  slow: true,
  input: z.object({ batchSYSID: sysid }),
  output: z.object({
    batchSYSID: sysid,
    /** Students hidden, students changed back, deposits reversed. */
    deleted: z.number().int(),
    restored: z.number().int(),
    reversed: z.number().int(),
    kept: z.array(keptRow),
  }),
});
