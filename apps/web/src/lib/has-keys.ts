/** Tells if a keyboard is likely: there is none where the finger is the pointer. Style sheets ask the same of `kbd`. */
export function hasKeys(): boolean {
  return window.matchMedia('(hover: hover) and (pointer: fine)').matches;
}
