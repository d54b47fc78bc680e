import { withClient, withMigrationLock } from './migration-client.ts';
import { MigrationError } from './migration-error.ts';

/** The role that the application works as. Migrations and functions grant to it by this name. */
export const APP_ROLE = 'mfuko_app';

/**
 * Sees to it that the application's role exists, may sign in with this password and stands below the owner: it is no
 * superuser, does not pass by row-level security and cannot become the owner. Returns its URL. The owner needs
 * CREATEROLE unless all of this is so already.
 */
export async function ensureAppRole(ownerUrl: string, app: { role: string; password: string }): Promise<string> {
  const url = new URL(ownerUrl);
  url.username = app.role;
  url.password = app.password;
  await withMigrationLock(ownerUrl, async (client) => {
    const { rows } = await client.query<{ strong: boolean }>(
      `SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR pg_has_role(oid, current_user, 'MEMBER') AS strong
       FROM pg_roles WHERE rolname = $1`,
      [app.role],
    );
    const role = client.escapeIdentifier(app.role);
    const password = client.escapeLiteral(app.password);
    if (rows[0] === undefined) {
      await client.query(
        `CREATE ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB PASSWORD ${password}`,
      );
    } else if (rows[0].strong) {
      throw new MigrationError(
        `The role ${app.role} may do more than the application should: make it an ordinary one.`,
      );
    } else if (!(await canSignIn(url.href))) {
      await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${password}`);
    }
  });
  return url.href;
}

async function canSignIn(url: string): Promise<boolean> {
  try {
    await withClient(url, async () => undefined);
    return true;
  } catch {
    // Whatever kept the role out, it gets its password anew; the first use tells what else is wrong.
    return false;
  }
}
