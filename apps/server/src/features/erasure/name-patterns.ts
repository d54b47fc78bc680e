import { NamePattern } from '../../platform/audit/name-pattern.ts';
import type { ReadTx } from '../../platform/database/database.ts';

/** Patterns that name a child: in the child's own rows, and in all other rows. */
export interface NamePatterns {
  readonly own: NamePattern;
  readonly others: NamePattern;
}

/**
 * Reads the patterns that name a child who is to be erased; the database uses the same ones for its own texts. In any text of the
 * school: two of the child's names in sequence, in either order; a name that nobody else has; the number, a short one only if the text
 * calls it a number; the same for guardians without another child here, and their phones. In the child's own rows, each single name.
 */
export async function readNamePatterns(tx: ReadTx, studentId: string): Promise<NamePatterns> {
  const ways = await tx.row<{ own: string[]; others: string[] }>('SELECT own, others FROM name_patterns_of($1)', [
    studentId,
  ]);
  return { own: new NamePattern(ways?.own ?? []), others: new NamePattern(ways?.others ?? []) };
}
