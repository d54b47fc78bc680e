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

/** The fields that a column of each kind of list may be. */
export const IMPORT_FIELDS: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  students: STUDENT_FIELDS,
  deposits: DEPOSIT_FIELDS,
};

/** Fault for which a cell is not taken. */
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
  'reference-taken',
  'names-differ',
  'total-differs',
] as const;
export type CellFault = (typeof CELL_FAULTS)[number];

const importError = z.object({
  /** Of the sheet: its first row is 1. */
  row: z.number().int(),
  /** The column's title in the file. */
  column: z.string(),
  /** Value: what stands there; never a PIN. */
  value: z.string(),
  message: z.string(),
  /** Cell: where it stands, as the spreadsheet program names it: `D7`. Null where there is no such column. */
  cell: z.string().nullable(),
  field: z.string(),
  why: z.enum(CELL_FAULTS),
  /** The school's own value in its place, where the two are to be compared. */
  known: z.string().optional(),
  /** Numbers and names of the sentence, for whoever builds it in another language: KES as a number, days as `2026-11-20`. */
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** Rule of the field itself that the value breaks: its code, as in `detail.fieldCodes`. */
  fieldCode: z.string().optional(),
});
/** More of a wrong cell than its words. */
export type CellTold = Pick<ImportError, 'known' | 'params' | 'fieldCode'>;
export type ImportError = z.output<typeof importError>;

const sheetTotal = z.object({ row: z.number().int(), amount: z.number(), comesTo: z.number(), setAside: z.number() });

const importAnswer = z.object({
  /** Rows below the header that hold anything. */
  rows: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  skipped: z.number().int(),
  errors: z.array(importError),
  /** Cells that are taken, and that somebody should look at. */
  warnings: z.array(importError),
  /** Classes that the rows name and the school has not, with the rows that name them; `like`: one of the school's that may be meant. */
  newClasses: z.array(z.object({ name: z.string(), rows: z.number().int(), like: z.string().nullable() })),
  /** KES that the good rows pay in. */
  amount: z.number(),
  /** KES of the wrong rows, as far as their amounts can be read. */
  amountLeftOut: z.number(),
  /** Rows that the sender set aside. */
  setAside: z.number().int(),
  /** KES of those rows; a total is nobody's money and not in it. */
  amountSetAside: z.number(),
  /**
   * Rows of a list of deposits that are evidently sums of the rows above them, those set aside too; `titled`: one that calls itself a total. `comesTo`:
   * KES of the rows above without those set aside; `setAside`: of those. The amount is the one, or both together.
   */
  totals: z.array(sheetTotal.extend({ titled: z.boolean() })),
  /** Rows that call themselves a total and come to neither, those set aside too. */
  totalsThatDiffer: z.array(sheetTotal),
  /** Null where nothing was recorded. */
  batchSYSID: sysid.nullable(),
});
export type ImportAnswer = z.output<typeof importAnswer>;

/** Which column of the sheet is which field, as JSON: `{"A":"admissionNumber","C":"names"}`. In place of guesses by titles. */
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
      // One answer for text that is no JSON and for JSON that is no mapping.
    }
    context.addIssue({ code: 'custom', message: fieldMessage('one-column-each') });
    return z.NEVER;
  });

/** Cells corrected after the file was read, as JSON: `{"D7":"0712345678"}`. */
const mends = z
  .string()
  .max(500_000)
  .optional()
  .transform((text, context) => {
    if (!text) return null;
    try {
      return z.record(z.string().regex(/^[A-Z]{1,2}[1-9][0-9]{0,6}$/), z.string().max(1_000)).parse(JSON.parse(text));
    } catch {
      // One answer for text that is no JSON and for JSON that names no cells.
      context.addIssue({ code: 'custom', message: fieldMessage('form') });
      return z.NEVER;
    }
  });

/** Rows that are not meant, as a JSON list of their numbers: `[352]`. They are kept with the rows left out. */
const setAside = z
  .string()
  .max(50_000)
  .optional()
  .transform((text, context) => {
    if (!text) return [];
    try {
      return z.array(z.number().int().min(1).max(9_999_999)).max(5_000).parse(JSON.parse(text));
    } catch {
      // One answer for text that is no JSON and for JSON that names no rows.
      context.addIssue({ code: 'custom', message: fieldMessage('form') });
      return z.NEVER;
    }
  });

