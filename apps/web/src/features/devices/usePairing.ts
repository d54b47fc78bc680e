import { getCaptureChallenge, pairReader } from '@mfuko/contract/captures';
import { type DeviceRow, getDevice, getDevices } from '@mfuko/contract/devices';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { call } from '../../lib/request.ts';
import { askKey } from '../../lib/scanner/ask-key.ts';
import { ownReader } from '../../lib/scanner/own-reader.ts';
import { showDone, showError } from '../../ui/notify.tsx';

/** Pairs the reader at this machine with its record, and unpairs it. `problem` names a fault that the user can fix. */
export function usePairing(device: DeviceRow) {
  const { t } = useTranslation('devices');
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const record = useRecord(pairReader, {
    refresh: [getDevices, getDevice],
    onDone: ({ signsCaptures, deviceLabel }) =>
      showDone(t(signsCaptures ? 'pair.done' : 'pair.undone', { name: deviceLabel })),
    onError: showError,
  });

  async function pair() {
    setProblem(null);
    setAsking(true);
    try {
      const { challenge } = await call(getCaptureChallenge, {});
      const reader = ownReader();
      await reader.permission();
      const key = await askKey(reader.open, challenge);
      if (typeof key === 'string') return setProblem(t(`pair.${key}`));
      if (key.serialNumber.toUpperCase() !== device.serialNumber.toUpperCase())
        return setProblem(t('pair.other', { here: key.serialNumber, asked: device.serialNumber }));
      record.mutate({ sysid: device.sysid, publicKey: key.publicKey, proof: `${challenge}.${key.signature}` });
    } catch (error) {
      showError(error);
    } finally {
      setAsking(false);
    }
  }

  return {
    busy: asking || record.isPending,
    problem,
    pair: () => void pair(),
    unpair: () => record.mutate({ sysid: device.sysid, publicKey: null, proof: null }),
  };
}
