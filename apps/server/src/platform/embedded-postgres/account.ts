import { execFile } from 'node:child_process';
import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Account that runs a PostgreSQL program, which refuses to run as root: the current user, another user, or a user namespace in which
 * root has an ordinary user's id.
 */
export interface Account {
  readonly kind: 'self' | 'user' | 'namespace';
  /** User id that owns the program's files, as seen outside of a namespace. */
  readonly uid: number;
  /** Returns the program and arguments to spawn in place of `program args`. */
  command(program: string, args: readonly string[]): [string, string[]];
  /** Options for `spawn`. */
  readonly identity: { readonly uid?: number; readonly gid?: number };
  /** Changes the owner of a file or folder to the account. */
  own(path: string): void;
}

export class NoAccountError extends Error {
  override readonly name = 'NoAccountError';
}

interface User {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Chooses the account for a data folder. An existing cluster keeps the account that owns it, because PostgreSQL refuses a data folder
 * of another user.
 * @param program a PostgreSQL program that the account must be able to run
 * @param parent the folder that contains, or will contain, the cluster
 * @param cluster the cluster's folder
 */
export async function chooseAccount(program: string, parent: string, cluster: string): Promise<Account> {
  const me = process.getuid?.() ?? 0;
  const owner = ownerOf(cluster);
  if (me !== 0) {
    if (owner !== undefined && owner !== me) {
      throw new NoAccountError(
        `${cluster} belongs to user ${owner}, and this is user ${me}. Run as that user, or chown it.`,
      );
    }
    return asSelf(me);
  }
  const possible = candidates(readUsers(), owner);
  const tried: string[] = [];
  const works = async (account: Account) => {
    const failure = await tryOut(account, program, parent);
    if (failure !== undefined) tried.push(`${account.kind} ${account.uid}: ${failure}`);
    return failure === undefined;
  };
  for (const account of possible) {
    if (await works(account)) return account;
  }
  for (const account of possible) {
    if (account.identity.gid === undefined || ownerOf(parent) !== me) continue;
    // DATA_DIR is private to the server. Its group gets search permission only, to reach the cluster's folder below.
    chownSync(parent, me, account.identity.gid);
    chmodSync(parent, 0o710);
    if (await works(account)) return account;
  }
  throw new NoAccountError(
    `PostgreSQL does not run as root, and no other account can reach ${parent} and ${program} (${tried.join('; ')}). ` +
      'Run as an ordinary user, move the folders to where any user may look, or set DATABASE_URL.',
  );
}

async function tryOut(account: Account, program: string, parent: string): Promise<string | undefined> {
  const [file, args] = account.command('/bin/sh', ['-c', 'cd "$1" && exec "$2" --version', 'sh', parent, program]);
  try {
    await run(file, args, { ...account.identity, env: { PATH: process.env.PATH } });
    return undefined;
  } catch (error) {
    return String((error as { stderr?: string }).stderr || error).trim();
  }
}

function candidates(users: readonly User[], owner: number | undefined): Account[] {
  const nobody = users.find((user) => user.name === 'nobody');
  // initdb looks up its user by id, so the id that root has inside the namespace must exist in /etc/passwd.
  const worn = users.find((user) => user.uid === 1000) ?? nobody;
  const namespace = worn === undefined ? [] : [asNamespace(worn)];
  if (owner === 0) return namespace;
  if (owner !== undefined)
    return [asUser(users.find((user) => user.uid === owner) ?? { name: '', uid: owner, gid: owner })];
  // `nobody` comes last: other services may run as that user, and could then read the files.
  const named = users.filter((user) => user.name === 'postgres').map(asUser);
  return [...named, ...namespace, ...(nobody === undefined ? [] : [asUser(nobody)])];
}

function asSelf(uid: number): Account {
  return { kind: 'self', uid, identity: {}, command: (program, args) => [program, [...args]], own: () => undefined };
}

function asUser(user: User): Account {
  return {
    kind: 'user',
    uid: user.uid,
    identity: { uid: user.uid, gid: user.gid },
    command: (program, args) => [program, [...args]],
    own: (path) => chownSync(path, user.uid, user.gid),
  };
}

function asNamespace(worn: User): Account {
  return {
    kind: 'namespace',
    uid: 0,
    identity: {},
    command: (program, args) => [
      'unshare',
      ['--user', `--map-user=${worn.uid}`, `--map-group=${worn.gid}`, '--', program, ...args],
    ],
    own: () => undefined,
  };
}

function ownerOf(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.uid;
}

function readUsers(): User[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid && uid !== '0' ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}
