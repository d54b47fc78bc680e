/** Devices of a school: linking, editing, revoking and relinking them, and enrolling one by its own key. */
export { AddDevicePage } from './AddDevicePage.tsx';
export { DevicesPage } from './DevicesPage.tsx';
export { ThisDevicePage } from './ThisDevicePage.tsx';
