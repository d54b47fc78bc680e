/** The devices that are linked to a school: linking one, changing it, revoking it and linking it again, and enrolling one by its own key. */
export { AddDevicePage } from './AddDevicePage.tsx';
export { DevicesPage } from './DevicesPage.tsx';
export { ThisDevicePage } from './ThisDevicePage.tsx';
