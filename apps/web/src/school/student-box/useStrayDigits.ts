import { useEffect } from 'react';

/** Moves the focus into the field when digits are typed or scanned while a button has the focus; they start a new number. */
export function useStrayDigits(field: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    function press(event: globalThis.KeyboardEvent): void {
      if (!/^\d$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest('input, textarea, select, [contenteditable], [role="menu"], [role="listbox"]')) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      field.current?.focus();
      field.current?.select();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [field]);
}
