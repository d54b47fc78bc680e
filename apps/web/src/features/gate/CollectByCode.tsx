import { type CheckCollectors, sendCollectorCode } from '@mfuko/contract/collectors';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { describe } from '../../lib/problems.ts';
import { call } from '../../lib/request.ts';
import dialogClasses from './Dialogs.module.css';
import type { ReleaseChoice } from './release.ts';

interface CollectByCodeProps {
  readonly admissionNumber: string;
  readonly guardians: CheckCollectors['guardians'];
  /** Person of the list who is new on it; null for a person who is not on the list, whose name the guard types. */
  readonly person: CheckCollectors['collectors'][number] | null;
  /** Face of the person, which the guard compares before the child goes. */
  readonly face: ReactNode;
  readonly onCode: (choice: ReleaseChoice) => void;
  readonly onBack: () => void;
}

/** Sends a guardian a code that names the collector, and checks the code that the guardian reads out. */
export function CollectByCode({ admissionNumber, guardians, person, face, onCode, onBack }: CollectByCodeProps) {
  const { t } = useTranslation('collectors');
  const [name, setName] = useState(person?.name ?? '');
  const [guardian, setGuardian] = useState(guardians[0]?.sysid ?? '');
  const [sent, setSent] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [code, setCode] = useState('');
  if (guardians.length === 0)
    return (
      <>
        <p className={dialogClasses.refusal}>{t('gate.noGuardian')}</p>
        <button type="button" className={dialogClasses.suggestion} onClick={onBack}>
          {t('gate.back')}
        </button>
      </>
    );
  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || name.trim() === '') return;
    setBusy(true);
    setFailed(null);
    try {
      const input = { admissionNumber, contactSYSID: guardian, name: name.trim() };
      const { to } = await call(sendCollectorCode, input, { idempotencyKey: crypto.randomUUID(), overlay: false });
      setSent(to);
    } catch (error) {
      setFailed(describe(error).message);
    } finally {
      setBusy(false);
    }
  }
  function confirm(event: FormEvent): void {
    event.preventDefault();
    if (code.trim() === '') return;
    onCode({ collectorCode: code.trim(), ...(person ? { collectorSYSID: person.sysid } : {}) });
  }
  return (
    <>
      {face}
      <form onSubmit={(event) => void send(event)} noValidate>
        <label className={dialogClasses.label} htmlFor="collector-name">
          {t('gate.name')}
        </label>
        <input
          id="collector-name"
          className={dialogClasses.input}
          value={name}
          readOnly={person !== null}
          maxLength={60}
          required
          autoComplete="off"
          onChange={(event) => {
            setName(event.target.value);
            setSent(null);
          }}
        />
        <label className={dialogClasses.label} htmlFor="collector-guardian">
          {t('gate.guardian')}
        </label>
        <select
          id="collector-guardian"
          className={dialogClasses.input}
          value={guardian}
          onChange={(event) => {
            setGuardian(event.target.value);
            setSent(null);
          }}
        >
          {guardians.map(({ sysid, name: of, to }) => (
            <option key={sysid} value={sysid}>
              {of} {to}
            </option>
          ))}
        </select>
        {failed && (
          <p className={dialogClasses.missing} role="alert">
            {failed}
          </p>
        )}
        <div className={dialogClasses.buttons}>
          <button type="button" className={dialogClasses.quiet} onClick={onBack}>
            {t('gate.back')}
          </button>
          <button type="submit" className={sent ? dialogClasses.quiet : dialogClasses.strong} disabled={busy}>
            {t(sent ? 'gate.again' : 'gate.send')}
          </button>
        </div>
      </form>
      {sent !== null && (
        <form onSubmit={confirm} noValidate>
          <p className={dialogClasses.text} role="status">
            {t('gate.sent', { to: sent })}
          </p>
          <label className={dialogClasses.label} htmlFor="collector-code">
            {t('gate.code')}
          </label>
          <input
            id="collector-code"
            className={dialogClasses.input}
            value={code}
            inputMode="numeric"
            maxLength={6}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: it comes in answer to the press that sent the code
            autoFocus
            onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
          />
          <div className={dialogClasses.buttons}>
            <button type="submit" className={dialogClasses.strong}>
              {t('gate.confirm')}
            </button>
          </div>
        </form>
      )}
    </>
  );
}
