import { SEALED_LEFT_OUT } from '../features/imports/index.ts';
import { SEALED_MESSAGES } from '../features/messages/index.ts';
import { SEALED_TOKENS } from '../features/payments/index.ts';
import { SEALED_FACTORS } from '../features/session/index.ts';
import { SEALED_SCHOOL_KEYS, type SealedTable } from '../platform/crypto/sealed-table.ts';
import { SEALED_ANSWERS } from '../platform/http/idempotency.ts';

/**
 * Every table with values sealed under the master key. A table missing here would be lost with the old key: a test compares the list
 * with all callers of `seal`.
 */
export const SEALED_TABLES: readonly SealedTable[] = [
  SEALED_SCHOOL_KEYS,
  SEALED_ANSWERS,
  SEALED_MESSAGES,
  SEALED_FACTORS,
  SEALED_LEFT_OUT,
  SEALED_TOKENS,
];
