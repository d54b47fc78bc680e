/** The migrations or SQL functions and the database do not belong together. Nothing was changed. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
