import { listOf } from './collection-checks.ts';
import { ofDatabase } from './database-checks.ts';
import { error, warning } from './finding.ts';

/** Checks that values sealed for students can be read only by presenting the servers' secret. */
export const checkRights = ofDatabase(({ sealed: { readable, logged, loggedOnError } }) => [
  ...(readable.length > 0
    ? [
        error(
          `The application’s role may read what is sealed for students in ${listOf(readable)}: whoever has its password could take all templates.`,
          'Take back what was granted to mfuko_app by hand (GRANT … ON ALL TABLES, pg_read_all_data), then look again',
        ),
      ]
    : []),
  ...(logged
    ? [
        warning(
          'PostgreSQL writes the values of statements into its log: names, phone numbers, sealed templates and the secret that hands those out.',
          'Set log_parameter_max_length=0 and reload PostgreSQL',
        ),
      ]
    : []),
  ...(loggedOnError
    ? [
        warning(
          'PostgreSQL writes the values of statements that fail into its log: names, phone numbers, sealed templates and the secret that hands those out.',
          'Set log_parameter_max_length_on_error=0 and reload PostgreSQL',
        ),
      ]
    : []),
]);
