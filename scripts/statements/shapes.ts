export type Kind = 'string' | 'number' | 'bigint' | 'boolean' | 'date' | 'bytes' | 'json' | 'list' | 'unknown';

/** Values that a declared type accepts. */
export interface Shape {
  readonly kinds: ReadonlySet<Kind>;
  readonly nullable: boolean;
  /** True if the field is optional. */
  readonly optional?: boolean;
  /** Fields of an object type with literal fields. */
  readonly fields?: ReadonlyMap<string, Shape>;
  readonly element?: Shape;
}

export const of = (...kinds: Kind[]): Shape => ({ kinds: new Set(kinds), nullable: false });
export const UNKNOWN = of('unknown');
export function union(one: Shape, other: Shape): Shape {
  const element = one.element ?? other.element;
  return {
    kinds: new Set([...one.kinds, ...other.kinds]),
    nullable: one.nullable || other.nullable,
    ...(element ? { element } : {}),
    // Of two objects, only one that stands alone says which columns there are.
    ...(one.fields && other.kinds.size === 0 ? { fields: one.fields } : {}),
    ...(other.fields && one.kinds.size === 0 ? { fields: other.fields } : {}),
  };
}

export function merge(one: Shape, other: Shape): Shape {
  if (!one.fields || !other.fields)
    return one.fields || other.kinds.has('unknown')
      ? { ...one, kinds: new Set([...one.kinds, ...other.kinds]) }
      : other;
  return { ...one, fields: new Map([...one.fields, ...other.fields]) };
}

/** The kind of a literal. */
export function kindOf(value: unknown): Shape {
  const kind = typeof value;
  return kind === 'string' || kind === 'number' || kind === 'boolean' || kind === 'bigint' ? of(kind) : UNKNOWN;
}
