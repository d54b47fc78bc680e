import { createStore } from './store.ts';

const KEPT = 'contrast';
const high = createStore(localStorage.getItem(KEPT) === 'high');

/** True where the colours are for a screen in the sun. */
export const useHighContrast = high.use;

export function setHighContrast(on: boolean): void {
  localStorage.setItem(KEPT, on ? 'high' : 'normal');
  high.set(on);
  applyContrast();
}

/** Style sheets ask the page for it; both entries say so before they render anything. */
export function applyContrast(): void {
  document.documentElement.toggleAttribute('data-sun', high.get());
}
