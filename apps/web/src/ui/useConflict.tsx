import type { UseFormReturnType } from '@mantine/form';
import { Suspense, useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { CallError } from '../lib/problems.ts';
import { showAmount } from './amount-typing.ts';
import type { ConflictField } from './ConflictDialog.tsx';
import { lateDialog } from './late-dialog.tsx';

// Loaded when two people have edited the same record, so that no screen waits for it.
const ConflictDialog = lateDialog(() => import('./ConflictDialog.tsx').then((it) => it.ConflictDialog));

interface ConflictOptions<Values extends Record<string, unknown>, Present> {
  readonly form: UseFormReturnType<Values>;
  /**
   * Version stamp of the record with which the form was filled. Later stamps are ignored, because the user's edits are based on this one.
   */
  readonly updated: string;
  /** Fields that are compared, with their labels. */
  readonly labels: Partial<Record<keyof Values & string, string>>;
  /** Returns the values with which the form would be filled for the current record. */
  readonly valuesOf: (present: Present) => Partial<Values>;
  /** Fields that are amounts in KES, shown with grouped thousands. */
  readonly amounts?: readonly (keyof Values & string)[];
  /** Returns the text of a value whose plain string would be meaningless. */
  readonly show?: (field: keyof Values & string, value: unknown, present: Present | null) => string;
  /** Saves over `present`, the version that was shown. */
  readonly save: (values: Values, updated: string, present: Present) => void;
}

interface Clash<Present> {
  readonly present: Present;
  readonly updated: string;
  readonly fields: readonly ConflictField[];
}

/**
 * Optimistic locking of edits: where somebody else changed the record meanwhile, shows both versions field by field, and saves the chosen
 * values over the version that was shown. `caught` returns true for such a refusal.
 */
export function useConflict<Values extends Record<string, unknown>, Present>(
  options: ConflictOptions<Values, Present>,
) {
  const { form, labels, valuesOf, save } = options;
  const show: typeof plain<Present> = (name, value, present) =>
    typeof value === 'boolean'
      ? t(value ? 'conflict.yes' : 'conflict.no')
      : options.amounts?.includes(name)
        ? showAmount(String(value ?? '').trim())
        : (options.show ?? plain)(name, value, present);
  const { t } = useTranslation('ui');
  const [updated, setUpdated] = useState(options.updated);
  const [clash, setClash] = useState<Clash<Present> | null>(null);

  function caught(error: unknown): boolean {
    if (!(error instanceof CallError) || error.problem !== 'record.changed') return false;
    const present = error.detail as Present & { updated: string };
    const theirs = valuesOf(present);
    const mine = form.getValues();
    const fields = (Object.keys(labels) as (keyof Values & string)[])
      .filter((name) => name in theirs && show(name, mine[name], null) !== show(name, theirs[name], present))
      .map((name) => ({
        name,
        label: labels[name] ?? name,
        mine: show(name, mine[name], null),
        theirs: show(name, theirs[name], present),
        touched: form.isDirty(name),
      }));
    setClash({ present, updated: present.updated, fields });
    return true;
  }
  function resolve(keptMine: ReadonlySet<string>) {
    if (!clash) return;
    const theirs = valuesOf(clash.present);
    const others = clash.fields.filter(({ name }) => !keptMine.has(name)).map(({ name }) => [name, theirs[name]]);
    const values = { ...form.getValues(), ...(Object.fromEntries(others) as Partial<Values>) };
    form.setValues(values);
    setUpdated(clash.updated);
    setClash(null);
    save(values, clash.updated, clash.present);
  }
  const dialog = clash && (
    <Suspense>
      <ConflictDialog fields={clash.fields} onSave={resolve} onClose={() => setClash(null)} />
    </Suspense>
  );
  /** `adopt` takes the stamp of the saved record, where the form stays open. */
  return { updated, adopt: setUpdated, caught, dialog };
}

function plain<Present>(_: string, value: unknown, _present: Present | null): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '').trim();
}
