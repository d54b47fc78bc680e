/**
 * Speeds up queries by text or role, which test each element against a hundred selectors, nearly all of which name another tag. Those
 * selectors are answered here; all others by the window.
 */
const { matches } = Element.prototype;

/** Selector of a tag and conditions on the same element: `button`, `a[href]`, `input:not([type])`. */
const OF_ONE_TAG = /^([a-z][\w-]*)(?:[[:][^\s,>+~]*)?$/;

/** Tags of a selector; null where it does not start with tags. */
const known = new Map<string, ReadonlySet<string> | null>();

function quick(this: Element, selector: string): boolean {
  const tags = tagsOf(selector);
  return (tags === null || tags.has(this.localName)) && matches.call(this, selector);
}
// Runs for each test file in the same window, so it patches once.
if (!('isQuick' in matches)) Object.assign(Element.prototype, { matches: Object.assign(quick, { isQuick: true }) });

function tagsOf(selector: string): ReadonlySet<string> | null {
  let tags = known.get(selector);
  if (tags === undefined) {
    const named = selector.split(',').map((one) => OF_ONE_TAG.exec(one.trim())?.[1]);
    known.set(selector, (tags = named.includes(undefined) ? null : new Set(named as string[])));
  }
  return tags;
}

export {};
