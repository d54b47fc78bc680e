import { z } from 'zod';

/** Version stamp of a record, as its reading returned it; differs once the record has changed. Opaque. */
export const stamp = z.string();

/** Stamp of the edited version in an update. Without it the last write wins. */
export const stampOrNone = z
  .union([
    z
      .string()
      .max(100)
      .transform((text) => text || undefined),
    z.null().transform(() => undefined),
  ])
  .optional();
