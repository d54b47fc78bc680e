import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const BROWSERS = ['chrome', 'firefox', 'safari'] as const;
type Versions = Readonly<Record<(typeof BROWSERS)[number], number>>;
const NEVER = Number.POSITIVE_INFINITY;

/** Lowest browsers of the console, from `browserslist` in `apps/web/package.json`; Edge has Chrome's versions. */
export const FLOOR = readFloor();

/** The floor as the bundler's target: newer syntax is replaced. */
export const TARGET = Object.entries({ ...FLOOR, edge: FLOOR.chrome }).map(([name, version]) => `${name}${version}`);

/**
 * First versions with a function that the bundler does not replace, by its use in the code. Functions at or below the floor are listed
 * too, so that a lower floor finds them.
 */
const SINCE: readonly (readonly [use: RegExp, since: Versions])[] = [
  [/\.findLast(?:Index)?\(/, { chrome: 97, firefox: 104, safari: 15.4 }],
  [/\bObject\.hasOwn\(/, { chrome: 93, firefox: 92, safari: 15.4 }],
  [/\bstructuredClone\(/, { chrome: 98, firefox: 94, safari: 15.4 }],
  [/\bAbortSignal\.timeout\(/, { chrome: 103, firefox: 100, safari: 16 }],
  [/\.(?:toSorted|toReversed|toSpliced)\(/, { chrome: 110, firefox: 115, safari: 16 }],
  [/\.(?:is|to)WellFormed\(/, { chrome: 111, firefox: 119, safari: 16.4 }],
  [/\.(?:show|hide|toggle)Popover\(/, { chrome: 114, firefox: 125, safari: 17 }],
  [/\bAbortSignal\.any\(/, { chrome: 116, firefox: 124, safari: 17.4 }],
  [/\b(?:Map|Object)\.groupBy\(/, { chrome: 117, firefox: 119, safari: 17.4 }],
  [/\bPromise\.withResolvers\(/, { chrome: 119, firefox: 121, safari: 17.4 }],
  [/\bURL\.canParse\(/, { chrome: 120, firefox: 115, safari: 17 }],
  [/\bArray\.fromAsync\(/, { chrome: 121, firefox: 115, safari: 16.4 }],
  [/\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/, { chrome: 122, firefox: 127, safari: 17 }],
  [/\bIterator\.(?:from|concat|zip)\(/, { chrome: 122, firefox: 131, safari: 18.4 }],
  [
    /\.(?:values|keys|entries)\(\)\.(?:map|filter|take|drop|flatMap|reduce|toArray|some|every|find)\(/,
    { chrome: 122, firefox: 131, safari: 18.4 },
  ],
  [/\bIntl\.Segmenter\(/, { chrome: 87, firefox: 125, safari: 14.1 }],
  [/\bURL\.parse\(/, { chrome: 126, firefox: 126, safari: 18 }],
  [/\bPromise\.try\(/, { chrome: 128, firefox: 134, safari: 18.2 }],
  [/\bIntl\.DurationFormat\(/, { chrome: 129, firefox: 136, safari: 16.4 }],
  [/\bscheduler\.(?:yield|postTask)\(/, { chrome: 129, firefox: 142, safari: NEVER }],
  [/\bRegExp\.escape\(/, { chrome: 136, firefox: 134, safari: 18.2 }],
  [/\.(?:setFrom|to)(?:Base64|Hex)\(|\bUint8Array\.from(?:Base64|Hex)\(/, { chrome: 140, firefox: 133, safari: 18.2 }],
  [/\bMath\.sumPrecise\(|\bError\.isError\(/, { chrome: NEVER, firefox: NEVER, safari: NEVER }],
];

/** Lists the functions in a code that a browser at the floor lacks. */
export function tooNewIn(code: string, floor: Versions = FLOOR): string[] {
  return SINCE.filter(([, since]) => BROWSERS.some((browser) => since[browser] > floor[browser])).flatMap(
    ([use]) => use.exec(code)?.[0] ?? [],
  );
}

/** Fails the build where it contains a function that the lowest browsers lack, also within a library. */
export function browserFloor(): Plugin {
  return {
    name: 'browser-floor',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        const found = chunk.type === 'chunk' ? tooNewIn(chunk.code) : [];
        if (found.length > 0)
          this.error(
            `${chunk.fileName} calls ${found.join(' ')}, which a browser of package.json's browserslist lacks.`,
          );
      }
    },
  };
}

function readFloor(): Versions {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const lowest = (browser: string) => {
    const [, version] = new RegExp(`"${browser} >= ([\\d.]+)"`).exec(text) ?? [];
    if (version === undefined) throw new Error(`package.json declares no lowest ${browser}.`);
    return Number(version);
  };
  return { chrome: lowest('chrome'), firefox: lowest('firefox'), safari: lowest('safari') };
}
