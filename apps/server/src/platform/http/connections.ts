import type { Server } from 'node:http';
import { isOwn, plain } from './caller-address.ts';

/**
 * Limits how many connections are open at once, and which part of them one address may have: those of proxies of ours and of this
 * machine may have all. What is above is closed without an answer.
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
