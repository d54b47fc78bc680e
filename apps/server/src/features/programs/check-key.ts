import { timingSafeEqual } from 'node:crypto';
import type { Endpoint } from '@mfuko/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/http/call.ts';
import { header } from '../../platform/http/headers.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { keyUnknown, scopeMissing, tooManyCalls } from './errors.ts';
import * as store from './key-check-store.ts';
import { hashOf } from './keys.ts';

/**
 * Returns the authenticator of programs, by the headers `appId` and `token`. It reads the key at every call, so that a revoked key is
 * refused at once. Only calls with the right token are counted, so that a stranger who knows the app id cannot use up the key's rate.
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
      // No call admits a CheckAgent without duties; the scopes of the key decide what it may call.
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
