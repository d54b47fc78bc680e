/** The devices that are linked to a school: linking one, changing it, revoking it and linking it again. */
export { AddDevicePage } from './AddDevicePage.tsx';
export { DevicesPage } from './DevicesPage.tsx';
