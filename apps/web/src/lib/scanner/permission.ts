const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
// Names of the permission, which was renamed while browsers adopted it; each browser knows at most one of them.
const NAMES = ['loopback-network', 'local-network-access'];

/**
 * Returns the permission to open a socket to the scanner on this device. A page that itself comes from this device needs none, nor does a
 * page in a browser without that permission.
 */
export async function scannerPermission(): Promise<PermissionState> {
  if (LOOPBACK.test(window.location.hostname) || !('permissions' in navigator)) return 'granted';
  for (const name of NAMES) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      // The browser does not know this name.
    }
  }
  return 'granted';
}
