import type { Column } from './describe.ts';
import type { Kind, Shape } from './shapes.ts';

/** JavaScript values for PostgreSQL's types, as the application configures the driver (int8 is a bigint). */
const KINDS: Record<string, readonly Kind[]> = {
  bool: ['boolean'],
  int2: ['number'],
  int4: ['number'],
  oid: ['number'],
  int8: ['bigint'],
  float4: ['number'],
  float8: ['number'],
  numeric: ['string'],
  text: ['string'],
  varchar: ['string'],
  bpchar: ['string'],
  name: ['string'],
  uuid: ['string'],
  date: ['date'],
  timestamp: ['date'],
  timestamptz: ['date'],
  bytea: ['bytes'],
  json: ['json', 'list', 'string', 'number', 'boolean'],
  jsonb: ['json', 'list', 'string', 'number', 'boolean'],
};

export interface Types {
  /** Names of the types by their oids. */
  readonly names: ReadonlyMap<number, string>;
  /** Nullable table columns: their names by `Column.origin`. */
  readonly nullable: ReadonlyMap<string, string>;
}

/** A row that differs from the columns of its statement. */
export interface Misfit {
  readonly column: string;
  readonly what: string;
}

/** Message for a column that the row declares as never null. */
export const MAY_BE_NULL = 'may be null';

/** Returns the differences between the columns of a statement and the row type that its code declares. */
export function misfits(columns: readonly Column[], row: Shape, types: Types, text: string): Misfit[] {
  return [...(row.fields ?? [])].flatMap(([name, field]) => {
    const column = columns.find((each) => each.name === name);
    if (!column) return field.optional ? [] : [{ column: name, what: `there is no column ${name}` }];
    const type = types.names.get(column.type) ?? '';
    if (!fits(field, type)) return [{ column: name, what: `${name} is ${type}, not ${[...field.kinds].join(' or ')}` }];
    const nullable = column.origin === null ? undefined : types.nullable.get(column.origin);
    const mayBeNull = nullable !== undefined && !field.nullable && !new RegExp(`\\b${nullable} IS NOT NULL`).test(text);
    return mayBeNull ? [{ column: name, what: MAY_BE_NULL }] : [];
  });
}

function fits({ kinds, element }: Shape, type: string): boolean {
  if (kinds.has('unknown')) return true;
  const of = /^_(.+)$/.exec(type)?.[1];
  if (of !== undefined) return kinds.has('list') && (!element || fits(element, of));
  const known = KINDS[type];
  return known !== undefined && [...kinds].every((kind) => known.includes(kind));
}
