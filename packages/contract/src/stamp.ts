import { z } from 'zod';

/** Stamp of a record, as its reading gave it: another one once the record has changed. Its text means nothing else. */
export const stamp = z.string();

/** With an update: the stamp of what was edited. Left out, the last one wins. */
export const stampOrNone = z.string().max(100).optional();
