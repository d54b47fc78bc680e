import { createQueryClient } from '../../lib/queries.ts';

/** A call that finds no network fails at once: none is kept to be sent later, when nobody stands there any more. */
export function clientOfMoney() {
  const client = createQueryClient();
  client.setDefaultOptions({ ...client.getDefaultOptions(), mutations: { networkMode: 'always' } });
  return client;
}
