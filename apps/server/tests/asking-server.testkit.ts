// A server as a process of its own that calls M-Pesa once, to be killed while it asks for a token.
import { openMpesaServer } from './mpesa-server.testkit.ts';

const [appUrl = '', master = '', baseUrl = ''] = process.argv.slice(2);
const server = openMpesaServer(appUrl, Buffer.from(master, 'hex'), baseUrl);
await server.call();
await server.close();
