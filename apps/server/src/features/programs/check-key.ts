import { timingSafeEqual } from 'node:crypto';
import type { Endpoint } from '@mfuko/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/http/call.ts';
import { header } from '../../platform/http/headers.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { keyUnknown, scopeMissing, tooManyCalls } from './errors.ts';
import { hashOf } from './keys.ts';
import * as store from './store.ts';

/**
 * Finds whose program calls, by its headers `appId` and `token`, at every call anew: what is revoked is refused by the next one.
 * A call counts only where the token is right, so that nobody uses up the pace of a key whose app id they have seen.
 */
export function createKeyCheck(context: AppContext) {
  return async (request: FastifyRequest, { scope }: Pick<Endpoint, 'scope'>): Promise<Actor> => {
    const appId = header(request, 'appId') ?? '';
    const token = header(request, 'token') ?? '';
    const key = await context.db.readPlatform((tx) => store.findByAppId(tx, appId));
    if (!key || !fits(key, hashOf(context, token))) throw keyUnknown();
    const early = await context.db.inSchool(key.schoolId, (tx) => store.countCall(tx, key.id));
    if (early === undefined) throw keyUnknown();
    if (early > 0) throw tooManyCalls(early);
    if (scope === undefined || !key.scopes.includes(scope)) throw scopeMissing(scope ?? 'balances');
    return {
      userId: key.id,
      // No call of the contract takes an agent without a duty: of a key, its scopes say what it opens.
      role: 'CheckAgent',
      duties: [],
      userName: '',
      names: key.name,
      schoolId: key.schoolId,
      openSchool: key.school === 'active' ? key.schoolId : null,
      hasFactor: false,
      steppedUp: false,
      factorDue: false,
    };
  };
}

function fits({ tokenHash, oldTokenHash }: store.HeldKey, hash: Buffer): boolean {
  return timingSafeEqual(tokenHash, hash) || (oldTokenHash !== null && timingSafeEqual(oldTokenHash, hash));
}
