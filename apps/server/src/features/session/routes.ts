import * as profile from '@mfuko/contract/profile';
import * as contract from '@mfuko/contract/session';
import type { FastifyInstance } from 'fastify';
import type { DailyImage } from '../../gateways/dailyimage/port.ts';
import { PLATFORM_SCHOOL } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import { makeBackupCodes } from './backup-codes.ts';
import { type IsGuardian, requestCode } from './codes.ts';
import { askForChange, changeNames, confirmChange, ownBackupCodes, ownProfile } from './profile.ts';
import { forgetPassword, setForgottenPassword } from './reset.ts';
import { CODE_DIGITS } from './rules.ts';
import { logout, validateCode } from './sessions.ts';

const DAILY_IMAGE = '/api/auth/dailyImage';
const OWN_IMAGE = '/sign-in.svg';

export interface SessionParts {
  readonly isGuardian: IsGuardian;
  readonly offlineKey: string;
}

export function serveSession(desk: Desk, house: House, parts: SessionParts): void {
  const { config } = house;

  desk.serve(contract.authConfig, async () => ({
    platformName: config.platformName,
    wireKey: config.wireKey.key,
    wireKeyId: config.wireKey.id,
    otpDigits: CODE_DIGITS,
    posMode: config.posMode,
    scannerUrl: config.scannerUrl,
    timeZone: 'Africa/Nairobi',
    offlineKey: parts.offlineKey,
    map: config.map,
  }));

  desk.serve(contract.requestCode, (_visit, input) => requestCode(house, parts.isGuardian, input.userName));
  desk.serve(contract.validateCode, (visit, input) => validateCode(house, visit, input));
  desk.serve(contract.logout, (call) => logout(house, call, call.token));

  desk.serve(profile.forgotPassword, (_visit, input) => forgetPassword(house, input.userName));
  desk.serve(profile.resetPassword, (visit, input) => setForgottenPassword(house, visit, input));
  desk.serve(profile.getProfile, (call) => ownProfile(house, call));
  desk.serve(profile.updateProfile, changeNames);
  desk.serve(profile.requestProfileCode, (call, input) => askForChange(house, call, input));
  desk.serve(profile.confirmProfileChange, (call, input) => confirmChange(house, call, input));
  desk.serve(profile.getBackupCodes, (call) => ownBackupCodes(house, call));
  desk.serve(profile.makeBackupCodes, (call, input) => makeBackupCodes(house, call, input));

  desk.serve(contract.whoAmI, async ({ actor }) => {
    const school =
      actor.schoolId &&
      (await house.db.inSchool(actor.schoolId, (tx) =>
        tx.row<{ sysid: string; shortName: string; officialName: string }>(
          `SELECT id AS sysid, short_name AS "shortName", official_name AS "officialName" FROM schools WHERE id = $1`,
          [actor.schoolId ?? PLATFORM_SCHOOL],
        ),
      ));
    return {
      role: actor.role,
      userName: actor.userName,
      names: actor.names,
      duties: [...actor.duties],
      school: school || null,
    };
  });
}

/** The two answers that are no JSON: the page with the daily picture's address, and the picture. */
export function serveDailyBackground(app: FastifyInstance, dailyImage: DailyImage): void {
  app.get(`/api/${contract.DAILY_BACKGROUND_PATH}`, async (_request, reply) => {
    const picture = await dailyImage.today();
    const source = picture ? `${DAILY_IMAGE}?d=${new Date().toISOString().slice(0, 10)}` : OWN_IMAGE;
    return reply
      .type('text/html; charset=utf-8')
      .send(`<!doctype html><title>Background</title><img class="image" src="${source}" alt="">`);
  });
  app.get(DAILY_IMAGE, async (_request, reply) => {
    const picture = await dailyImage.today();
    if (!picture) return reply.redirect(OWN_IMAGE, 302);
    return reply.type('image/jpeg').header('Cache-Control', 'public, max-age=3600').send(picture);
  });
}
