import { z } from 'zod';

/** Stamp of a record, as its reading gave it: another one once the record has changed. Its text means nothing else. */
export const stamp = z.string();

/** With an update: the stamp of what was edited. Left out or empty, the last one wins. */
export const stampOrNone = z
  .union([
    z
      .string()
      .max(100)
      .transform((text) => text || undefined),
    z.null().transform(() => undefined),
  ])
  .optional();
