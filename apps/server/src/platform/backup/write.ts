import { createHash } from 'node:crypto';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createTarPacker } from 'modern-tar';
import { to as copyTo } from 'pg-copy-streams';
import { type BackupTable, FORMAT, HEADER, type Header, MANIFEST, type Manifest, pathOf } from './format.ts';
import type { Keyring } from './keyring.ts';
import type { Source } from './source.ts';
import { columnList } from './tables.ts';

/** Size of a part: at most about this many bytes of a table are held in memory. */
const PART_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

export interface BackupContents {
  readonly product: string;
  readonly madeAt: Date;
  readonly source: Source;
  readonly keys: Keyring;
  /**
   * Files of DATA_DIR by name, measured before the snapshot was taken: a file may lag behind the snapshot, never be ahead of it.
   */
  readonly files: ReadonlyMap<string, { readonly path: string; readonly bytes: number }>;
}

/** Measures the files of DATA_DIR that belong in a backup; they are append-only, so later bytes are left out. */
export function measureFiles(dataDir: string, names: readonly string[]): BackupContents['files'] {
  const there = names.map((name) => [name, join(dataDir, name)] as const).filter(([, path]) => existsSync(path));
  return new Map(there.map(([name, path]) => [name, { path, bytes: statSync(path).size }]));
}

/** Writes a backup as a tar stream, table by table, a few megabytes at a time. */
export function writeBackup(contents: BackupContents): ReadableStream<Uint8Array> {
  const { readable, controller } = createTarPacker();
  const mtime = contents.madeAt;
  const add: Add = async (name, bytes) => {
    const body = controller.add({ name, size: bytes.length, mode: 0o600, type: 'file', mtime }).getWriter();
    // An empty entry has no chunk to write.
    if (bytes.length > 0) await body.write(bytes);
    await body.close();
  };
  // A failure is passed to the reader of the stream; the last `catch` covers a stream that the reader has already cancelled.
  writeEntries(contents, add)
    .then(
      () => controller.finalize(),
      (error: unknown) => controller.error(error),
    )
    .catch(() => undefined);
  return readable;
}

type Add = (name: string, bytes: Uint8Array) => Promise<void>;

async function writeEntries({ product, madeAt, source, keys, files }: BackupContents, add: Add): Promise<void> {
  const header: Header = { format: FORMAT, product, madeAt: madeAt.toISOString(), ...source.header };
  await add(HEADER, Buffer.from(JSON.stringify(header, null, 1)));
  const manifest: Manifest = { tables: {}, files: {}, sequences: [] };
  for (const [name, key] of keys) await add(`keys/${name}.key`, Buffer.from(`${key}\n`));
  for (const [name, { path, bytes }] of files) {
    const text = await readBytes(path, bytes);
    manifest.files[name] = { bytes: text.length, sha256: createHash('sha256').update(text).digest('hex') };
    await add(`files/${name}`, text);
  }
  for (const table of header.tables) manifest.tables[pathOf(table)] = await writeTable(source, table, add);
  manifest.sequences.push(...(await source.sequences()));
  await add(MANIFEST, Buffer.from(JSON.stringify(manifest, null, 1)));
}

async function writeTable(source: Source, table: BackupTable, add: Add): Promise<Manifest['tables'][string]> {
  const { client, queryOf } = source;
  const name = `${client.escapeIdentifier(table.schema)}.${client.escapeIdentifier(table.name)}`;
  const read = queryOf ? `(${queryOf(table)})` : `${name} (${columnList(client, table.columns)})`;
  const rows = client.query(copyTo(`COPY ${read} TO STDOUT`));
  const hash = createHash('sha256');
  const total = { rows: 0, bytes: 0 };
  let parts = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  const cut = async () => {
    const part = Buffer.concat(waiting);
    [waiting, size] = [[], 0];
    await add(`tables/${pathOf(table)}/${String(++parts).padStart(6, '0')}`, part);
  };
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    hash.update(chunk);
    total.rows += countLines(chunk);
    total.bytes += chunk.length;
    waiting.push(chunk);
    size += chunk.length;
    if (size >= PART_BYTES) await cut();
  }
  // Writes at least one part, so that an empty table appears in the backup too.
  if (size > 0 || parts === 0) await cut();
  return { ...total, sha256: hash.digest('hex') };
}

/** Counts the rows in a chunk of COPY text: a newline within a value is escaped as two other characters. */
export function countLines(chunk: Uint8Array): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

async function readBytes(path: string, bytes: number): Promise<Buffer> {
  if (bytes === 0) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: bytes - 1 }) as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
