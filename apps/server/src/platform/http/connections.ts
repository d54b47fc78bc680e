import type { Server } from 'node:http';
import { isOwn, plain } from './caller-address.ts';

/**
 * Limits the number of open connections, and the share of one address to a quarter; trusted proxies and this machine may use all of
 * them. Connections above a limit are closed without a response.
 */
export function limitConnections(server: Server, most: number, proxies: readonly string[]): void {
  server.maxConnections = most;
  const mostOfOne = Math.ceil(most / 4);
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = plain(socket.remoteAddress ?? '');
    if (isOwn(address) || proxies.includes(address)) return;
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count > mostOfOne) socket.destroy();
  });
}
