import * as contract from '@mfuko/contract/mpesa-statements';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { approve, reject } from './approve.ts';
import { listStatements, showRows } from './list.ts';
import { preview, upload } from './upload.ts';

export function registerStatements(registry: EndpointRegistry, context: AppContext): void {
  registry.register(contract.previewMpesaStatement, preview);
  registry.register(contract.uploadMpesaStatement, (call, input) => upload(call, context, input));
  registry.register(contract.getMpesaStatements, (call, query) =>
    call.read((tx) => listStatements(tx, query, call.actor.userId)),
  );
  registry.register(contract.getMpesaStatement, (call, { sysid }) =>
    call.read((tx) => showRows(tx, context, call, sysid)),
  );
  registry.register(contract.approveMpesaStatement, (call, { sysid }) => approve(call, context, sysid));
  registry.register(contract.rejectMpesaStatement, (call, { sysid }) => reject(call, context, sysid));
}
