import { FEATURES } from './import-law.ts';

/** Owner of tables that belong to no school. */
export const PLATFORM = 'platform';

/**
 * Tables whose migration is not named after their owner. Any other table belongs to the feature, or the platform, in the name of the
 * migration that creates it: NNNN-<owner>.sql.
 */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  // Created by the program itself, before any migration.
  [PLATFORM]: ['key_checks', 'migrations', 'sql_functions'],
  bus: ['bus_positions'],
  canteen: ['meal_subsidy_proposals'],
  students: ['student_classes'],
};

/** Writing functions whose owner is given neither by their folder (apps/server/sql/<owner>) nor by their migration. */
const FUNCTIONS: Readonly<Record<string, readonly string[]>> = {};

/** A database object, and the file that created it. */
export interface Made {
  readonly name: string;
  readonly file: string;
}

export interface Owners {
  readonly tables: ReadonlyMap<string, string>;
  readonly functions: ReadonlyMap<string, string>;
  /** Tables and functions without an owner, and entries of the lists that have no effect. */
  readonly faults: readonly string[];
}

/** Determines the owner of each table and of each writing function. */
export function findOwners(tables: readonly Made[], functions: readonly Made[], lists = { TABLES, FUNCTIONS }): Owners {
  const owned = assign('table', tables, lists.TABLES);
  const called = assign('function', functions, lists.FUNCTIONS);
  return { tables: owned.owners, functions: called.owners, faults: [...owned.faults, ...called.faults] };
}

function assign(what: string, made: readonly Made[], list: Readonly<Record<string, readonly string[]>>) {
  const owners = new Map<string, string>();
  const faults: string[] = [];
  const listed = new Map(Object.entries(list).flatMap(([owner, names]) => names.map((name) => [name, owner] as const)));
  for (const { name, file } of made) {
    const told = ownerIn(file);
    const owner = listed.get(name) ?? told;
    if (owner === undefined) faults.push(`${what} ${name} (${file}) has no owner: name one in scripts/table-owners.ts`);
    else owners.set(name, owner);
    if (told !== undefined && listed.get(name) === told)
      faults.push(`${what} ${name}: scripts/table-owners.ts says no more than ${file}`);
    listed.delete(name);
  }
  for (const [name, owner] of listed) {
    // The program creates some tables before any migration.
    if (what === 'table' && owner === PLATFORM) owners.set(name, owner);
    else faults.push(`${what} ${name} of scripts/table-owners.ts is not there`);
  }
  return { owners, faults };
}

function ownerIn(file: string): string | undefined {
  const name = /\/migrations\/\d+-([a-z-]+)\.sql$|\/sql\/([a-z-]+)\/[^/]+\.sql$/.exec(file);
  const owner = name?.[1] ?? name?.[2] ?? '';
  return owner === PLATFORM || FEATURES.includes(owner) ? owner : undefined;
}

/** Returns the owner of a server file by its path: its feature, the platform, or neither. */
export function ownerOf(file: string): string | undefined {
  const place = /^apps\/server\/src\/(?:features\/([^/]+)|(platform))\//.exec(file);
  return place?.[1] ?? place?.[2];
}
