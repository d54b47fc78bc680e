import { z } from 'zod';

/**
 * Format of a backup: a tar, compressed with gzip and encrypted with age, so that `age -d -i KEY FILE | tar xz` opens it without
 * this program. `header.json` comes first, then `keys/`, `files/` and `tables/SCHEMA.NAME/NNNNNN` (the text of COPY, split into
 * parts because tar needs each size in advance), and `manifest.json` last: a file without a manifest is no complete backup.
 */
export const FORMAT = 1;
export const HEADER = 'header.json';
export const MANIFEST = 'manifest.json';

const migration = z.object({ number: z.number().int(), name: z.string(), hash: z.string() });
export type AppliedMigration = z.infer<typeof migration>;

const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()).min(1) });
export type BackupTable = z.infer<typeof table>;

export const headerSchema = z.object({
  format: z.literal(FORMAT),
  product: z.string(),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(migration).min(1),
  /** Newest migration of the job queue's schema. */
  queue: z.number().int(),
  tables: z.array(table).min(1),
  /** School whose rows the file holds; missing in a backup of the whole database. */
  school: z.uuid().optional(),
});
export type Header = z.infer<typeof headerSchema>;

const digest = z.object({ bytes: z.number().int(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

const sequence = z.object({ schema: z.string(), name: z.string(), last: z.string(), called: z.boolean() });
export type BackupSequence = z.infer<typeof sequence>;

export const manifestSchema = z.object({
  tables: z.record(z.string(), digest.extend({ rows: z.number().int() })),
  files: z.record(z.string(), digest),
  sequences: z.array(sequence),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Returns the name of a table within a backup. */
export function pathOf({ schema, name }: Pick<BackupTable, 'schema' | 'name'>): string {
  return `${schema}.${name}`;
}

/** Returns the table of a tar entry; undefined for other entries. */
export function tableOfEntry(name: string): string | undefined {
  return /^tables\/([\w$]+\.[\w$]+)\/\d{6}$/.exec(name)?.[1];
}
