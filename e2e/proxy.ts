import { connect as connectSocket, createServer, type Server } from 'node:net';
import type { RunningServer } from './server.ts';

/** Forwards each connection to the next server that accepts it, like a load balancer. */
export async function startProxy(servers: readonly RunningServer[]): Promise<Server> {
  let turn = 0;
  const made = createServer();
  made.on('connection', (socket) => {
    socket.on('error', () => socket.destroy());
    const forward = (left: number): void => {
      const to = servers[turn++ % servers.length];
      if (!to || left === 0) return void socket.destroy();
      const onward = connectSocket(Number(new URL(to.url).port), '127.0.0.1');
      onward.once('error', () => forward(left - 1));
      onward.once('connect', () => {
        onward.removeAllListeners('error');
        onward.on('error', () => socket.destroy());
        socket.on('error', () => onward.destroy());
        socket.pipe(onward).pipe(socket);
      });
    };
    forward(servers.length);
  });
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return made;
}
