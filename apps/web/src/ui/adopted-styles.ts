import { useInsertionEffect } from 'react';

const adopted = new Map<string, { sheet: CSSStyleSheet; users: number }>();

/**
 * Applies CSS text without a `<style>` element, which our content security policy would block (the policy permits constructed sheets, which
 * are made by scripts). The same text is adopted once, whatever the number of users.
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
 * Adopts CSS text while a component is mounted.
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
