// School bus: buses, boarding and alighting, trips and the rides' maps. Routes, past trips and the trip's desk (`trip/TripDesk.tsx`, in the
// lean entry) are imported by their files.
export { BusesPage } from './BusesPage.tsx';
export { EnterBusPage, ExitBusPage } from './BusFingerprintPage.tsx';
export { BusRoutePage } from './BusRoutePage.tsx';
export { RollCallPage } from './RollCallPage.tsx';
