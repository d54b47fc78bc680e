/** Parses one search parameter of an address; undefined where its value is invalid. */
export type Reader<Value> = (given: unknown) => Value | undefined;

export type Readers = Readonly<Record<string, Reader<unknown>>>;

/** Marker of a route without parameters, for which no value can be passed: TypeScript would accept any for `{}`. */
declare const none: unique symbol;

/** Search parameters of a route, all of them optional. */
export type SearchOf<R extends Readers> = {
  readonly [Name in keyof R]?: Exclude<ReturnType<R[Name]>, undefined>;
} & { readonly [none]?: never };

/** Accepts any text, including the empty one. */
export const text: Reader<string> = (given) => (typeof given === 'string' ? given : undefined);

/** Accepts a whole number from 1. */
export const positive: Reader<number> = (given) => {
  const number = typeof given === 'string' && given !== '' ? Number(given) : given;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** Accepts one of the given texts or numbers. */
export function oneOf<const Value extends string | number>(...values: readonly Value[]): Reader<Value> {
  return (given) => values.find((value) => String(value) === String(given));
}

/** Parses an address with the `readers` of its route. Each name is set, so that the address loses parameters that are invalid. */
export function readSearch<R extends Readers>(readers: R): (given: Readonly<Record<string, unknown>>) => SearchOf<R> {
  return (given) =>
    Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(given[name])])) as SearchOf<R>;
}
