import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { z } from 'zod';
import { BROKEN, parse, readWhole } from './entries.ts';
import { BackupError } from './errors.ts';
import {
  type BackupTable,
  FORMAT,
  HEADER,
  type Header,
  headerSchema,
  MANIFEST,
  type Manifest,
  manifestSchema,
  pathOf,
  tableOfEntry,
} from './format.ts';
import { type Keyring, keyOfEntry } from './keyring.ts';
import { countLines } from './write.ts';

/** Receiver of a backup's contents, in the order of the tar. */
export interface BackupReader {
  /** Called once with the header and the keys, before the first file or table. */
  begin?(header: Header, keys: Keyring): Promise<void>;
  file?(name: string, bytes: Buffer): Promise<void>;
  table?(table: BackupTable, chunks: AsyncIterable<Uint8Array>): Promise<void>;
}

/**
 * Reads a backup from its tar and verifies the contents against the manifest. Throws BackupError where the backup is damaged,
 * truncated or of a newer format. `reader` may have received a part of the backup by then, so it must be able to roll back.
 */
export async function readBackup(tar: ReadableStream<Uint8Array>, reader: BackupReader): Promise<Summary> {
  const { readable, writable } = createTarDecoder({ strict: true });
  // The loop below receives the error from the decoder.
  const piped = tar.pipeTo(writable).catch(() => undefined);
  const entries = readable[Symbol.asyncIterator]();
  try {
    const summary = await readEntries(entries, reader);
    await piped;
    return summary;
  } finally {
    // Releases the stream when the reader stopped early.
    await entries.return?.().catch(() => undefined);
  }
}

export interface Summary {
  readonly header: Header;
  readonly keys: Keyring;
  readonly manifest: Manifest;
}

type Entries = AsyncIterator<ParsedTarEntry>;

async function readEntries(entries: Entries, reader: BackupReader): Promise<Summary> {
  const next = async () => {
    const { done, value } = await entries.next();
    return done ? undefined : value;
  };
  const header = await readHeader(await next());
  const keys = new Map<NonNullable<ReturnType<typeof keyOfEntry>>, string>();
  const found: Pick<Manifest, 'tables' | 'files'> = { tables: {}, files: {} };
  let begun = false;
  const begin = async () => {
    if (!begun) await reader.begin?.(header, keys);
    begun = true;
  };
  let entry = await next();
  while (entry && entry.header.name !== MANIFEST) {
    const { name } = entry.header;
    const key = keyOfEntry(name);
    const path = tableOfEntry(name);
    if (key) {
      keys.set(key, (await readWhole(entry)).toString().trim());
      entry = await next();
    } else if (path !== undefined) {
      await begin();
      const table = header.tables.find((each) => pathOf(each) === path);
      if (!table || path in found.tables) throw new BackupError(BROKEN);
      const hash = createHash('sha256');
      const total = { rows: 0, bytes: 0 };
      let part: ParsedTarEntry | undefined = entry;
      async function* chunks() {
        while (part && tableOfEntry(part.header.name) === path) {
          for await (const chunk of part.body) {
            hash.update(chunk);
            total.rows += countLines(chunk);
            total.bytes += chunk.length;
            yield chunk;
          }
          part = await next();
        }
      }
      const all = chunks();
      await reader.table?.(table, all);
      // Reads the rest that the reader left, so that the hash covers the whole table.
      for await (const _ of all);
      found.tables[path] = { ...total, sha256: hash.digest('hex') };
      entry = part;
    } else if (name.startsWith('files/')) {
      await begin();
      const bytes = await readWhole(entry);
      const file = name.slice('files/'.length);
      found.files[file] = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
      await reader.file?.(file, bytes);
      entry = await next();
    } else throw new BackupError(BROKEN);
  }
  if (!entry) throw new BackupError(BROKEN);
  const manifest = parse(manifestSchema, await readWhole(entry));
  refuseOther(manifest, found);
  return { header, keys, manifest };
}

async function readHeader(entry: ParsedTarEntry | undefined): Promise<Header> {
  if (entry?.header.name !== HEADER) throw new BackupError(BROKEN);
  const text = await readWhole(entry);
  const { format } = parse(z.object({ format: z.number() }), text);
  if (format > FORMAT)
    throw new BackupError('This backup was made by a newer version, in another format: restore it with that version.');
  return parse(headerSchema, text);
}

/** Throws BackupError unless every table and file of the manifest was found, with the same number of rows and the same hash. */
function refuseOther(manifest: Manifest, found: Pick<Manifest, 'tables' | 'files'>): void {
  const same =
    isDeepStrictEqual(Object.entries(manifest.tables).sort(byName), Object.entries(found.tables).sort(byName)) &&
    isDeepStrictEqual(Object.entries(manifest.files).sort(byName), Object.entries(found.files).sort(byName));
  if (!same) throw new BackupError(BROKEN);
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
