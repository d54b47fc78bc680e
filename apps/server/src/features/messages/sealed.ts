import type { SealedTable } from '../../platform/crypto/sealed-table.ts';

/** Messages as they are sealed: number, text, and who is next. */
export const SEALED_MESSAGES: SealedTable = {
  table: 'sms_messages',
  under: 'platform',
  key: ['id'],
  columns: ['to_sealed', 'text_sealed', 'next_sealed'],
  context: ({ id = '' }) => `sms:${id}`,
};
