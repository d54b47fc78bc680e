/** Returns true if a keyboard is likely; a touch screen usually has none. Style sheets apply the same test to `kbd`. */
export function hasKeys(): boolean {
  return window.matchMedia('(hover: hover) and (pointer: fine)').matches;
}
