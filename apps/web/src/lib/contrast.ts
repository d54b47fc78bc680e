import { createStore } from './store.ts';

const KEPT = 'contrast';
const high = createStore(localStorage.getItem(KEPT) === 'high');

/** Returns true where the high-contrast colours for a screen in sunlight are on. */
export const useHighContrast = high.use;

export function setHighContrast(on: boolean): void {
  localStorage.setItem(KEPT, on ? 'high' : 'normal');
  high.set(on);
  applyContrast();
}

/** Sets the attribute that style sheets test for; both entries call this before they render anything. */
export function applyContrast(): void {
  document.documentElement.toggleAttribute('data-sun', high.get());
}
