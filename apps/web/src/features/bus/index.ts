// The school bus: its buses, who gets on and off, and where each ride went.
export { BusesPage } from './BusesPage.tsx';
export { EnterBusPage, ExitBusPage } from './BusFingerprintPage.tsx';
export { BusRoutePage } from './BusRoutePage.tsx';
export { RollCallPage } from './RollCallPage.tsx';
export { TripsPage } from './TripsPage.tsx';
