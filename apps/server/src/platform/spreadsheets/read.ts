import { Worker } from 'node:worker_threads';
import { fieldError } from '@mfuko/contract/field-errors';
import { Refusal, wrongFields } from '../http/refusal.ts';
import { openFairSemaphore } from '../process/fair-semaphore.ts';
import { workerEnvironment } from '../process/worker-environment.ts';
import { followReading } from './follow-reading.ts';
import { LIMITS, type SheetFault } from './limits.ts';
import type { Read } from './reading-worker.ts';
import type { Sheet } from './sheet.ts';

const SCRIPT = new URL('./reading-worker.ts', import.meta.url);

const LIMIT_OF_FAULT: Readonly<Partial<Record<SheetFault, number>>> = {
  'too-many-rows': LIMITS.rows - 1,
  'too-many-columns': LIMITS.columns,
};

const WORDS: Readonly<Record<SheetFault, string>> = {
  empty: 'This file has no rows.',
  'not-a-spreadsheet': 'This is not a spreadsheet. Save it as .xlsx or .csv and try again.',
  'old-or-protected': 'This file is protected by a password or in an old format. Save it as .xlsx without a password.',
  macros: 'This spreadsheet contains macros. Save it as .xlsx and try again.',
  damaged: 'This file is damaged. Save it again as .xlsx and try again.',
  dangerous: 'This file is built in a way that is not accepted. Copy its rows into a new spreadsheet.',
  'too-large': 'This file is too large. Split it into several.',
  'too-many-rows': `This file has more than ${(LIMITS.rows - 1).toLocaleString('en-KE')} rows. Split it into several.`,
  'too-many-columns': `This file has more than ${LIMITS.columns} columns. Remove the ones you do not need.`,
  'too-slow': 'This file takes too long to read. Copy its rows into a new spreadsheet.',
};

const turns = openFairSemaphore({
  atOnce: 2,
  longest: 20,
  full: busy,
});

function busy(): Refusal {
  return new Refusal('server.busy', 'Too many files are being read. Please try again in a moment.', { retryAfter: 5 });
}

/**
 * Reads the first sheet of an uploaded file: .xlsx, or text with separators. A worker thread with little memory does the work and is
 * terminated ten seconds after its start, so that no file blocks other users. Throws Refusal `sheet.unreadable` or `sheet.too-large`, and
 * `server.busy` when too many files wait or the worker does not start. `part` is the part of the form that holds the file.
 */
export async function readSheet(bytes: Uint8Array, name: string, part = 'Sheet'): Promise<Sheet> {
  if (bytes.byteLength > LIMITS.fileBytes) throw unreadable('too-large', part);
  const read = await turns.take(() => readApart(bytes, name));
  if ('sheet' in read) return read.sheet;
  throw unreadable(read.fault, part);
}

function readApart(bytes: Uint8Array, name: string): Promise<Read> {
  const worker = new Worker(SCRIPT, {
    env: workerEnvironment(),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });
  const read = followReading(worker, busy);
  worker.postMessage({ bytes, name });
  return read;
}

function unreadable(fault: SheetFault, part: string): Refusal {
  const tooLarge = fault === 'too-large' || fault === 'too-many-rows' || fault === 'too-many-columns';
  const most = LIMIT_OF_FAULT[fault];
  const told = { fault, ...(most !== undefined && { most }) };
  if (tooLarge) return new Refusal('sheet.too-large', WORDS[fault], { detail: told });
  const fields = wrongFields({ [part]: { ...fieldError('document'), words: WORDS[fault] } });
  return new Refusal('sheet.unreadable', WORDS[fault], { detail: { ...told, ...fields } });
}
