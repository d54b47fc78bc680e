import { config } from './config.ts';
import { createStore } from './store.ts';

const KEPT = 'pos';
const own = createStore(localStorage.getItem(KEPT));

/** Roles of an enrolled device (contract) at which students stand in a queue. */
const SERVING = ['CHECKIN', 'CHECKOUT', 'CHECKINOUT', 'CANTEEN', 'BUS'];

/** True on a device that serves students: by its own switch, and where nobody has set that, as the server says for all. */
export function isPos(): boolean {
  const set = own.get();
  return set === null ? config().posMode : set === 'on';
}

/** The same for a screen, which follows the switch. */
export function usePos(): boolean {
  own.use();
  return isPos();
}

export function setPos(on: boolean): void {
  localStorage.setItem(KEPT, on ? 'on' : 'off');
  own.set(on ? 'on' : 'off');
  applyPos();
}

/** An enrolment says what a device is for. */
export function setPosByRole(role: string): void {
  setPos(SERVING.includes(role));
}

/** Style sheets make everything larger on such a device; both entries say so before they render anything. */
export function applyPos(): void {
  document.documentElement.toggleAttribute('data-pos', isPos());
}
