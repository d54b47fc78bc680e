// The school bus: its buses, who gets on and off, the trips, and where each ride went. Routes and past trips are entered by
// their files: who rides has no use for them.
export { BusesPage } from './BusesPage.tsx';
export { EnterBusPage, ExitBusPage } from './BusFingerprintPage.tsx';
export { BusRoutePage } from './BusRoutePage.tsx';
export { RollCallPage } from './RollCallPage.tsx';
export { TripPage } from './TripPage.tsx';