const options = {
  dryRun: flag.default(false),
  /** Records the good rows where others are wrong. */
  partial: flag.default(false),
  mapping,
  mends,
  setAside,
  /** A new id under which `getImportProgress` tells how far it has come. */
  progress: sysid.optional(),
};

const MISSING = fieldMessage('document');

/**
 * Takes a list of students in: new ones are added; names, class and guardians of those who are there are changed, and who has no PIN is given that of the list.
 * For the last, and where it changes a guardian who is there, it takes a step-up (403 `session.step-up`), as by hand; a dry run, new students and new guardians
 * do not.
 */
export const uploadStudents = record('school/uploadStudents', {
  access: SCHOOL_STAFF,
  files: ['Students'],
  slow: true,
  input: z.object({ Students: uploadedFile(MISSING), createClasses: flag.default(false), ...options }),
  output: importAnswer,
});

const channel = z.enum(CHANNELS, fieldMessage('one-of', { values: CHANNELS.join(', ') })).default('cash');

/** Pays pocket money in, a row for each payment. Takes a step-up (403 `session.step-up`) where it pays anything in; a dry run does not. */
export const uploadDeposits = record('wallet/uploadDeposits', {
  access: SCHOOL_STAFF,
  files: ['Deposits'],
  slow: true,
  input: z.object({
    Deposits: uploadedFile(MISSING),
    /** Channel by which the money of the whole list came in. Of `bank` each reference pays in once, as in wallet/deposit. */
    channel,
    ...options,
  }),
  output: importAnswer,
});

const sheetColumn = z.object({ letter: z.string(), title: z.string(), field: z.string().nullable() });

/** Read sheet: what a file holds and which column seems to be which field. Records nothing; a PIN is not shown. */
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

/** The rows of a file (`onlyWrong`: those that are not taken) with what is wrong in a column beside them. Records nothing. */
export const markSheet = file('school/markSheet', {
  access: SCHOOL_STAFF,
  methods: ['POST'],
  files: ['Sheet'],
  input: z.object({
    Sheet: uploadedFile(MISSING),
    kind: z.enum(IMPORT_KINDS),
    createClasses: flag.default(false),
    onlyWrong: flag.default(false),
    /** Of deposits. */
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

/** Progress of an upload that was given `progress`; zeros until it has begun. */
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
  /** True while the rows left out can be fetched. */
  leftOutKept: z.boolean(),
  /** KES; of deposits. */
  amount: z.number(),
  by: z.string(),
  /** True if whoever asks made it: then somebody else takes deposits back. */
  own: z.boolean(),
  date: moment,
  undoneAt: moment.nullable(),
  undoneBy: z.string().nullable(),
});
export type ImportRow = z.output<typeof importRow>;

/** Lists that were taken in, a page of them, those that were undone too; the newest first. */
export const getImports = list('school/getImports', {
  access: SCHOOL_STAFF,
  methods: ['GET'],
  input: listQuery(['date', 'kind', 'fileName', 'by']).extend({ kind: z.enum(IMPORT_KINDS).optional() }),
  output: importRow,
});

/** The rows that a list left out, with what was wrong beside them; for 90 days. PINs are not in it. */
export const getLeftOutRows = file('school/getLeftOutRows', {
  access: SCHOOL_STAFF,
  input: z.object({ batchSYSID: sysid }),
});

/** Reason for which a row is not taken back. */
export const KEPT_REASONS = ['gone', 'recorded', 'finger', 'left', 'changed', 'spent'] as const;

const keptRow = z.object({
  row: z.number().int(),
  admissionNumber: z.string(),
  why: z.enum(KEPT_REASONS),
  reason: z.string(),
});
export type KeptRow = z.output<typeof keptRow>;

/**
 * Takes an import back, once. Students that nobody has touched since are hidden again, changed ones get back what they
 * had; those touched since are kept and named. Deposits are reversed all or none, by another person than who made them.
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
