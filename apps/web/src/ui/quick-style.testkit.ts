/**
 * Speeds up queries by role, which test if each element and its ancestors are visible. The window computes the full style for that, again
 * after each change of the page: half of the time of a screen's test. Here `display` and `visibility` come from the defaults of the
 * element's kind, unless an inline style or a style sheet may override them; the window computes everything else, and all doubtful cases.
 */
const view: Window = document.defaultView ?? window;
const whole = view.getComputedStyle;

/** Kinds that the window's default sheet hides or shows depending on more than their name. */
const DOUBTFUL_KINDS = new Set(['dialog', 'summary', 'embed', 'noscript', 'slot']);
const DOUBTFUL_STYLE = /(?:^|[;\s])(?:display|visibility|all)\s*:/;

const displays = new Map<string, string>();

class QuickStyle {
  readonly #element: Element;

  constructor(element: Element) {
    this.#element = element;
    readSheets();
  }

  get display(): string {
    const element = this.#element;
    if (isDoubtful(element)) return whole(element).display;
    const kind = `${element.namespaceURI} ${element.localName} ${element.localName === 'input' ? element.getAttribute('type') : ''}`;
    let display = displays.get(kind);
    if (display === undefined) displays.set(kind, (display = whole(element).display));
    return display;
  }

  get visibility(): string {
    for (let each: Element | null = this.#element; each !== null; each = each.parentElement)
      if (isDoubtful(each)) return whole(this.#element).visibility;
    return 'visible';
  }

  getPropertyValue(name: string): string {
    if (name === 'display') return this.display;
    return name === 'visibility' ? this.visibility : whole(this.#element).getPropertyValue(name);
  }

  whole(): CSSStyleDeclaration {
    return whole(this.#element);
  }
}

Object.setPrototypeOf(
  QuickStyle.prototype,
  new Proxy(
    {},
    {
      get(_, name, style: QuickStyle) {
        const real = style.whole();
        const value: unknown = Reflect.get(real, name, real);
        return typeof value === 'function' ? value.bind(real) : value;
      },
    },
  ),
);

function isDoubtful(element: Element): boolean {
  return (
    DOUBTFUL_KINDS.has(element.localName) ||
    element.hasAttribute('hidden') ||
    element.hasAttribute('popover') ||
    DOUBTFUL_STYLE.test(element.getAttribute('style') ?? '') ||
    mayBeOfSheet(element)
  );
}

const sheets = document.getElementsByTagName('style');
let read: readonly string[] = [];
/** Classes whose `display` or `visibility` a style sheet sets; null where a selector consists of more than one class. */
let classes: ReadonlySet<string> | null = new Set();

/** Returns true where a style sheet may set the visibility of the element. */
function mayBeOfSheet(element: Element): boolean {
  if (classes === null) return true;
  const own = classes.size === 0 ? null : element.getAttribute('class');
  return own?.split(/\s+/).some((name) => classes?.has(name)) ?? false;
}

/** Parses the style sheets again where one was added, changed or removed. */
function readSheets(): void {
  const texts = Array.from(sheets, ({ firstChild }) => (firstChild as Text | null)?.data ?? '');
  if (texts.length === read.length && texts.every((text, at) => text === read[at])) return;
  read = texts;
  const rules = texts.flatMap((text) => [...text.matchAll(/([^{}]*)\{([^{}]*)\}/g)]);
  const telling = rules.filter(([, , style]) => DOUBTFUL_STYLE.test(style ?? '')).map(([, selector]) => selector ?? '');
  const named = telling.map((selector) => /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1]);
  classes = named.includes(undefined) ? null : new Set(named as string[]);
}

const quick = Object.assign(
  (element: Element, pseudo?: string | null) =>
    pseudo ? whole(element, pseudo) : (new QuickStyle(element) as unknown as CSSStyleDeclaration),
  { isQuick: true },
);
// Runs for each test file in the same window, so it patches once.
if (!('isQuick' in whole)) view.getComputedStyle = quick;

export {};
