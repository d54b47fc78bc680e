import { config } from './config.ts';
import { createStore } from './store.ts';

const KEPT = 'pos';
const own = createStore(localStorage.getItem(KEPT));

/** Roles of an enrolled device (contract) that serve a queue of students. */
const SERVING = ['CHECKIN', 'CHECKOUT', 'CHECKINOUT', 'CANTEEN', 'BUS'];

/**
 * Returns true on a device that serves students: by its own setting, and where that is not set, by the server's setting for all devices.
 */
export function isPos(): boolean {
  const set = own.get();
  return set === null ? config().posMode : set === 'on';
}

/** Returns the same as `isPos`, and renders the component again when the setting changes. */
export function usePos(): boolean {
  own.use();
  return isPos();
}

export function setPos(on: boolean): void {
  localStorage.setItem(KEPT, on ? 'on' : 'off');
  own.set(on ? 'on' : 'off');
  applyPos();
}

/** Sets the mode by the role of an enrolled device. */
export function setPosByRole(role: string): void {
  setPos(SERVING.includes(role));
}

/** Sets the attribute by which style sheets enlarge everything on such a device; both entries call this before they render anything. */
export function applyPos(): void {
  document.documentElement.toggleAttribute('data-pos', isPos());
}
