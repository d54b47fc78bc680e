import type { SealedTable } from '../../platform/crypto/sealed-table.ts';

/** Sealed columns of messages: number, text, and the fallback guardian's. */
export const SEALED_MESSAGES: SealedTable = {
  table: 'sms_messages',
  under: 'platform',
  key: ['id'],
  columns: ['to_sealed', 'text_sealed', 'next_sealed'],
  context: ({ id = '' }) => `sms:${id}`,
};
