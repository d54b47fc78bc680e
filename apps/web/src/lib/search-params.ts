/** Reads one search parameter of an address; undefined where it does not say what it should. */
export type Reader<Value> = (given: unknown) => Value | undefined;

export type Readers = Readonly<Record<string, Reader<unknown>>>;

/** A route without parameters has this one, which nothing can be given for: TypeScript would take any for `{}`. */
declare const none: unique symbol;

/** The search parameters of a route: each may be missing. */
export type SearchOf<R extends Readers> = {
  readonly [Name in keyof R]?: Exclude<ReturnType<R[Name]>, undefined>;
} & { readonly [none]?: never };

/** Any text, the empty one too. */
export const text: Reader<string> = (given) => (typeof given === 'string' ? given : undefined);

/** A whole number from 1. */
export const positive: Reader<number> = (given) => {
  const number = typeof given === 'string' && given !== '' ? Number(given) : given;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** One of a few texts or numbers. */
export function oneOf<const Value extends string | number>(...values: readonly Value[]): Reader<Value> {
  return (given) => values.find((value) => String(value) === String(given));
}

/** Reads an address by the `readers` of its route. Each name is set, so that the address loses what cannot be read. */
export function readSearch<R extends Readers>(readers: R): (given: Readonly<Record<string, unknown>>) => SearchOf<R> {
  return (given) =>
    Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(given[name])])) as SearchOf<R>;
}
