import * as contract from '@mfuko/contract/mpesa-statements';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import { approve, reject } from './decide.ts';
import { listStatements, showRows } from './list.ts';
import { preview, upload } from './upload.ts';

export function serveStatements(desk: Desk, house: House): void {
  desk.serve(contract.previewMpesaStatement, preview);
  desk.serve(contract.uploadMpesaStatement, (call, input) => upload(call, house, input));
  desk.serve(contract.getMpesaStatements, (call, query) =>
    call.read((tx) => listStatements(tx, query, call.actor.userId)),
  );
  desk.serve(contract.getMpesaStatement, (call, { sysid }) => call.read((tx) => showRows(tx, house, call, sysid)));
  desk.serve(contract.approveMpesaStatement, (call, { sysid }) => approve(call, house, sysid));
  desk.serve(contract.rejectMpesaStatement, (call, { sysid }) => reject(call, house, sysid));
}
