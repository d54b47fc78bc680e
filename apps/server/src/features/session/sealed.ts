import type { SealedTable } from '../../platform/crypto/sealed-table.ts';
import { placeOf } from './second-factor.ts';

/** Sealed secrets of authenticators. */
export const SEALED_FACTORS: SealedTable = {
  table: 'second_factors',
  under: 'platform',
  key: ['user_id'],
  columns: ['secret', 'pending'],
  context: ({ user_id = '' }) => placeOf(user_id),
};
