import type { Parts, Place } from './parts.ts';

/** Text namespaces that every page load includes before the first rendering. */
const ALWAYS = ['ui', 'shell', 'session'];

/**
 * Finds late parts of a file: those that, while loading, hide content that is already displayed, because they share a boundary with other
 * content, or fill a boundary of their own with texts that load after the first rendering.
 */
export function findLate(parts: Parts, file: string): string[] {
  return [...(parts.module(file)?.parts ?? [])].flatMap(([name, part]) => [
    ...(part.fetched?.by === 'dialog' ? lateOfFetched(parts, { file, name }, part.fetched.text, new Set()) : []),
    ...part.boundaries.flatMap(({ line, uses }) =>
      lateOfBoundary(parts, { file, name }, uses).map((problem) => `${file}:${line}: ${problem}`),
    ),
  ]);
}

function lateOfBoundary(parts: Parts, around: Place, uses: ReadonlySet<string>): string[] {
  const there = parts.ownTexts(around);
  // Components, without constants.
  const names = [...uses].filter((name) => /^[A-Z]\w*[a-z]|^[A-Z]$/.test(name));
  return names.flatMap((name) => {
    const place = parts.find(around.file, name);
    const fetched = place && parts.part(place).fetched;
    if (!place || fetched?.by === 'dialog') return [];
    const problems = fetched ? lateOfFetched(parts, place, fetched.text, there) : lateOfRoot(parts, place, there);
    const waits = fetched
      ? fetched.by === 'lazy' && 'its code'
      : [...parts.asks(place).texts.keys()].find((each) => isLate(each, there));
    if (names.length > 1 && waits)
      problems.push(
        `${name} waits for ${waits} and hides the rest of the boundary that it shares: give it one of its own`,
      );
    return problems;
  });
}

function lateOfFetched(parts: Parts, { file, name }: Place, text: string, there: ReadonlySet<string>): string[] {
  const target = parts.fetched(file, text);
  return target ? lateOfRoot(parts, target, there) : [`${file}: nothing tells which component ${name} is`];
}

function lateOfRoot(parts: Parts, root: Place, there: ReadonlySet<string>): string[] {
  const { texts, lazy } = parts.asks(root);
  const own = parts.ownTexts(root);
  return [
    ...[...texts]
      .filter(([each]) => !own.has(each) && isLate(each, there))
      .map(([each, way]) => `${root.name} asks for the texts '${each}' too late (${way}): let it ask for them itself`),
    ...unbounded(lazy),
  ];
}

function isLate(namespace: string, there: ReadonlySet<string>): boolean {
  return !there.has(namespace) && !ALWAYS.includes(namespace);
}

function unbounded(lazy: ReadonlyMap<string, string>): string[] {
  return [...lazy.values()].map((way) => `${way}: its code comes late, and no boundary is around it`);
}

/**
 * Compares the text namespaces that load with a screen with those that the screen uses: a missing one hides the screen, an unused one is
 * fetched for nothing.
 */
export function compareTexts(parts: Parts, root: Place, ahead: readonly string[], always: readonly string[]): string[] {
  const { texts, lazy } = parts.asks(root);
  const asked = [...texts].filter(([each]) => !always.includes(each));
  return [
    ...asked.filter(([each]) => !ahead.includes(each)).map(([each, way]) => `the texts '${each}' come late (${way})`),
    ...ahead.filter((each) => !texts.has(each)).map((each) => `the texts '${each}' are fetched for nothing`),
    ...unbounded(lazy),
  ];
}
