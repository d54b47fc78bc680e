import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Finds links of a Markdown text to a heading (`page.md#heading` or `#heading`) that its page does not have. `file` is the page's path
 * from `root`. A link to a page that does not exist is not reported here.
 */
export function missingAnchors(root: string, file: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s#:]*)#([^)\s]+)\)/g)].flatMap(([, page = '', anchor = '']) => {
    const target = page === '' ? text : textOf(join(root, dirname(file), page));
    if (target === null) return [];
    return anchorsOf(target).has(anchor) ? [] : [`the link to ${page}#${anchor} leads to no heading`];
  });
}

/**
 * Finds references to the operations guide by heading, written in the program's messages as `Operations, The clock`, for which `guide` has
 * no heading.
 */
export function missingOperations(guide: string, source: string): string[] {
  const anchors = anchorsOf(guide);
  return [...source.matchAll(/\bOperations, ([A-Z][\w ]*\w)/g)].flatMap(([, heading = '']) =>
    anchors.has(slugOf(heading)) ? [] : [`docs/operations.md has no heading "${heading}"`],
  );
}

function textOf(path: string): string | null {
  return path.endsWith('.md') && existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** Returns the anchors that GitHub gives the headings of a Markdown text: a heading that occurs again gets `-1`, `-2` and so on. */
function anchorsOf(text: string): ReadonlySet<string> {
  const uses = new Map<string, number>();
  const withoutCode = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  const anchors = [...withoutCode.matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading = '']) => {
    const anchor = slugOf(heading);
    const before = uses.get(anchor) ?? 0;
    uses.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
  return new Set(anchors);
}

/** Lower case, links by their text, no punctuation but hyphens and underscores, spaces as hyphens. */
function slugOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
}
