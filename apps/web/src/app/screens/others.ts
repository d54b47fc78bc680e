import { ADMIN, EVERYBODY, type Screen } from './screen.ts';

/** Others: the user's own profile, and the API. */
export const OTHERS: readonly Screen[] = [
  {
    path: 'my.profile',
    name: 'myProfile',
    section: 'others',
    group: 'profile',
    roles: EVERYBODY,
    school: false,
    page: () => import('../MyProfileScreen.tsx').then(({ MyProfileScreen }) => MyProfileScreen),
  },
  {
    path: 'device.this',
    name: 'deviceThis',
    section: 'others',
    group: 'device',
    roles: EVERYBODY,
    school: false,
    page: () => import('../../features/devices/index.ts').then(({ ThisDevicePage }) => ThisDevicePage),
  },
  {
    path: 'api.docs',
    name: 'apiDocs',
    section: 'others',
    group: 'docs',
    roles: ADMIN,
    school: false,
    page: () => import('../../features/docs/index.ts').then(({ ApiDocsPage }) => ApiDocsPage),
  },
];
