import * as desk from '@mfuko/contract/desk';
import * as passkeys from '@mfuko/contract/passkeys';
import * as profile from '@mfuko/contract/profile';
import * as factor from '@mfuko/contract/second-factor';
import * as contract from '@mfuko/contract/session';
import * as signedIn from '@mfuko/contract/signed-in';
import type { FastifyInstance } from 'fastify';
import type { DailyImage } from '../../gateways/dailyimage/port.ts';
import { PLATFORM_SCHOOL } from '../../platform/database/database.ts';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { KENYA } from '../../platform/records/clock-of.ts';
import { makeBackupCodes } from './backup-codes.ts';
import { type IsGuardian, requestCode } from './codes.ts';
import { beginOwnDesk, ownDeskPin, setOwnDeskPin, type UnlockParts, unlockDesk } from './desk.ts';
import { ownNextNumber, refuseOwnNumber } from './number-changes.ts';
import { askPasskey, confirmPasskey, ownPasskeys, removePasskey, startPasskey } from './passkeys.ts';
import { askForChange, changeNames, confirmChange, ownBackupCodes, ownProfile } from './profile.ts';
import { forgetPassword, setForgottenPassword } from './reset.ts';
import { CODE_DIGITS } from './rules.ts';
import { confirmTotp, makeRecoveryCodes, ownSecondFactor, removeTotp, startTotp, stepUp } from './second-factor.ts';
import { logout, validateCode } from './sessions.ts';
import { endOthers, endOwn, ownSessions } from './signed-in.ts';
import { putSmsRiskAside } from './sms-risk.ts';

const DAILY_IMAGE = '/api/auth/dailyImage';
const OWN_IMAGE = '/sign-in.svg';

export interface SessionParts {
  readonly isGuardian: IsGuardian;
  readonly desk: UnlockParts;
}

export function registerSession(registry: EndpointRegistry, context: AppContext, parts: SessionParts): void {
  const { config } = context;

  registry.register(contract.authConfig, async () => ({
    platformName: config.platformName,
    wireKey: config.wireKey.key,
    wireKeyId: config.wireKey.id,
    otpDigits: CODE_DIGITS,
    posMode: config.posMode,
    scannerUrl: config.scannerUrl,
    readerOrigins: [...config.readerOrigins],
    timeZone: KENYA,
    offlineKey: parts.desk.offlineKey.publicKey,
    bodyEncodings: ['gzip' as const],
    map: config.map,
  }));

  registry.register(contract.requestCode, (request, input) =>
    requestCode(context, request, parts.isGuardian, input.userName),
  );
  registry.register(contract.validateCode, (requestContext, input) => validateCode(context, requestContext, input));
  registry.register(contract.logout, (call) => logout(context, call, call.token));

  registry.register(profile.forgotPassword, (request, input) => forgetPassword(context, request, input.userName));
  registry.register(profile.resetPassword, (requestContext, input) =>
    setForgottenPassword(context, requestContext, input),
  );
  registry.register(profile.getProfile, (call) => ownProfile(context, call));
  registry.register(profile.getNextNumber, (call) => ownNextNumber(context, call));
  registry.register(profile.refuseNumber, refuseOwnNumber);
  registry.register(profile.updateProfile, changeNames);
  registry.register(profile.requestProfileCode, (call, input) => askForChange(context, call, input));
  registry.register(profile.confirmProfileChange, (call, input) => confirmChange(context, call, input));
  registry.register(profile.getBackupCodes, (call) => ownBackupCodes(context, call));
  registry.register(profile.makeBackupCodes, (call, input) => makeBackupCodes(context, call, input));

  registry.register(factor.getSecondFactor, (call) => ownSecondFactor(context, call));
  registry.register(factor.startTotp, (call) => startTotp(context, call));
  registry.register(factor.confirmTotp, (call, input) => confirmTotp(context, call, input));
  registry.register(factor.makeRecoveryCodes, (call) => makeRecoveryCodes(context, call));
  registry.register(factor.removeTotp, (call) => removeTotp(context, call));
  registry.register(factor.stepUp, (call, input) => stepUp(context, call, input));

  registry.register(signedIn.listSessions, (call) => ownSessions(context, call));
  registry.register(signedIn.endOwnSession, (call, input) => endOwn(context, call, input));
  registry.register(signedIn.endOtherSessions, (call) => endOthers(context, call));
  registry.register(factor.dismissSmsRisk, putSmsRiskAside);

  registry.register(passkeys.getPasskeys, (call) => ownPasskeys(context, call));
  registry.register(passkeys.startPasskey, (call) => startPasskey(context, call));
  registry.register(passkeys.confirmPasskey, (call, input) => confirmPasskey(context, call, input));
  registry.register(passkeys.removePasskey, (call, input) => removePasskey(context, call, input));
  registry.register(passkeys.askPasskey, (call) => askPasskey(context, call));

  registry.register(desk.getDeskPin, (call) => ownDeskPin(context, call));
  registry.register(desk.setDeskPin, setOwnDeskPin);
  registry.register(desk.beginDesk, (call) => beginOwnDesk(context, call));
  registry.register(desk.unlock, (request, input) => unlockDesk(context, request, parts.desk, input));

  registry.register(contract.whoAmI, async ({ actor }) => {
    const school =
      actor.schoolId &&
      (await context.db.readSchool(actor.schoolId, (tx) =>
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
      smsRisk: actor.smsRisk ?? false,
      school: school || null,
    };
  });
}

/** Registers the two answers that are not JSON: the page with the address of the daily picture, and the picture. */
export function registerDailyBackground(app: FastifyInstance, dailyImage: DailyImage): void {
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
