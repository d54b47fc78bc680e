// The school bus: its buses, who gets on and off, the trips, and where each ride went. Routes, past trips and
// the desk of a trip (`trip/TripDesk.tsx`, in the lean entry) are entered by their files.
export { BusesPage } from './BusesPage.tsx';
export { EnterBusPage, ExitBusPage } from './BusFingerprintPage.tsx';
export { BusRoutePage } from './BusRoutePage.tsx';
export { RollCallPage } from './RollCallPage.tsx';
