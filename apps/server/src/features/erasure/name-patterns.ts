import { NamePattern } from '../../platform/audit/name-pattern.ts';
import type { ReadTx } from '../../platform/database/database.ts';

/** Patterns that name a child: in the rows that are theirs, and in those of anybody else. */
export interface NamePatterns {
  readonly own: NamePattern;
  readonly others: NamePattern;
}

/**
 * Reads what names a child who is to be erased, as the database makes it for its own texts. In any text of the school: two of its names
 * one after the other, in whichever order; one that nobody else has; its number, a short one only where the text says that it is one; the
 * same of guardians who have no other child here, and their phones. In a row of the child's own each of its names tells.
 */
export async function readNamePatterns(tx: ReadTx, studentId: string): Promise<NamePatterns> {
  const ways = await tx.row<{ own: string[]; others: string[] }>('SELECT own, others FROM name_patterns_of($1)', [
    studentId,
  ]);
  return { own: new NamePattern(ways?.own ?? []), others: new NamePattern(ways?.others ?? []) };
}
