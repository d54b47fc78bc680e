import { parentPort } from 'node:worker_threads';
import { readCsv } from './csv.ts';
import { SheetError, type SheetFault } from './limits.ts';
import type { Sheet } from './sheet.ts';
import { readWorkbook } from './workbook.ts';

/** Reply of the worker to `{ bytes, name }`. */
export type Read = { readonly sheet: Sheet } | { readonly fault: SheetFault };
/** Message of the worker: that its code is loaded, or its reply. */
export type Said = { readonly ready: true } | Read;

parentPort?.once('message', async ({ bytes, name }: { bytes: Uint8Array; name: string }) => {
  parentPort?.postMessage(await read(bytes, name));
});

parentPort?.postMessage({ ready: true } satisfies Said);

async function read(bytes: Uint8Array, name: string): Promise<Read> {
  try {
    const sheet = await readAny(bytes, name);
    return sheet.rows.length === 0 ? { fault: 'empty' } : { sheet };
  } catch (error) {
    return { fault: error instanceof SheetError ? error.fault : 'damaged' };
  }
}

/** Detects the format by the first bytes; the name only separates text from unknown formats. */
async function readAny(bytes: Uint8Array, name: string): Promise<Sheet> {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  if (start === 'd0cf11e0') throw new SheetError('old-or-protected');
  if (start.startsWith('504b')) {
    if (/\.(xlsm|xltm|xlam|xlsb)$/i.test(name)) throw new SheetError('macros');
    return readWorkbook(bytes);
  }
  if (/\.(csv|txt|tsv)$/i.test(name)) return readCsv(bytes);
  throw new SheetError('not-a-spreadsheet');
}
