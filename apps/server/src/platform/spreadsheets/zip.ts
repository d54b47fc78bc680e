import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { LIMITS, SheetError } from './limits.ts';

/** Archive whose directory has been validated; the contents are counted while they are inflated. */
export interface Archive {
  has(name: string): boolean;
  /** Returns the chunks of an entry. Throws SheetError when they exceed the limits of a spreadsheet. */
  read(name: string): AsyncIterable<Uint8Array>;
}

const NESTED = /\.(zip|xlsx|xlsm|xlsb|xltm|xltx|xlam|docx|docm|pptx|pptm|jar|gz|7z|rar)$/i;
const MACROS = /(^|\/)(vbaproject|vbadata|macrosheets\/|activex)/i;
const LOCAL_HEADER = 30;
const PLAIN = 0;
const DEFLATED = 8;

/** Opens an archive in memory. Throws SheetError where its directory is not that of an ordinary spreadsheet. */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    autoClose: false,
    lazyEntries: true,
    strictFileNames: true,
    validateEntrySizes: true,
  });
  if (zip.entryCount > LIMITS.entries) throw new SheetError('too-large');
  const entries = new Map<string, Entry>();
  let declared = 0;
  for await (const entry of zip.eachEntry()) {
    refuse(entry);
    if (entries.has(entry.fileName) || entries.size >= LIMITS.entries) throw new SheetError('dangerous');
    entries.set(entry.fileName, entry);
    declared += entry.uncompressedSize;
    if (declared > LIMITS.inflatedBytes) throw new SheetError('too-large');
  }
  refuseOverlap([...entries.values()], bytes.byteLength);
  let inflated = 0;
  return {
    has: (name) => entries.has(name),
    read: (name) => {
      const entry = entries.get(name);
      if (!entry) throw new SheetError('damaged');
      return inflate(zip, entry, (bytes) => {
        inflated += bytes;
        if (inflated > LIMITS.inflatedBytes) throw new SheetError('too-large');
      });
    },
  };
}

function refuse(entry: Entry): void {
  if (entry.isEncrypted()) throw new SheetError('old-or-protected');
  if (MACROS.test(entry.fileName)) throw new SheetError('macros');
  if (NESTED.test(entry.fileName)) throw new SheetError('dangerous');
  if (entry.compressionMethod !== PLAIN && entry.compressionMethod !== DEFLATED) throw new SheetError('dangerous');
  if (isSteep(entry.uncompressedSize, entry.compressedSize)) throw new SheetError('dangerous');
}

/** Refuses overlapping entries: one piece of data that many entries share would be inflated many times (zip bomb). */
function refuseOverlap(entries: readonly Entry[], size: number): void {
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    const start = entry.relativeOffsetOfLocalHeader;
    if (start < end) throw new SheetError('dangerous');
    end = start + LOCAL_HEADER + entry.fileNameLength + entry.compressedSize;
    if (end > size) throw new SheetError('damaged');
  }
}

async function* inflate(zip: ZipFile, entry: Entry, count: (bytes: number) => void): AsyncIterable<Uint8Array> {
  const stream: Readable = await zip.openReadStreamPromise(entry);
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      count(chunk.length);
      if (isSteep(size, entry.compressedSize)) throw new SheetError('dangerous');
      yield chunk;
    }
  } finally {
    stream.destroy();
  }
}

function isSteep(inflated: number, compressed: number): boolean {
  return inflated > LIMITS.ratioFromBytes && inflated > compressed * LIMITS.ratio;
}
