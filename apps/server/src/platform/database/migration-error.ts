/** MigrationError: thrown when the migrations or SQL functions do not fit the database; nothing was changed. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
