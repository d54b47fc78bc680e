/**
 * Finding by a text or a role asks each element of the page for a hundred selectors, of which nearly all name a tag that it has not. Those are answered here; all others
 * by the window.
 */
const { matches } = Element.prototype;

/** `button`, `a[href]`, `input:not([type])`: a tag, and what else must hold, without another element. */
const OF_ONE_TAG = /^([a-z][\w-]*)(?:[[:][^\s,>+~]*)?$/;

/** Tags of a selector; null where it does not begin with them. */
const known = new Map<string, ReadonlySet<string> | null>();

function quick(this: Element, selector: string): boolean {
  const tags = tagsOf(selector);
  return (tags === null || tags.has(this.localName)) && matches.call(this, selector);
}
// This is read for each file of tests, and the window stays.
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
