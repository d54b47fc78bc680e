// The school bus: its buses and routes, who gets on and off, the trips, and where each ride went.
export { BusesPage } from './BusesPage.tsx';
export { EnterBusPage, ExitBusPage } from './BusFingerprintPage.tsx';
export { BusRoutePage } from './BusRoutePage.tsx';
export { RollCallPage } from './RollCallPage.tsx';
export { RoutesPage } from './RoutesPage.tsx';
export { TripPage } from './TripPage.tsx';
export { TripsPage } from './TripsPage.tsx';
