const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
// The permission was renamed while browsers took it up; each knows one of the names at most.
const NAMES = ['loopback-network', 'local-network-access'];

/**
 * Tells whether this page may open a socket to the scanner on this device. A page that itself comes from this device
 * needs no leave, and neither does one in a browser that does not ask.
 */
export async function scannerPermission(): Promise<PermissionState> {
  if (LOOPBACK.test(window.location.hostname) || !('permissions' in navigator)) return 'granted';
  for (const name of NAMES) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      // Not a name that this browser knows.
    }
  }
  return 'granted';
}
