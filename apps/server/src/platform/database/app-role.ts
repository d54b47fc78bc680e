import { withClient, withMigrationLock } from './migration-client.ts';
import { MigrationError } from './migration-error.ts';

/** Database role of the application. Migrations and functions grant rights to this name. */
export const APP_ROLE = 'mfuko_app';

/**
 * Ensures that the application's role exists, can sign in with this password and has fewer rights than the owner: it is no superuser,
 * cannot bypass row-level security and cannot become the owner. Returns the role's URL. The owner needs CREATEROLE unless all of this
 * is already so.
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
    // The password is set again for any failure; the first real use reports other problems.
    return false;
  }
}
