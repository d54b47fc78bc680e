/** MigrationError: thrown where migrations or SQL functions and the database do not belong together; nothing was changed. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
