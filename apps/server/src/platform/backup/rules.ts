import { BackupError } from './errors.ts';
import type { AppliedMigration } from './format.ts';

/**
 * Throws BackupError where a version with the migrations `known` cannot restore a backup that was made with the migrations
 * `made`.
 */
export function refuseForeign(made: readonly AppliedMigration[], known: readonly AppliedMigration[]): void {
  const newest = known.at(-1)?.number ?? 0;
  for (const { number, name, hash } of made) {
    const ours = known.find((each) => each.number === number);
    if (ours?.name === name && ours.hash === hash) continue;
    throw new BackupError(
      number > newest
        ? `This backup was made by a newer version (it has migration ${name}): restore it with that version or a later one.`
        : `This backup was made by a version with other migrations (${name}): restore it with the version that made it.`,
    );
  }
  // A migration that the backup lacks, although this version applies it before the backup's last one.
  const last = made.at(-1)?.number ?? 0;
  const skipped = known.find(({ number }) => number <= last && !made.some((each) => each.number === number));
  if (skipped)
    throw new BackupError(
      `This backup was made by a version with other migrations (without ${skipped.name}): restore it with the version that made it.`,
    );
}
