import { useInsertionEffect } from 'react';

const adopted = new Map<string, { sheet: CSSStyleSheet; users: number }>();

/**
 * Puts CSS text to use without a `<style>` element, which our content security policy would block (a constructed
 * sheet is code of ours and not content). The same text is adopted once, however many ask for it.
 */
export function adopt(css: string): () => void {
  const known = adopted.get(css);
  if (known) known.users += 1;
  else if ('replaceSync' in CSSStyleSheet.prototype) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    adopted.set(css, { sheet, users: 1 });
  }
  return () => release(css);
}

/**
 * For the duration of a component.
 * @public used in place of a library's own function: see build/csp-replacements.ts
 */
export function useAdopted(css: string): void {
  useInsertionEffect(() => adopt(css), [css]);
}

function release(css: string): void {
  const known = adopted.get(css);
  if (!known) return;
  known.users -= 1;
  if (known.users > 0) return;
  adopted.delete(css);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== known.sheet);
}
