import { randomUUID } from 'node:crypto';
import { eatStamp } from './eat.ts';
import { objectionTo } from './operators.ts';
import { Fault, type Reply, type Request, shortCodeOf, textOf, urlOf } from './requests.ts';
import { newConversationId, type Simulation, tell } from './simulator.ts';
import type { Role, ShortCode } from './world.ts';

export type Parameter = { readonly Key: string; readonly Value?: string | number };

interface Order {
  readonly conversationId: string;
  readonly originatorConversationId: string;
  readonly paybill: ShortCode;
}

interface Done {
  readonly transactionId: string;
  readonly parameters: readonly Parameter[];
}

export interface Take {
  /** Names of the fields for operator and short code, which differ between calls. */
  readonly initiator: string;
  readonly party: string;
  readonly role: Role;
  /** Id from the merchant, which may be used once. */
  readonly id?: string;
  readonly textCodes?: boolean;
}

type Failure = { readonly code: number | string; readonly words: string };

/** Acknowledges an order; its result is sent to the ResultURL. */
export async function takeOrder(
  simulation: Simulation,
  request: Request,
  take: Take,
  work: (order: Order) => Done | Failure,
): Promise<Reply> {
  const resultUrl = urlOf(request, 'ResultURL');
  urlOf(request, 'QueueTimeOutURL');
  const credential = textOf(request, 'SecurityCredential');
  const paybill = shortCodeOf(simulation, request, take.party, true);
  const { spentIds } = simulation.world;
  if (take.id !== undefined && spentIds[take.id] !== undefined) {
    throw new Fault(500, '500.002.1001', 'Duplicate OriginatorConversationID.');
  }
  const conversationId = newConversationId(simulation);
  const originatorConversationId = take.id ?? randomUUID();
  if (take.id !== undefined) spentIds[take.id] = conversationId;
  simulation.changed();
  const order = { conversationId, originatorConversationId, paybill };
  const task = () => {
    const objection = objectionTo(simulation, paybill, textOf(request, take.initiator), credential, take.role);
    const outcome = objection ?? work(order);
    return tell(simulation, paybill, resultUrl, resultBody(simulation, order, outcome, take.textCodes ?? false));
  };
  if (paybill.knobs.callbackBeforeAck) await task();
  else simulation.agenda.send(0, task);
  return {
    status: 200,
    body: {
      ConversationID: conversationId,
      OriginatorConversationID: originatorConversationId,
      ResponseCode: '0',
      ResponseDescription: 'Accept the service request successfully.',
    },
  };
}

function resultBody({ chances, clock }: Simulation, order: Order, outcome: Done | Failure, textCodes: boolean): object {
  const good = 'parameters' in outcome;
  const code = good ? 0 : outcome.code;
  const reference = { Key: 'QueueTimeoutURL', Value: 'https://internal.example/queue' };
  // A failure has no parameters, or a single one that is not a list.
  const parameters = good
    ? { ResultParameters: { ResultParameter: outcome.parameters } }
    : chances.happens(50)
      ? { ResultParameters: { ResultParameter: { Key: 'BOCompletedTime', Value: Number(eatStamp(clock.now())) } } }
      : {};
  return {
    Result: {
      ResultType: textCodes ? '0' : 0,
      ResultCode: textCodes ? String(code) : code,
      ResultDesc: good ? 'The service request is processed successfully.' : outcome.words,
      OriginatorConversationID: order.originatorConversationId,
      ConversationID: order.conversationId,
      TransactionID: good ? outcome.transactionId : '0000000000',
      ...parameters,
      ReferenceData: { ReferenceItem: chances.happens(50) ? reference : [reference] },
    },
  };
}
