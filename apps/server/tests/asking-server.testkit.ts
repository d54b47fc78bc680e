// A server process that calls M-Pesa once, to be killed while it requests a token.
import { openMpesaServer } from './mpesa-server.testkit.ts';

const [appUrl = '', master = '', baseUrl = ''] = process.argv.slice(2);
const server = openMpesaServer(appUrl, Buffer.from(master, 'hex'), baseUrl);
await server.call();
await server.close();
