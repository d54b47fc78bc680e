import { dirname, join } from 'node:path';
import { type Module, type Part, readParts } from './read-parts.ts';

/** A part of a file. */
export interface Place {
  readonly file: string;
  readonly name: string;
}

/** Namespaces that a screen uses, each with the chain of parts that leads to it. */
type Asked = ReadonlyMap<string, string>;

/** Parts of the console by file, parsed on demand. */
export class Parts {
  readonly #read: (file: string) => string | undefined;
  readonly #modules = new Map<string, Module | null>();

  constructor(read: (file: string) => string | undefined) {
    this.#read = read;
  }

  module(file: string): Module | null {
    let found = this.#modules.get(file);
    if (found === undefined) {
      const text = /\.tsx?$/.test(file) ? this.#read(file) : undefined;
      found = text === undefined ? null : readParts(file, text);
      this.#modules.set(file, found);
    }
    return found;
  }

  /** Finds the declaration of a name that a file uses; null for a library's. */
  find(file: string, name: string): Place | null {
    const module = this.module(file);
    if (!module) return null;
    if (module.parts.has(name)) return { file, name };
    const imported = module.imports.get(name);
    return imported ? this.find(resolve(file, imported.from), imported.name) : null;
  }

  part({ file, name }: Place): Part {
    const part = this.module(file)?.parts.get(name);
    if (!part) throw new Error(`${file} declares no ${name}`);
    return part;
  }

  /**
   * Finds the part that an expression with `import()` loads: the import is in the expression or in a function that the expression calls.
   */
  fetched(file: string, expression: string, depth = 3): Place | null {
    const module = this.module(file);
    const from = [...(module?.fetches ?? [])].find(([whole]) => expression.includes(whole))?.[1];
    const names = [...expression.matchAll(/\b[A-Z]\w+/g)].map(([name]) => name);
    if (from !== undefined) return this.#firstOf(resolve(file, from), names);
    for (const [called] of depth > 0 ? expression.matchAll(/\b[a-z]\w+/g) : []) {
      const place = this.find(file, called);
      const text = place && this.#declaration(place);
      const found = text && this.fetched(place.file, `${text} ${names.join(' ')}`, depth - 1);
      if (found) return found;
    }
    return null;
  }

  #firstOf(file: string, names: readonly string[]): Place | null {
    for (const name of names) {
      const place = this.find(file, name);
      if (place) return place;
    }
    return null;
  }

  #declaration({ file, name }: Place): string {
    const text = this.#read(file) ?? '';
    return new RegExp(`(?:const|function) ${name}\\b[\\s\\S]*?(?:;\\n|\\n\\}|$)`).exec(text)?.[0] ?? '';
  }

  /** Collects the namespaces that a part and all its children use, except behind a boundary, and the parts whose code is lazy. */
  asks(start: Place): { texts: Asked; lazy: Asked } {
    const texts = new Map<string, string>();
    const lazy = new Map<string, string>();
    const seen = new Set<string>();
    const visit = (place: Place, way: string): void => {
      const key = `${place.file} ${place.name}`;
      if (seen.has(key)) return;
      seen.add(key);
      const part = this.part(place);
      if (part.fetched) {
        if (part.fetched.by === 'lazy') lazy.set(place.name, way);
        return;
      }
      for (const each of part.texts) if (!texts.has(each)) texts.set(each, way);
      for (const used of part.uses) {
        const next = this.find(place.file, used);
        if (next) visit(next, `${way} → ${next.name}`);
      }
    };
    visit(start, start.name);
    return { texts, lazy };
  }

  /** Collects the namespaces that a part itself, or its hooks, wait for before the first rendering. */
  ownTexts(place: Place, seen = new Set<string>()): Set<string> {
    const key = `${place.file} ${place.name}`;
    if (seen.has(key)) return new Set();
    seen.add(key);
    const part = this.part(place);
    const hooks = [...part.uses].filter((name) => /^use[A-Z]/.test(name));
    return new Set([
      ...part.texts,
      ...hooks.flatMap((name) => {
        const hook = this.find(place.file, name);
        return hook ? [...this.ownTexts(hook, seen)] : [];
      }),
    ]);
  }
}

function resolve(file: string, from: string): string {
  return from.startsWith('.') ? join(dirname(file), from) : from;
}
