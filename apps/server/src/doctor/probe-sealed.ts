import type pg from 'pg';
import { APP_ROLE } from '../platform/database/app-role.ts';

/** Facts of who gets at what is sealed for students, beside the servers. */
export interface SealedFacts {
  /** Tables of which the application's role may read it, which it must not. */
  readonly readable: readonly string[];
  /** True where PostgreSQL writes the values of statements into its log. */
  readonly logged: boolean;
  /** True where it writes those of statements that fail. */
  readonly loggedOnError: boolean;
}

/** Asks, as the owner, who else gets at what is sealed for students (decision 148). */
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

/** Settings of PostgreSQL that decide what of a statement that fails comes into its log. */
interface ErrorLog {
  readonly length: string;
  readonly fromStatement: string;
  readonly fromMessage: string;
}

/** Levels of PostgreSQL's log from which on no error comes into it. */
const ABOVE_ERRORS = ['log', 'fatal', 'panic'];

/** Tells of settings if they bring the values of statements that fail into the log. */
export function logsValuesOnError({ length, fromStatement, fromMessage }: ErrorLog): boolean {
  return length !== '0' && !ABOVE_ERRORS.includes(fromStatement) && !ABOVE_ERRORS.includes(fromMessage);
}
