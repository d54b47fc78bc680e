import type pg from 'pg';
import { APP_ROLE } from '../platform/database/app-role.ts';

/** Other ways than through the servers by which values sealed for students can be read. */
export interface SealedFacts {
  /** Tables with sealed values that the application's role may read directly, which it must not. */
  readonly readable: readonly string[];
  /** True where PostgreSQL logs the values of statements. */
  readonly logged: boolean;
  /** True where PostgreSQL logs the values of failed statements. */
  readonly loggedOnError: boolean;
}

/** Determines, as the owner, which other ways lead to values sealed for students (decision 148). */
export async function askSealed(client: pg.Client): Promise<SealedFacts> {
  const readable = await client.query<{ name: string }>(
    `SELECT s.name FROM (VALUES ('fingerprints', 'sealed_template'), ('replaced_fingerprints', 'sealed_template'),
                                ('picture_sketches', 'sealed'), ('student_keys', 'wrapped')) AS s (name, sealed)
     WHERE has_column_privilege($1, to_regclass('public.' || s.name), s.sealed, 'SELECT') ORDER BY 1`,
    [APP_ROLE],
  );
  const logged = await client.query<{ values: boolean } & ErrorLog>(
    `SELECT current_setting('log_parameter_max_length') <> '0'
        AND (current_setting('log_statement') IN ('mod', 'all') OR current_setting('log_min_duration_statement') <> '-1'
             OR current_setting('log_min_duration_sample') <> '-1' OR current_setting('log_duration') = 'on') AS values,
            current_setting('log_parameter_max_length_on_error') AS length,
            current_setting('log_min_error_statement') AS "fromStatement", current_setting('log_min_messages') AS "fromMessage"`,
  );
  const [row] = logged.rows;
  return {
    readable: readable.rows.map(({ name }) => name),
    logged: row?.values ?? false,
    loggedOnError: row ? logsValuesOnError(row) : false,
  };
}

/** Settings of PostgreSQL that decide which parts of a failed statement are logged. */
interface ErrorLog {
  readonly length: string;
  readonly fromStatement: string;
  readonly fromMessage: string;
}

/** Log levels that exclude errors. */
const ABOVE_ERRORS = ['log', 'fatal', 'panic'];

/** Returns true if these settings log the values of failed statements. */
export function logsValuesOnError({ length, fromStatement, fromMessage }: ErrorLog): boolean {
  return length !== '0' && !ABOVE_ERRORS.includes(fromStatement) && !ABOVE_ERRORS.includes(fromMessage);
}
