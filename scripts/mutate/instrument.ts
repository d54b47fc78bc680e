import type { Mutant } from './mutant.ts';

/** A mutant with the number by which a test run selects it. */
export interface Numbered {
  readonly number: number;
  readonly mutant: Mutant;
}

interface Site {
  readonly start: number;
  readonly end: number;
  readonly choices: Numbered[];
  readonly within: Site[];
}

/** Function name by which an instrumented source asks whether a mutant is selected. */
export const SWITCH = '__mutantIsOn';

/**
 * Instruments a source with all its mutants: each replaced expression becomes a choice at run time, with the original as the default.
 * Line numbers stay unchanged.
 */
export function instrument(source: string, mutants: readonly Numbered[]): string {
  const choose = `const ${SWITCH}=globalThis.${SWITCH}??(()=>false);`;
  return choose + render(source, nest(mutants), 0, source.length);
}

function nest(mutants: readonly Numbered[]): Site[] {
  const sites = new Map<string, Site>();
  for (const one of mutants) {
    const { start, end } = one.mutant;
    const key = `${start}-${end}`;
    const site = sites.get(key) ?? { start, end, choices: [], within: [] };
    sites.set(key, site);
    site.choices.push(one);
  }
  const outermost: Site[] = [];
  const open: Site[] = [];
  for (const site of [...sites.values()].sort((a, b) => a.start - b.start || b.end - a.end)) {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= site.start) open.pop();
    (open.at(-1)?.within ?? outermost).push(site);
    open.push(site);
  }
  return outermost;
}

function render(source: string, sites: readonly Site[], from: number, to: number): string {
  let text = '';
  let at = from;
  for (const site of sites) {
    const choices = site.choices.map(({ number, mutant }) => `${SWITCH}(${number})?(${mutant.replacement}):`).join('');
    text += `${source.slice(at, site.start)}(${choices}(${render(source, site.within, site.start, site.end)}))`;
    at = site.end;
  }
  return text + source.slice(at, to);
}
