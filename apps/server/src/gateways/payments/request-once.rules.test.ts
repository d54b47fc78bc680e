import { describe, expect, it } from 'vitest';
import { PaymentsError, type PaymentsErrorParts } from './port.ts';
import { requestOnce } from './request-once.ts';

/** Sends a request with the outcome; returns what was stored, and what was thrown to the job. */
async function send(outcome: () => Promise<string>): Promise<{ stored: string[]; thrown: unknown }> {
  const stored: string[] = [];
  const thrown = await requestOnce(outcome, {
    onTaken: async (taken) => stored.push(`taken ${taken}`),
    onRefused: async ({ message }) => stored.push(`refused ${message}`),
  }).catch((error: unknown) => error);
  return { stored, thrown };
}
const failing = (parts: PaymentsErrorParts) => async () => {
  throw new PaymentsError('Nobody', parts);
};

describe('request that moves money out', () => {
  it('stores the answer of a provider that took it', async () => {
    expect(await send(async () => 'AG_1')).toEqual({ stored: ['taken AG_1'], thrown: undefined });
  });

  it.each([{ unsettled: true }, { unsettled: true, retry: true }])(
    'is neither refused nor sent again where its outcome is unknown (%o)',
    async (parts) => {
      expect(await send(failing(parts))).toEqual({ stored: [], thrown: undefined });
    },
  );

  it('is refused for good where the provider says no', async () => {
    expect(await send(failing({ code: '404.001' }))).toEqual({ stored: ['refused Nobody'], thrown: undefined });
  });

  it('is refused and runs again where the provider is busy', async () => {
    const { stored, thrown } = await send(failing({ retry: true }));
    expect(stored).toEqual(['refused Nobody']);
    expect(thrown).toBeInstanceOf(PaymentsError);
  });

  it('passes a fault of ours on, which says nothing about the money', async () => {
    const fault = new TypeError('a fault');
    const told = await send(async () => {
      throw fault;
    });
    expect(told).toEqual({ stored: [], thrown: fault });
  });
});
